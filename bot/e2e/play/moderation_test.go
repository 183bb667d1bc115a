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
	"amytis/engine/table"
)

// checkLastMessageHas checks that the newest message of a channel has a line.
func checkLastMessageHas(env *harness.Env, ch *localdiscord.Channel, key string, args map[string]any) {
	env.Helper()
	env.Settle()
	require.True(env, harness.Tells(ch.Last().Content, env.Words.T(key, args)), ch.Last().Content)
}

func TestReplacementIsPingedAndPlaysOnAndOldPanelsAreRefused(t *testing.T) {
	locale := harness.LocaleOf(t)
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: locale}, nil)
	mo, cleo := env.NewModerator("Mo", locale), env.NewPlayer("Cleo", locale)
	panel := first.MustOpenPanel(ch)
	m := mo.MustCommand(ch, "game replace", localdiscord.Args{"player": "1", "by": second.User})
	require.Equal(t, "⛔ "+mo.T("table.refused.already_seated", "player", second.Name), m.Content)
	m = second.MustCommand(ch, "game replace", localdiscord.Args{"player": "1", "by": cleo.User})
	require.Equal(t, "⛔ "+second.T("table.refused.not_moderator"), m.Content)
	m = mo.MustCommand(ch, "game replace", localdiscord.Args{"player": "1", "by": cleo.User})
	require.Equal(t, mo.T("bot.moderation.replaced", "New", "Cleo", "Player", first.Name), m.Content)
	checkLastMessageHas(env, ch, "bot.table.replaced",
		map[string]any{"By": mo.Mention(), "Name": first.Name, "New": "Cleo"})
	require.Len(t, cleo.Pings(), 1, "the player in turn is pinged")
	require.Len(t, first.Pings(), 1, "pinged only at the start")

	menus, _ := harness.PanelControls(panel)
	m = first.MustChoose(panel, menus[0].CustomID, menus[0].Options[0].Value)
	require.Equal(t, "⛔ "+first.T("table.refused.not_player"), m.Content)
	m = cleo.MustCommand(ch, "garden remove", localdiscord.Args{"cell": cleo.MustSuggest(ch, "garden remove", "cell")[0]})
	require.False(t, cleo.Refused(m), "Cleo can play in the place she was given: %s", m.Content)
	now, events := env.At(ch).Load()
	newcomer := table.Player{User: cleo.UserID(), Name: "Cleo"}
	require.Equal(t, table.Replace(1, newcomer, mo.UserID(), events[3].At), events[3])
	require.Equal(t, second.UserID(), now.Player(2).User)
	open, err := env.Store.Playing(context.Background(), table.GuildID(harness.Snowflake(env.Guild.ID)),
		cleo.UserID())
	require.NoError(t, err)
	require.Len(t, open, 1, "the game is among the newcomer's open games")
}

// TestGameOfADepartedPlayerGoesOn has the host, who is no moderator, use the buttons below the
// status.
func TestGameOfADepartedPlayerGoesOn(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Seed: 7})
	people := env.NewPlayers(3)
	host, ch := people[0], env.Guild.AddChannel("gardens")
	env.At(ch).Open(localdiscord.Args{"stand-in": "0"}, people)
	env.Settle()
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
			m := mo.MustCommand(ch, "game skip", localdiscord.Args{"player": env.At(ch).Now().Turn().Slice()[0].String()})
			require.False(t, mo.Refused(m), m.Content)
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
	checkLastMessageHas(env, ch, "bot.table.skipped", map[string]any{"By": host.Mention(), "Name": gone.Name})

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
