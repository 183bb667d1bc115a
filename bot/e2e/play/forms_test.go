package play_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/engine/table"
)

func formOf(t *testing.T, p *harness.Player, m *localdiscord.Message, label string) (presets map[string][]string) {
	c := harness.Button(m, label)
	require.NotNil(t, c, m.Text())
	in, err := p.Press(context.Background(), m, c.CustomID)
	require.NoError(t, err)
	return presetsOf(t, in)
}

// presetsOf returns what the form that an interaction opens holds, by input.
func presetsOf(t *testing.T, in *localdiscord.Interaction) map[string][]string {
	got, err := in.Wait(t.Context())
	require.NoError(t, err)
	require.NotNil(t, got.Form, "%+v", got)
	presets := map[string][]string{}
	for _, part := range got.Form.Components {
		presets[part.Component.CustomID] = part.Component.Preset()
	}
	return presets
}

func opened(t *testing.T, p *harness.Player, ch *localdiscord.Channel, command string) map[string][]string {
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

	wrong := harness.MustFill(ana, ch, "me quiet", localdiscord.Args{"from": "22", "to": "7", "zone": "Atlantïs | 北京"})
	ana.CheckRefused(wrong, "bad_zone")
	env.Bot.RestartAfter(0)
	require.Equal(t, map[string][]string{"from": {"22"}, "to": {"7"}, "zone": {"Atlantïs / 北京"}},
		formOf(t, ana, wrong, correct))
	m := harness.MustFillAgain(ana, wrong, correct, localdiscord.Args{"zone": "same hours", "to": "22"})
	require.Equal(t, wrong.ID, m.ID, "the answer takes the place of the reason")
	ana.CheckRefused(m, "bad_zone")
	m = harness.MustFillAgain(ana, m, correct, localdiscord.Args{"zone": "Tokyo"})
	ana.CheckRefused(m, "no_quiet_hours")
	m = harness.MustFillAgain(ana, m, correct, localdiscord.Args{"to": "8"})
	require.Contains(t, m.Content, "22:00")
	require.Empty(t, m.Controls())
	require.Equal(t, map[string][]string{"from": {"22"}, "to": {"8"}, "zone": {"Tokyo"}}, opened(t, ana, ch, "me quiet"))
	m = harness.MustFill(ana, ch, "me quiet", localdiscord.Args{"from": "off"})
	require.Equal(t, ana.T("bot.quiet.off"), m.Content)

	wrong = harness.MustFill(ana, ch, "me away", localdiscord.Args{"other": "some day", "weekends": []string{"free"}})
	ana.CheckRefused(wrong, "bad_day")
	require.Equal(t, map[string][]string{"until": {}, "other": {"some day"}, "weekends": {"free"}},
		formOf(t, ana, wrong, correct))
	m = harness.MustFillAgain(ana, wrong, correct, localdiscord.Args{"other": "3", "weekends": []string{}})
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
	wrong := harness.MustFill(ana, ch, "game new", localdiscord.Args{
		"game": "babel", "computers": "4", "level": "2", "pace": "daily", "also": []string{"hints", "thread"},
	})
	ana.CheckRefused(wrong, "full", "max", "2")
	correct := ana.T("bot.button.correct")
	require.Equal(t, map[string][]string{
		"game": {"babel"}, "computers": {"4"}, "level": {"2"}, "pace": {"daily"}, "also": {"hints", "thread"},
	}, formOf(t, ana, wrong, correct))
	m := harness.MustFillAgain(ana, wrong, correct, localdiscord.Args{"computers": "1", "also": []string{"hints"}})
	require.Equal(t, ana.T("bot.game.opened", "Game", ana.T("babel.name")), m.Content)
	env.Settle()
	now := env.At(ch).Now()
	require.Equal(t, "babel", now.Game.Info().ID)
	require.True(t, now.Hints, "the game has hints, as the form said")
	require.Equal(t, table.Daily, now.TimeControl())
	require.Equal(t, ana.UserID(), now.Players[0].User)
	require.Equal(t, table.ComputerID(1, 2), now.Players[1].User)
	require.Equal(t, []string{"babel"}, opened(t, ana, ch, "game new")["game"], "the game last played here")
}

func TestServerSettingsSetLanguageAndPings(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: "fr"})
	people := env.NewPlayers(2, "de")
	ana, ch := people[0], env.Guild.AddChannel("gardens")
	_, err := ana.Command(ch, "settings", nil)
	require.Error(t, err, "settings need the permission to manage the server")
	env.Guild.SetPermissions(ana.User, wire.DefaultUserPermissions|wire.ManageGuild)
	m := ana.MustCommand(ch, "settings", localdiscord.Args{"language": "es", "pings": "name"})
	require.Contains(t, m.Content, "**"+ana.T("bot.language.es")+"**")
	require.Contains(t, m.Content, "**"+ana.T("bot.settings.pings.name")+"**")
	env.UseLanguage("es-ES")
	env.At(ch).Open(nil, people)
	env.Settle()
	first, second := env.At(ch).BySeat(people)[0], env.At(ch).BySeat(people)[1]
	require.Contains(t, ch.Last().Content, env.Words.Say("bot.table.next", "Players", "**"+first.Name+"**", "Count", 1))
	require.Empty(t, append(first.Pings(), second.Pings()...))
	ana.MustCommand(ch, "settings", localdiscord.Args{"language": "server", "pings": "mention"})
	first.MustRemoveTile(ch)
	env.Settle()
	env.UseLanguage("fr")
	require.Contains(t, strings.ToLower(ch.Last().Content), env.Words.Say("gardens.material.C"))
	require.Len(t, second.Pings(), 1)
}

func TestSettingsFormChecksThePermissionAgain(t *testing.T) {
	env := harness.New(t, harness.Options{})
	mara := env.NewManager("Mara", "fr")
	ch, role := env.Guild.AddChannel("games"), env.Guild.AddRole("Players")
	m := harness.MustFill(mara, ch, "settings", localdiscord.Args{"role": role, "pings": "name", "pace": "daily"})
	require.Contains(t, m.Content, "<@&"+role.ID+">")
	require.Equal(t, map[string][]string{
		"language": {"server"}, "pings": {"name"}, "pace": {"daily"}, "channels": {}, "role": {role.ID},
	}, opened(t, mara, ch, "settings"))
	in, err := mara.Slash(t.Context(), ch, "settings", nil)
	require.NoError(t, err)
	_, err = in.Wait(t.Context())
	require.NoError(t, err)
	env.Guild.SetPermissions(mara.User, wire.DefaultUserPermissions)
	mara.CheckRefused(mara.MustWait(mara.Submit(t.Context(), in, localdiscord.Args{"role": []string{}})), "not_manager")
	env.Guild.SetPermissions(mara.User, wire.DefaultUserPermissions|wire.ManageGuild)
	require.Equal(t, []string{role.ID}, opened(t, mara, ch, "settings")["role"])
	m = mara.MustWait(mara.Submit(t.Context(), in, localdiscord.Args{"role": []string{}}))
	require.Contains(t, m.Content, mara.T("bot.settings.everybody"))
}

// TestAnyTypedTextIsAnswered types values that no option has. They are texts as long as Discord
// allows, in letters of several bytes, and texts that look like the references in the bot's own
// refusals.
func TestAnyTypedTextIsAnswered(t *testing.T) {
	_, ch, first, _ := harness.StartedGame(t, harness.Options{}, nil)
	for name, typed := range map[string]string{
		"long": strings.Repeat("ü", 6000), "a text": "@arg.tile.name", "seats": "#1,2", "everyone": "@everyone `x`",
	} {
		for command, options := range map[string][]string{
			"board": {"player", "turn"}, "game skip": {"player"}, "garden remove": {"cell"}, "rules": {"topic"},
			"me quiet": {"zone"}, "me zone": {"zone"}, "me away": {"until"},
		} {
			for _, option := range options {
				m, err := first.Command(ch, command, localdiscord.Args{option: typed})
				require.NoError(t, err, "%s %s: %s", command, option, name)
				if command == "rules" {
					continue
				}
				require.True(t, first.Refused(m), m.Content)
				if !strings.HasPrefix(command, "me ") && name != "long" {
					plain := strings.NewReplacer(`\`, "", "\u200b", "").Replace(m.Content)
					require.Contains(t, plain, typed, "%s %s: the refusal repeats what was typed", command, option)
				}
			}
		}
	}
}
