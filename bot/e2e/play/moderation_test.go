package play_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
)

// requireTold waits until everything is announced, and finds a line in a channel's last message.
func requireTold(at *harness.Table, key string, args ...any) {
	at.Settle()
	content := at.Channel.Last().Content
	require.True(at, harness.Tells(content, at.Words.Say(key, args...)), content)
}

func TestReplacementIsPingedAndPlaysOnAndOldPanelsAreRefused(t *testing.T) {
	locale := harness.LocaleOf(t)
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: locale}, nil)
	mo, cleo := env.NewModerator("Mo", locale), env.NewPlayer("Cleo", locale)
	panel := first.MustOpenPanel(ch)
	mo.CheckRefused(mo.MustCommand(ch, "game replace", localdiscord.Args{"player": "1", "by": second.User}),
		"already_seated", "player", second.Name)
	second.CheckRefused(second.MustCommand(ch, "game replace", localdiscord.Args{"player": "1", "by": cleo.User}),
		"not_moderator")
	m := mo.MustCommand(ch, "game replace", localdiscord.Args{"player": "1", "by": cleo.User})
	require.Equal(t, mo.T("bot.moderation.replaced", "New", "Cleo", "Player", first.Name), m.Content)
	requireTold(env.At(ch), "bot.table.replaced", "By", mo.Mention(), "Name", first.Name, "New", "Cleo")
	require.Len(t, cleo.Pings(), 1, "the player in turn is pinged")
	require.Len(t, first.Pings(), 1, "pinged only at the start")

	first.CheckRefused(first.MustChooseFirst(panel), "not_player")
	harness.MustDo(cleo, ch, "garden remove",
		localdiscord.Args{"cell": cleo.MustSuggest(ch, "garden remove", "cell")[0]})
	now, events := env.At(ch).Load()
	newcomer := table.Player{User: cleo.UserID(), Name: "Cleo"}
	require.Equal(t, table.Replace(1, newcomer, mo.UserID(), events[3].At), events[3])
	require.Equal(t, second.UserID(), now.Player(2).User)
	open, err := env.Store.Playing(context.Background(), env.GuildID(), cleo.UserID())
	require.NoError(t, err)
	require.Len(t, open, 1, "the game is among the newcomer's open games")
}

// TestGameOfADepartedPlayerGoesOn has the host, no moderator, use the buttons below the status.
func TestGameOfADepartedPlayerGoesOn(t *testing.T) {
	env, ch, people := harness.OpenedGame(t, harness.Options{Refusals: harness.OutOfReach, Seed: 7},
		localdiscord.Args{"stand-in": "0"}, 3)
	host := people[0]
	now := env.At(ch).Now()
	var gone *harness.Player
	for _, p := range people[1:] {
		if gone == nil || now.Seat(p.UserID()) < now.Seat(gone.UserID()) {
			gone = p
		}
	}
	mo := env.NewModerator("Mo", "en-US")
	skipTo := func(p *harness.Player) {
		for env.At(ch).Awaited() != p.UserID() {
			harness.MustDo(mo, ch, "game skip",
				localdiscord.Args{"player": env.At(ch).Now().Turn().Slice()[0].String()})
		}
	}
	skipTo(gone)
	m := host.MustCommand(ch, "game status", nil)
	require.NotContains(t, m.Content, "⚠️")
	env.Guild.Leave(gone.User)
	left := "⚠️ " + host.T("bot.moderation.departed", "Player", gone.Name)
	for _, p := range people {
		if p == gone {
			continue
		}
		m = p.MustCommand(ch, "game status", nil)
		require.Contains(t, m.Content, left, "every player is told")
		require.Equal(t, p == host, harness.Button(m, p.T("bot.button.skip")) != nil, "only the host may do something")
	}
	m = host.MustCommand(ch, "game status", nil)
	another := host.MustCommand(ch, "game status", nil)
	require.Equal(t, host.T("bot.moderation.skipped", "Player", gone.Name),
		host.MustClick(m, host.T("bot.button.skip")).Content)
	requireTold(env.At(ch), "bot.table.skipped", "By", host.Mention(), "Name", gone.Name)

	cleo := env.NewPlayer("Cleopatra", "en-US")
	menu := slices.IndexFunc(another.Controls(), func(c localdiscord.Component) bool { return strings.HasPrefix(c.CustomID, control.Replace+":") })
	m = host.MustChoose(another, another.Controls()[menu].CustomID, cleo.ID)
	require.Equal(t, host.T("bot.moderation.replaced", "New", "Cleopatra", "Player", gone.Name), m.Content)
	now = env.At(ch).Now()
	require.NotZero(t, now.Seat(cleo.UserID()))
	require.Zero(t, now.Seat(gone.UserID()))

	seat := now.Seat(cleo.UserID())
	skipTo(cleo)
	env.Guild.Leave(cleo.User)
	m = host.MustCommand(ch, "game status", nil)
	menus, _ := harness.PanelControls(m)
	m = host.MustChoose(m, menus[len(menus)-1].CustomID, "1")
	require.False(t, host.Refused(m), m.Content)
	require.Equal(t, table.ComputerID(1, 1), env.At(ch).Now().Player(seat).User, "a computer plays on")
}

func isAtTable(env *harness.Env, ch *localdiscord.Channel, p *harness.Player) bool {
	return env.At(ch).Now().Joined(p.UserID())
}

func TestPlayerWhoLeftTheServerIsTakenOutOfALobby(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Locale: harness.LocaleOf(t)})
	people, ch := env.NewPlayers(4), env.Guild.AddChannel("gardens")
	host, bo, cleo, dan := people[0], people[1], people[2], people[3]
	host.MustCommand(ch, "game new", nil)
	for _, p := range people[1:] {
		p.MustCommand(ch, "game join", nil)
	}
	env.Settle()
	m := host.MustCommand(ch, "game resign", localdiscord.Args{"player": "Bo"})
	require.Equal(t, "⛔ "+host.T("table.refused.not_moderator"), m.Content,
		"only moderators take out a player who is on the server")
	env.Guild.Leave(bo.User)
	cleo.CheckRefused(cleo.MustCommand(ch, "game resign", localdiscord.Args{"player": "Bo"}), "not_moderator")
	m = host.MustCommand(ch, "game resign", localdiscord.Args{"player": "2"})
	require.Equal(t, host.T("bot.moderation.taken_out", "Player", "Bo"), m.Content)
	require.False(t, isAtTable(env, ch, bo), "Bo has been taken out of the lobby")

	env.Guild.Leave(dan.User)
	said := "⚠️ " + cleo.T("bot.moderation.departed_lobby", "Player", "Dan")
	m = cleo.MustCommand(ch, "game status", nil)
	require.Equal(t, said, m.Content, "every player is told")
	require.Nil(t, harness.Button(m, cleo.T("bot.button.take_out")))
	m = host.MustCommand(ch, "game status", nil)
	require.Equal(t, said, m.Content)
	again := host.MustClick(m, host.T("bot.button.take_out"))
	require.Equal(t, host.T("bot.moderation.taken_out", "Player", "Dan"), again.Content)
	require.False(t, isAtTable(env, ch, dan), "Dan has been taken out of the lobby")
	env.Settle()
	left := env.Words.Say("bot.lobby.left", "Players", "Dan", "Count", 1)
	require.Equal(t, left, ch.Last().Content, "the lobby message says first what has changed")
	require.NotContains(t, strings.TrimPrefix(ch.Last().Text(), left), "Dan")

	host.MustCommand(ch, "game start", nil)
	require.Len(t, env.At(ch).Now().Players, 2)
}

// shown returns a computer's name as a message shows it in a player's language.
func shown(p *harness.Player, id table.UserID) string {
	return sentences.Name(p.Words, table.Player{User: id})
}

func TestSeatOfAPlayerWhoAgreesGoesToAComputer(t *testing.T) {
	env, ch, people := harness.OpenedGame(t, harness.Options{Locale: harness.LocaleOf(t)}, nil, 3)
	host, bo, cleo := people[0], people[1], people[2]
	args := localdiscord.Args{"player": "Bo", "level": "3"}
	cleo.CheckRefused(cleo.MustCommand(ch, "game replace", args), "not_host")
	for _, args := range []localdiscord.Args{{"player": "Bo"}, {"player": "Bo", "by": cleo.User, "level": "3"}} {
		host.CheckRefused(host.MustCommand(ch, "game replace", args), "which_replacement")
	}

	before := len(bo.Pings())
	asked := host.MustCommand(ch, "game replace", args)
	require.False(t, asked.Ephemeral(), "Bo must see the question")
	computer := table.ComputerID(1, 3)
	question := []any{"Player", bo.Mention(), "Host", host.Mention(), "New", shown(host, computer)}
	require.Equal(t, env.Words.Say("bot.moderation.ask_to_agree", question...), asked.Content)
	require.Len(t, bo.Pings(), before+1)
	require.True(t, isAtTable(env, ch, bo), "Bo keeps the place until he agrees")
	for _, p := range []*harness.Player{host, cleo} {
		p.CheckRefused(p.MustClick(asked, env.Words.Say("bot.button.agree")), "not_asked", "player", bo.Mention())
	}
	m := bo.MustClick(asked, env.Words.Say("bot.button.agree"))
	require.Equal(t, asked.ID, m.ID)
	require.Equal(t, env.Words.Say("bot.moderation.replaced", "New", shown(host, computer), "Player", "Bo"), m.Content)
	require.Empty(t, m.Controls())
	now := env.At(ch).Now()
	require.False(t, now.Joined(bo.UserID()), "Bo has given up the place")
	require.True(t, now.Joined(computer), "the computer has Bo's place")
	require.Equal(t, 3, now.ComputerLevel())
}

func TestGamesEndByThoseWhoMayEndThemAndOnce(t *testing.T) {
	locale := harness.LocaleOf(t)
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: locale}, nil)
	sure := second.MustCommand(ch, "game resign", nil)
	require.Equal(t, second.T("bot.game.resign_sure"), sure.Content)
	done := second.MustClick(sure, second.T("bot.button.resign"))
	require.Equal(t, second.T("bot.game.resigned"), done.Content)
	require.Empty(t, done.Controls())
	env.Settle()
	require.Contains(t, ch.Last().Content, env.Words.Say("bot.table.won", "Players", "**"+first.Name+"**", "Count", 1))
	env.At(ch).CheckNoButtons()

	eve, host := env.NewPlayer("Eve", locale), env.NewPlayer("Host", locale)
	env.At(ch).Open(nil, []*harness.Player{host, eve})
	eve.CheckRefused(eve.MustCommand(ch, "game abort", nil), "not_host")
	sure = host.MustCommand(ch, "game abort", nil)
	require.Equal(t, host.T("bot.game.abort_sure"), sure.Content)
	require.Equal(t, host.T("bot.game.aborted"), host.MustClick(sure, host.T("bot.button.abort")).Content)
	requireTold(env.At(ch), "bot.table.aborted", "By", host.Mention())
	host.CheckRefused(host.MustCommand(ch, "garden end", nil), "no_table")
	env.At(ch).CheckNoButtons()

	// A moderator ends a game by the button below the status, which is delivered twice. One who no
	// longer is may not.
	env.At(ch).Open(nil, []*harness.Player{host, eve})
	mo, former := env.NewModerator("Mo", locale), env.NewModerator("Fay", locale)
	status := former.MustCommand(ch, "game status", nil)
	env.Guild.SetPermissions(former.User, wire.DefaultUserPermissions)
	former.CheckRefused(former.MustClick(status, former.T("bot.button.end_game")), "not_host")
	env.Discord.Faults().DuplicateInteractions(true)
	_, before := env.At(ch).Load()
	status, another := mo.MustCommand(ch, "game status", nil), mo.MustCommand(ch, "game status", nil)
	require.Equal(t, mo.T("bot.game.aborted"), mo.MustClick(status, mo.T("bot.button.end_game")).Content)
	mo.CheckRefused(mo.MustClick(another, mo.T("bot.button.end_game")), "aborted")
	_, after := env.At(ch).Load()
	require.Len(t, after, len(before)+1, "it ends once")
	env.Settle()
	told := 0
	for _, m := range ch.Messages() {
		if harness.Tells(m.Content, env.Words.Say("bot.table.aborted", "By", mo.Mention())) {
			told++
		}
	}
	require.Equal(t, 1, told)
	env.CheckClean()
	env.At(ch).CheckNoButtons()
}
