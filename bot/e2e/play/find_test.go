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
	_, err := harness.Fill(mara, hall, "settings", localdiscord.Args{"channels": []string{open.ID}})
	require.NoError(t, err)
	m = bo.MustCommand(hall, "game play", nil)
	require.Equal(t, "⛔ "+bo.T("table.refused.no_games_here", "channels", "<#"+open.ID+">"), m.Content)
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

// invitesTo has a player want to know of lobbies for some games.
func invitesTo(t *testing.T, p *harness.Player, ch *localdiscord.Channel, games ...string) *localdiscord.Message {
	t.Helper()
	m, err := harness.Fill(p, ch, "me invites", localdiscord.Args{"games": games})
	require.NoError(t, err)
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
		t.Helper()
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
		require.NotNil(t, harness.Button(ch.Last(), env.Words.T("bot.button.join", nil)), "in the lobby's own message")
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
	s, err := env.Store.Settings(t.Context(), table.GuildID(harness.Snowflake(env.Guild.ID)))
	require.NoError(t, err)
	require.ElementsMatch(t, []table.UserID{ana.UserID(), cleo.UserID(), dan.UserID(), fay.UserID()}, s.Invited, "Eli has left")
}
