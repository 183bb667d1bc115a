package play_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/engine"
	"amytis/engine/table"
)

func TestGamePlayJoinsTheOldestLobbyThatFitsOrOpensOne(t *testing.T) {
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Locale: locale})
	people := env.NewPlayers(4)
	ana, bo, cleo, dan := people[0], people[1], people[2], people[3]
	hidden, duel, open := env.Guild.AddChannel("hidden"), env.Guild.AddChannel("duel"), env.Guild.AddChannel("open")
	hidden.Deny(cleo.User, wire.ViewChannel)
	hidden.Deny(bo.User, wire.ViewChannel)
	ana.MustCommand(hidden, "game new", localdiscord.Args{"game": "gardens"})
	ana.MustCommand(duel, "game new", localdiscord.Args{"game": "babel"})
	thread := env.At(open).NewThread(ana, localdiscord.Args{"game": "gardens"})
	hall := env.Guild.AddChannel("hall")
	env.Settle()
	seat := func(p *harness.Player, key, game string, joined, most int, ch *localdiscord.Channel) string {
		return p.T(key, "Game", p.T(game+".name"), "Joined", joined, "Max", most,
			"Link", "https://discord.com/channels/"+env.Guild.ID+"/"+ch.ID+"/"+ch.Last().ID)
	}

	m := bo.MustCommand(hall, "game play", nil)
	require.Equal(t, seat(bo, "bot.find.joined", "babel", 2, 2, duel), m.Content, "the oldest that Bo sees")
	require.True(t, m.Ephemeral(), "only Bo sees the answer")
	m = cleo.MustCommand(hall, "game play", localdiscord.Args{"game": "gardens"})
	require.Equal(t, seat(cleo, "bot.find.joined", "gardens", 2, 4, thread), m.Content)
	m = dan.MustCommand(hall, "game play", nil)
	require.Equal(t, seat(dan, "bot.find.joined", "gardens", 2, 4, hidden), m.Content, "babel is full by now")
	env.Settle()
	require.True(t, isAtTable(env, thread, cleo), "Cleo is in the lobby of the thread")
	m = ana.MustCommand(hall, "game play", localdiscord.Args{"game": "gardens"})
	require.Equal(t, seat(ana, "bot.find.waiting", "gardens", 2, 4, thread), m.Content)

	m = cleo.MustCommand(hall, "game play", localdiscord.Args{"game": "towers"})
	require.Contains(t, m.Content, cleo.T("bot.game.opened", "Game", cleo.T("towers.name")))
	env.Settle()
	require.True(t, isAtTable(env, hall, cleo), "Cleo is in the lobby that her command opened")
	m = dan.MustCommand(hall, "game play", localdiscord.Args{"game": "babel"})
	require.Contains(t, m.Content, dan.T("bot.thread.coming", "Game", dan.T("babel.name")), "the channel has a game")
	env.Settle()
	require.True(t, isAtTable(env, hall.Threads()[0], dan), "Dan is in the lobby of the new thread")

	mara := env.NewManager("Mara", locale)
	_ = harness.MustFill(mara, hall, "settings", localdiscord.Args{"channels": []string{open.ID}})
	bo.CheckRefused(bo.MustCommand(hall, "game play", nil), "no_games_here", "channels", "<#"+open.ID+">")
}

func TestTwoWhoWantTheSameSeatBothPlay(t *testing.T) {
	env := harness.New(t, harness.Options{})
	people := env.NewPlayers(5)
	lobby, hall := env.Guild.AddChannel("lobby"), env.Guild.AddChannel("hall")
	people[0].MustCommand(lobby, "game new", localdiscord.Args{"game": "babel"})
	var all sync.WaitGroup
	for _, p := range people[1:] {
		all.Go(func() {
			m, err := p.Command(hall, "game play", localdiscord.Args{"game": "babel"})
			require.NoError(t, err)
			require.False(t, p.Refused(m), m.Content)
		})
	}
	all.Wait()
	env.Settle()
	require.Len(t, env.At(lobby).Now().Players, 2)
	for _, p := range people[1:] {
		open, err := env.Store.Playing(t.Context(), 0, p.UserID())
		require.NoError(t, err)
		require.Len(t, open, 1, p.Name)
	}
}

func invitesTo(t *testing.T, p *harness.Player, ch *localdiscord.Channel, games ...string) *localdiscord.Message {
	m := harness.MustFill(p, ch, "me invites", localdiscord.Args{"games": games})
	return m
}

func TestThoseWhoWantToKnowAreMentionedInANewLobbyOnceAnHour(t *testing.T) {
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Locale: locale})
	env.Clock.ToMidday()
	people, hall := env.NewPlayers(5), env.Guild.AddChannel("hall")
	ana, bo, cleo, dan, eli := people[0], people[1], people[2], people[3], people[4]
	fay := env.NewPlayer("Fay", locale)
	people = append(people, fay)
	for _, p := range people {
		m := invitesTo(t, p, hall, "gardens")
		require.Equal(t, p.T("bot.find.on", "Games", p.T("gardens.name")), m.Content)
	}
	require.Equal(t, []string{"gardens"}, opened(t, bo, hall, "me invites")["games"], "the form shows the choice")
	cleo.MustCommand(hall, "me quiet", localdiscord.Args{"from": 12, "to": 18, "zone": "0"})
	fay.MustCommand(hall, "me pings", localdiscord.Args{"when": "never"})
	env.Guild.Leave(eli.User)
	lobbies, pings := 0, map[*harness.Player]int{}
	open := func(game string, called ...*harness.Player) {
		lobbies++
		ch := env.Guild.AddChannel(fmt.Sprint("lobby", lobbies))
		if lobbies < 4 {
			ch.Deny(dan.User, wire.ViewChannel)
		}
		m := ana.MustCommand(ch, "game play", localdiscord.Args{"game": game})
		var want []string
		for _, p := range called {
			want = append(want, p.Mention())
		}
		require.Contains(t, m.Content, ana.T("bot.find.told", "Players", ana.Words.List(want)))
		env.Settle()
		for _, p := range people {
			mentions := 0
			for _, m := range ch.Messages() {
				mentions += strings.Count(m.Content, p.Mention())
			}
			require.Equal(t, slices.Contains(called, p), mentions == 1, p.Name)
			require.Equal(t, len(p.Pings()) == pings[p]+1, slices.Contains(called, p), p.Name)
			pings[p] = len(p.Pings())
		}
		require.NotNil(t, harness.Button(ch.Last(), env.Words.Say("bot.button.join")), "in the lobby's own message")
		ana.MustCommand(ch, "game leave", nil)
	}
	open("babel")
	open("gardens", bo)
	open("gardens")
	env.Clock.Forward(59 * time.Minute)
	env.Bot.RestartAfter(0)
	open("gardens", dan)
	env.Clock.Forward(2 * time.Minute)
	open("gardens", bo)
	invitesTo(t, bo, hall)
	env.Clock.Forward(5 * time.Hour)
	open("gardens", cleo, dan)
	require.Empty(t, env.BotLog.Errors())
	s := env.Settings()
	require.ElementsMatch(t, []table.UserID{ana.UserID(), cleo.UserID(), dan.UserID(), fay.UserID()}, s.Invited, "Eli has left")
}

// setBoard chooses at most one channel of the games board in the second form of the settings.
func setBoard(t *testing.T, mara *harness.Player, at *localdiscord.Channel, ids ...string) {
	m := mara.MustCommand(at, "settings", localdiscord.Args{"pings": "mention"})
	m = harness.MustFillAgain(mara, m, mara.T("bot.button.posts"), localdiscord.Args{"board": ids})
	shown := mara.T("bot.settings.no_board")
	if len(ids) > 0 {
		shown = "<#" + ids[0] + ">"
	}
	const boardLine = 6 // of bot.settings.page
	require.Contains(t, strings.Split(m.Content, "\n")[boardLine], "**"+shown+"**")
}

// boardShows waits until the only message of a channel has some texts, and returns it.
func boardShows(env *harness.Env, board *localdiscord.Channel, texts ...string) (m *localdiscord.Message) {
	env.Eventually(fmt.Sprint("the board shows ", texts), func() bool {
		all := board.Messages()
		if len(all) != 1 {
			return false
		}
		m = all[0]
		for _, text := range texts {
			if !strings.Contains(m.Text(), text) {
				return false
			}
		}
		return true
	})
	return m
}

func TestBoardListsTheGamesOfAServerInOneMessage(t *testing.T) {
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Locale: locale})
	people, mara := env.NewPlayers(4), env.NewModerator("Mara", locale)
	env.Guild.SetPermissions(mara.User, wire.DefaultUserPermissions|wire.ManageGuild|wire.ManageMessages)
	ana, dan := people[0], people[3]
	board, lobby, running := env.Guild.AddChannel("board"), env.Guild.AddChannel("lobby"), env.Guild.AddChannel("running")
	private := env.Guild.AddChannel("private")
	private.AllowBot(wire.ViewChannel)
	private.DenyRole(private.GuildID, wire.ViewChannel)
	private.Allow(ana.User, wire.ViewChannel)
	in := func(ch *localdiscord.Channel) string { return "<#" + ch.ID + ">" }

	setBoard(t, mara, lobby, board.ID)
	m := boardShows(env, board, env.Mentioning(env.Words.Say("bot.games.none")))
	ana.MustCommand(private, "game new", nil)
	ana.MustCommand(lobby, "game new", localdiscord.Args{"game": "babel"})
	env.At(running).Open(nil, people[1:3])
	later := boardShows(env, board, in(lobby), in(running), env.Words.Say("bot.games.running"))
	require.Equal(t, m.ID, later.ID, "it is edited in place")
	require.NotContains(t, later.Text(), in(private))
	next := env.At(running).Now()
	require.Contains(t, later.Text(), next.Player(next.Awaited().Slice()[0]).Name)

	env.Bot.RestartAfter(0)
	m = dan.MustClick(later, env.Words.Say("bot.button.join")+": "+env.Words.Say("babel.name"))
	require.True(t, m.Ephemeral(), "only Dan sees the answer: %s", m.Content)
	require.Contains(t, m.Content, lobby.ID)
	require.True(t, isAtTable(env, lobby, dan), "Dan is in the lobby")
	env.Eventually("the full lobby has no button", func() bool { return len(board.Messages()[0].Controls()) == 0 })
	require.NotContains(t, board.Messages()[0].Text(), in(private))

	require.NoError(t, mara.Delete(board.Messages()[0]))
	env.At(running).Resign(people[1])
	boardShows(env, board, in(lobby), env.Words.Say("bot.games.results"), people[2].Mention())
	for _, p := range people {
		for _, m := range p.Pings() {
			require.NotEqual(t, board.ID, m.ChannelID, "the board pings nobody")
		}
	}
	setBoard(t, mara, lobby)
	env.Eventually("the board is gone", func() bool { return len(board.Messages()) == 0 })
}

// playUntilTurnOf makes moves until the table waits for one player only.
func playUntilTurnOf(
	env *harness.Env, ch *localdiscord.Channel, people []*harness.Player, turn *harness.Player, seed uint64,
) {
	for {
		t := env.At(ch).Now()
		if t.Turn() == engine.Seats(t.Seat(turn.UserID())) && len(t.Moves) > 0 {
			return
		}
		require.NoError(env, env.At(ch).PlayRandomMoves(people, seed+uint64(t.Version), 1))
	}
}

func TestMyGamesListTheLongestWaitingFirst(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: harness.LocaleOf(t), Seed: 140})
	people := env.NewPlayers(2)
	ana, bo := people[0], people[1]
	require.Equal(t, ana.T("bot.mine.none"), ana.MustCommand(env.Guild.AddChannel("hall"), "game mine", nil).Content)
	var channels []*localdiscord.Channel
	for _, name := range []string{"bos", "second", "first"} {
		ch := env.Guild.AddChannel(name)
		env.At(ch).Open(nil, people)
		channels = append(channels, ch)
	}
	thread := env.At(channels[0]).NewThread(ana, localdiscord.Args{"game": "babel"})
	playUntilTurnOf(env, channels[0], people, bo, 141)
	playUntilTurnOf(env, channels[2], people, ana, 142)
	playUntilTurnOf(env, channels[1], people, ana, 143)
	env.Settle()

	m := ana.MustCommand(channels[0], "game mine", nil)
	require.True(t, m.Ephemeral(), "only Ana sees her games")
	var want []string
	line := func(ch *localdiscord.Channel, key string, args ...any) {
		link := fmt.Sprintf("https://discord.com/channels/%s/%s/%s", env.Guild.ID, ch.ID, ch.Last().ID)
		want = append(want, "• "+ana.T(key, append(args, "Since", "(then)")...)+" · "+link)
	}
	line(channels[2], "bot.mine.yours", "Game", ana.T("gardens.name"))
	line(channels[1], "bot.mine.yours", "Game", ana.T("gardens.name"))
	line(channels[0], "bot.mine.theirs", "Game", ana.T("gardens.name"), "Players", "Bo")
	line(thread, "bot.mine.lobby", "Game", ana.T("babel.name"), "Joined", 1, "Max", 2)
	lines := strings.Split(harness.Countdown.ReplaceAllString(m.Content, "(then)"), "\n")
	require.Equal(t, ana.T("bot.mine.title"), lines[0])
	require.Equal(t, want, lines[1:])

	require.Equal(t, 3, strings.Count(bo.MustCommand(channels[0], "game mine", nil).Content, "• "))
	env.At(channels[2]).Resign(bo)
	require.Equal(t, 3, strings.Count(ana.MustCommand(channels[0], "game mine", nil).Content, "• "),
		"ended games are not listed")
}
