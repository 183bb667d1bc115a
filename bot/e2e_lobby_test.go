package bot_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

func TestTheLobbyByButtons(t *testing.T) {
	t.Parallel()
	h := build(t, setup{locale: "de"})
	label := func(name string) string { return h.words.T("bot.button."+name, nil) }
	var all []*person
	for _, name := range []string{"Ana", "Bo", "Cleo", "Dan", "Eve"} {
		all = append(all, h.person(name, locales[len(all)%4]))
	}
	ana, bo, eve := all[0], all[1], all[4]
	ch := h.guild.AddChannel("gardens")
	require.Equal(t, ana.say("bot.game.opened", "Game", ana.say("gardens.name")), must(t)(ana.slash(ch, "game new", nil)).Content)
	h.settle()
	lobby := ch.Last()
	_, err := ana.press(lobby, label("start"))
	require.Error(t, err, "alone nobody can start: the button is off")
	for _, p := range all[1:4] {
		m := must(t)(p.press(lobby, label("join")))
		require.Equal(t, lobby.ID, m.ID, "the lobby is changed in place")
		require.Contains(t, m.Text(), "• "+p.Name)
	}
	_, err = eve.press(lobby, label("join"))
	require.Error(t, err, "the table is full: the button is off")
	require.Equal(t, "⛔ "+eve.say("table.refused.full", "max", "4"), must(t)(eve.slash(ch, "game join", nil)).Content)
	require.Equal(t, "⛔ "+eve.say("table.refused.not_joined"), must(t)(eve.press(lobby, label("leave"))).Content)
	require.Equal(t, "⛔ "+bo.say("table.refused.not_host"), must(t)(bo.press(lobby, label("start"))).Content)

	m := must(t)(ana.press(lobby, label("leave")))
	require.NotContains(t, m.Text(), "• Ana")
	require.Contains(t, m.Text(), h.words.T("bot.lobby.host", map[string]any{"Name": "Bo", "Min": 2, "More": true}), "who came next is the host")
	options := must(t)(bo.press(lobby, label("options")))
	require.Len(t, options.Controls(), 3)
	must(t)(bo.choose(options, options.Controls()[1].CustomID, "together"))
	h.settle()
	require.Contains(t, ch.Last().Text(), h.words.T("gardens.option.build.together", nil))
	must(t)(bo.choose(options, options.Controls()[2].CustomID, "43200"))
	h.settle()
	require.Contains(t, ch.Last().Text(), h.words.T("bot.limit.name", nil)+": **"+h.words.T("bot.limit.43200", nil)+"**")
	eves := must(t)(eve.press(lobby, label("options")))
	require.Equal(t, "⛔ "+eve.say("table.refused.not_host"), must(t)(eve.choose(eves, eves.Controls()[0].CustomID, "adjacent")).Content)
	require.Equal(t, "⛔ "+eve.say("table.refused.not_host"), must(t)(eve.choose(eves, eves.Controls()[2].CustomID, "0")).Content)

	must(t)(bo.press(lobby, label("start")))
	h.settle()
	lobby = h.discord.Message(lobby.ID)
	require.Empty(t, lobby.Controls(), "the lobby is closed")
	require.Contains(t, lobby.Text(), h.words.T("bot.lobby.closed", map[string]any{"Game": h.words.T("gardens.name", nil)}))
	require.NotEqual(t, lobby.ID, ch.Last().ID)
	require.Equal(t, "⛔ "+ana.say("table.refused.started"), must(t)(ana.slash(ch, "game join", nil)).Content)
	h.clean()
	for _, message := range ch.Messages() {
		require.LessOrEqual(t, strings.Count(message.Text(), "Bo"), 4)
	}
}

func TestTheLobbyByCommands(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h := build(t, setup{locale: locale})
		ana, bo := h.person("Ana", locale), h.person("Bo", locale)
		ch := h.guild.AddChannel("gardens")
		for _, command := range []string{"game join", "game leave", "game start", "game undo", "game resign", "game abort", "game status", "board"} {
			require.Equal(t, "⛔ "+ana.say("table.refused.no_table"), must(t)(ana.slash(ch, command, nil)).Content, command)
		}
		must(t)(ana.slash(ch, "game new", localdiscord.Args{"overlap": "adjacent", "build": "together"}))
		for command, code := range map[string]string{
			"game join": "already_joined", "game undo": "not_started", "board": "not_started", "garden end": "not_started",
			"game resign": "not_started", "game new": "channel_taken",
		} {
			require.Equal(t, "⛔ "+ana.say("table.refused."+code), firstLine(must(t)(ana.slash(ch, command, nil)).Content), command)
		}
		require.Equal(t, "⛔ "+ana.say("table.refused.too_few", "min", "2"), must(t)(ana.slash(ch, "game start", nil)).Content)
		require.Equal(t, "⛔ "+bo.say("table.refused.not_joined"), must(t)(bo.slash(ch, "game leave", nil)).Content)
		require.Equal(t, bo.say("bot.game.joined"), must(t)(bo.slash(ch, "game join", nil)).Content)
		require.Equal(t, bo.say("bot.game.left"), must(t)(bo.slash(ch, "game leave", nil)).Content)
		must(t)(bo.slash(ch, "game join", nil))
		require.Contains(t, must(t)(bo.slash(ch, "game status", nil)).Text(), bo.say("gardens.option.overlap.adjacent"))
		require.Equal(t, ana.say("bot.game.started"), must(t)(ana.slash(ch, "game start", nil)).Content)
		h.settle()
		require.NotEmpty(t, ch.Last().Controls())
		require.Equal(t, "⛔ "+ana.say("table.refused.started"), must(t)(ana.slash(ch, "game leave", nil)).Content)
		h.clean()
	}
}

func TestALobbyThatAllHaveLeftIsClosed(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	ana := h.person("Ana", "en-US")
	ch := h.guild.AddChannel("gardens")
	must(t)(ana.slash(ch, "game new", nil))
	must(t)(ana.slash(ch, "game leave", nil))
	h.settle()
	h.noButtonsLeft(ch)
	must(t)(ana.slash(ch, "game new", nil))
	h.settle()
	require.NotEmpty(t, ch.Last().Controls())
	require.Equal(t, table.ID(2), h.tableIn(ch))
	h.clean()
}

// TestAChannelIsToldInOrder opens a game the moment another ends.
func TestAChannelIsToldInOrder(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	ana, bo := h.person("Ana", "en-US"), h.person("Bo", "en-US")
	ch := h.guild.AddChannel("gardens")
	for range 3 {
		h.open(ch, nil, []*person{ana, bo})
		must(t)(bo.press(must(t)(bo.slash(ch, "game resign", nil)), bo.say("bot.button.resign")))
	}
	h.settle()
	var texts []string
	for _, m := range ch.Messages() {
		texts = append(texts, firstLine(m.Text()))
	}
	closed, resigned := h.words.T("bot.lobby.closed", map[string]any{"Game": "Babylon"}), h.words.T("gardens.line.resign", map[string]any{"Name": "Bo"})
	for i := range 3 {
		require.Equal(t, closed, texts[3*i])
		require.Contains(t, texts[3*i+1], h.words.T("bot.table.started", map[string]any{"Game": "Babylon"})[:8])
		require.Equal(t, resigned, texts[3*i+2])
	}
	h.clean()
}

func TestALobbyTellsHowManyStartTheGame(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	ana := h.person("Ana", "en-US")
	for game, starts := range map[string]string{
		"gardens": "starts with 2 players or more",
		"babel":   "starts with 2 players",
		"towers":  "starts with 3 players or more",
	} {
		ch := h.guild.AddChannel(game)
		must(t)(ana.slash(ch, "game new", localdiscord.Args{"game": game}))
		h.settle()
		footer := ch.Last().Embeds[0].Footer.Text
		require.True(t, strings.HasSuffix(footer, starts), footer)
	}
}

func TestALobbyIsInTheServersLanguageThoughDiscordHasNotYetToldOfTheServer(t *testing.T) {
	t.Parallel()
	h := build(t, setup{locale: "de"})
	note := "locale:" + h.guild.ID
	known := func() string {
		locale, err := h.db.Note(t.Context(), note)
		require.NoError(t, err)
		return locale
	}
	h.eventually("the server is known", func() bool { return known() == "de" })
	require.NoError(t, h.db.SetNote(t.Context(), note, ""))
	ch, ana := h.guild.AddChannel("gardens"), h.person("Ana", "fr")
	must(t)(ana.slash(ch, "game new", nil))
	h.settle()
	require.NotNil(t, button(ch.Last(), h.words.T("bot.button.join", nil)), ch.Last().Text())
	require.Equal(t, "de", known())
}
