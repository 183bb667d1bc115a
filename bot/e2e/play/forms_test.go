package play_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// formOf returns the form that a button with a label opens.
func formOf(t *testing.T, p *harness.Player, m *localdiscord.Message, label string) (presets map[string][]string) {
	t.Helper()
	c := harness.Button(m, label)
	require.NotNil(t, c, m.Text())
	in, err := p.Press(context.Background(), m, c.CustomID)
	require.NoError(t, err)
	return presetsOf(t, in)
}

// presetsOf returns what the form that an interaction opens holds, by input.
func presetsOf(t *testing.T, in *localdiscord.Interaction) map[string][]string {
	t.Helper()
	got, err := in.Wait(t.Context())
	require.NoError(t, err)
	require.NotNil(t, got.Form, "%+v", got)
	presets := map[string][]string{}
	for _, part := range got.Form.Components {
		presets[part.Component.CustomID] = part.Component.Preset()
	}
	return presets
}

// opened returns what the form of a command holds.
func opened(t *testing.T, p *harness.Player, ch *localdiscord.Channel, command string) map[string][]string {
	t.Helper()
	in, err := p.Slash(context.Background(), ch, command, nil)
	require.NoError(t, err)
	return presetsOf(t, in)
}

// TestWhatIsTypedWrongComesBackInWordsAndIsKept restarts the bot before the correction.
func TestWhatIsTypedWrongComesBackInWordsAndIsKept(t *testing.T) {
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Locale: locale})
	ana, ch := env.NewPlayer("Ana", locale), env.Guild.AddChannel("games")
	correct := ana.T("bot.button.correct")

	wrong, err := harness.Fill(ana, ch, "me quiet", localdiscord.Args{"from": "22", "to": "7", "zone": "Atlantïs | 北京"})
	require.NoError(t, err)
	require.Equal(t, "⛔ "+ana.T("table.refused.bad_zone"), wrong.Content)
	env.Bot.RestartAfter(0)
	require.Equal(t, map[string][]string{"from": {"22"}, "to": {"7"}, "zone": {"Atlantïs / 北京"}},
		formOf(t, ana, wrong, correct))
	m, err := harness.FillAgain(ana, wrong, correct, localdiscord.Args{"zone": "same hours", "to": "22"})
	require.NoError(t, err)
	require.Equal(t, wrong.ID, m.ID, "the answer takes the place of the reason")
	require.Equal(t, "⛔ "+ana.T("table.refused.bad_zone"), m.Content)
	m, err = harness.FillAgain(ana, m, correct, localdiscord.Args{"zone": "Tokyo"})
	require.NoError(t, err)
	require.Equal(t, "⛔ "+ana.T("table.refused.no_quiet_hours"), m.Content)
	m, err = harness.FillAgain(ana, m, correct, localdiscord.Args{"to": "8"})
	require.NoError(t, err)
	require.Contains(t, m.Content, "22:00")
	require.Empty(t, m.Controls())
	require.Equal(t, map[string][]string{"from": {"22"}, "to": {"8"}, "zone": {"Tokyo"}}, opened(t, ana, ch, "me quiet"))
	m, err = harness.Fill(ana, ch, "me quiet", localdiscord.Args{"from": "off"})
	require.NoError(t, err)
	require.Equal(t, ana.T("bot.quiet.off"), m.Content)

	wrong, err = harness.Fill(ana, ch, "me away", localdiscord.Args{"other": "some day", "weekends": []string{"free"}})
	require.NoError(t, err)
	require.Equal(t, "⛔ "+ana.T("table.refused.bad_day"), wrong.Content)
	require.Equal(t, map[string][]string{"until": {}, "other": {"some day"}, "weekends": {"free"}},
		formOf(t, ana, wrong, correct))
	m, err = harness.FillAgain(ana, wrong, correct, localdiscord.Args{"other": "3", "weekends": []string{}})
	require.NoError(t, err)
	require.Contains(t, m.Content, "🌴")
	require.Contains(t, m.Content, ana.T("bot.away.weekends_off"))
	back := env.Clock.Now().In(time.FixedZone("JST", 9*60*60)).AddDate(0, 0, 3).Format(time.DateOnly)
	require.Equal(t, map[string][]string{"until": {back}, "other": {""}, "weekends": {}}, opened(t, ana, ch, "me away"))
}

// TestNewGameIsOpenedByAForm corrects a form that asked for too many computers.
func TestNewGameIsOpenedByAForm(t *testing.T) {
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Locale: locale})
	ana, ch := env.NewPlayer("Ana", locale), env.Guild.AddChannel("games")
	first := map[string][]string{"game": {"gardens"}, "computers": {"0"}, "level": {"3"}, "pace": {"0"}, "also": {}}
	require.Equal(t, first, opened(t, ana, ch, "game new"))
	wrong, err := harness.Fill(ana, ch, "game new", localdiscord.Args{
		"game": "babel", "computers": "4", "level": "2", "pace": "daily", "also": []string{"hints", "thread"},
	})
	require.NoError(t, err)
	require.Equal(t, "⛔ "+ana.T("table.refused.full", "max", "2"), wrong.Content)
	correct := ana.T("bot.button.correct")
	require.Equal(t, map[string][]string{
		"game": {"babel"}, "computers": {"4"}, "level": {"2"}, "pace": {"daily"}, "also": {"hints", "thread"},
	}, formOf(t, ana, wrong, correct))
	m, err := harness.FillAgain(ana, wrong, correct, localdiscord.Args{"computers": "1", "also": []string{"hints"}})
	require.NoError(t, err)
	require.Equal(t, ana.T("bot.game.opened", "Game", ana.T("babel.name")), m.Content)
	env.Settle()
	now := env.At(ch).Now()
	require.Equal(t, "babel", now.Game.Info().ID)
	require.True(t, now.Hints, "the game has hints, as the form said")
	require.Equal(t, table.Daily, now.TimeControl())
	require.Equal(t, []table.UserID{ana.UserID(), table.ComputerID(1, 2)}, players(env, ch))
	require.Equal(t, []string{"babel"}, opened(t, ana, ch, "game new")["game"], "the game last played here")
}
