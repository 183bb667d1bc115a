package play_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestPressInTheLobbyIsAnsweredOnce has Discord refuse edits of the lobby by requests of their own.
func TestPressInTheLobbyIsAnsweredOnce(t *testing.T) {
	env := harness.New(t, harness.Options{})
	people, ch := env.NewPlayers(3), env.Guild.AddChannel("gardens")
	people[0].MustCommand(ch, "game new", nil)
	env.Settle()
	lobby := ch.Last()
	edits := env.Discord.Faults().REST(localdiscord.RESTFault{
		Method: "PATCH", Path: "/messages/" + lobby.ID + "$", Status: http.StatusBadRequest,
	})
	for _, press := range []struct {
		by    *harness.Player
		label string
	}{{people[1], "join"}, {people[2], "join"}, {people[2], "leave"}, {people[0], "start"}} {
		press.by.MustClick(lobby, env.Words.T("bot.button."+press.label, nil))
		env.Settle()
		require.Zero(t, edits.Hits(), press.label)
	}
	require.NotEqual(t, lobby.ID, ch.Last().ID)
	require.Empty(t, env.Discord.Message(lobby.ID).Controls())
}

func TestLobbyByButtons(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: "de"})
	label := func(name string) string { return env.Words.T("bot.button."+name, nil) }
	var all []*harness.Player
	for _, name := range []string{"Ana", "Bo", "Cleo", "Dan", "Eve"} {
		all = append(all, env.NewPlayer(name, harness.Locale(len(all))))
	}
	ana, bo, eve := all[0], all[1], all[4]
	ch := env.Guild.AddChannel("gardens")
	require.Equal(t, ana.T("bot.game.opened", "Game", ana.T("gardens.name")),
		ana.MustCommand(ch, "game new", nil).Content)
	env.Settle()
	lobby := ch.Last()
	_, err := ana.Click(lobby, label("start"))
	require.Error(t, err, "the button is disabled: one player cannot start")
	for _, p := range all[1:4] {
		m := p.MustClick(lobby, label("join"))
		require.Equal(t, lobby.ID, m.ID, "the lobby message is changed in place")
		require.Contains(t, m.Text(), "• "+p.Name)
	}
	_, err = eve.Click(lobby, label("join"))
	require.Error(t, err, "the button is disabled: the table is full")
	require.Equal(t, "⛔ "+eve.T("table.refused.full", "max", "4"), eve.MustCommand(ch, "game join", nil).Content)
	require.Equal(t, "⛔ "+eve.T("table.refused.not_joined"), eve.MustClick(lobby, label("leave")).Content)
	require.Equal(t, "⛔ "+bo.T("table.refused.not_host"), bo.MustClick(lobby, label("start")).Content)

	m := ana.MustClick(lobby, label("leave"))
	require.NotContains(t, m.Text(), "• Ana")
	require.Contains(t, m.Text(), env.Words.T("bot.lobby.host", map[string]any{"Name": "Bo", "Min": 2, "More": true}),
		"the next player is the host")
	m, err = harness.FillAgain(bo, lobby, label("options"), localdiscord.Args{"build": "together", "pace": "43200",
		"also": []string{"hints"}})
	require.NoError(t, err)
	require.Equal(t, lobby.ID, m.ID, "the lobby message is changed in place")
	for _, line := range []string{
		env.Words.T("gardens.option.build.together", nil), env.Words.T("bot.hints.on", nil),
		env.Words.T("bot.limit.name", nil) + ": **" + env.Words.T("bot.limit.43200", nil) + "**",
	} {
		require.Contains(t, m.Text(), line)
		require.Contains(t, m.Content, line, "what has changed is said first")
	}
	now := map[string][]string{"overlap": {"never"}, "build": {"together"}, "setup": {"auto"}, "pace": {"43200"}, "also": {"hints"}}
	require.Equal(t, now, formOf(t, bo, lobby, label("options")))
	same, err := harness.FillAgain(bo, lobby, label("options"), nil)
	require.NoError(t, err)
	require.Equal(t, m.Text(), same.Text(), "nothing has changed")
	require.Equal(t, "⛔ "+eve.T("table.refused.not_host"), eve.MustClick(lobby, label("options")).Content)

	bo.MustClick(lobby, label("start"))
	env.Settle()
	lobby = env.Discord.Message(lobby.ID)
	require.Empty(t, lobby.Controls(), "the lobby is closed")
	require.Contains(t, lobby.Text(),
		env.Words.T("bot.lobby.closed", map[string]any{"Game": env.Words.T("gardens.name", nil)}))
	require.NotEqual(t, lobby.ID, ch.Last().ID)
	require.Equal(t, "⛔ "+ana.T("table.refused.started"), ana.MustCommand(ch, "game join", nil).Content)
	env.CheckClean()
	for _, message := range ch.Messages() {
		require.LessOrEqual(t, strings.Count(message.Text(), "Bo"), 4)
	}
}

func TestLobbyUsesTheServersLanguageBeforeDiscordSendsTheServer(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: "de"})
	note := "locale:" + env.Guild.ID
	known := func() string {
		locale, err := env.Store.Note(t.Context(), note)
		require.NoError(t, err)
		return locale
	}
	env.Eventually("the server is known", func() bool { return known() == "de" })
	require.NoError(t, env.Store.SetNote(t.Context(), note, ""))
	ch, ana := env.Guild.AddChannel("gardens"), env.NewPlayer("Ana", "fr")
	ana.MustCommand(ch, "game new", nil)
	env.Settle()
	require.NotNil(t, harness.Button(ch.Last(), env.Words.T("bot.button.join", nil)), ch.Last().Text())
	require.Equal(t, "de", known())
}
