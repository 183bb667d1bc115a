package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

func TestServerSettingsSetLanguageAndPings(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: "fr"})
	people := env.NewPlayers(2, "de")
	ana := people[0]
	ch := env.Guild.AddChannel("gardens")
	_, err := ana.Command(ch, "settings", nil)
	require.Error(t, err, "settings need the permission to manage the server")
	env.Guild.SetPermissions(ana.User, wire.DefaultUserPermissions|wire.ManageGuild)
	m := ana.MustCommand(ch, "settings", localdiscord.Args{"language": "es", "pings": "name"})
	require.Contains(t, m.Content, "**"+ana.T("bot.language.es")+"**")
	require.Contains(t, m.Content, "**"+ana.T("bot.settings.pings.name")+"**")
	env.UseLanguage("es-ES")
	env.At(ch).Open(nil, people)
	env.Settle()
	require.Contains(t, ch.Last().Content, env.Words.T("gardens.name", nil))
	started := ch.Last().Content
	next := func(name string) string {
		return env.Words.T("bot.table.next", map[string]any{"Players": "**" + name + "**", "Count": 1})
	}
	require.True(t, strings.Contains(started, next("Ana")) || strings.Contains(started, next("Bo")), started)
	for _, p := range people {
		require.Empty(t, p.Pings())
	}
	m = ana.MustCommand(ch, "settings", localdiscord.Args{"language": "server", "pings": "mention"})
	require.Contains(t, m.Content, "**"+ana.T("bot.language.server")+"**")
	require.Contains(t, m.Content, "**"+ana.T("bot.settings.pings.mention")+"**")
	for _, p := range people {
		cell, err := p.Pick(ch, "garden remove", nil, "cell")
		require.NoError(t, err)
		if cell != "" {
			require.NoError(t, p.Act(ch, "remove", localdiscord.Args{"cell": cell}))
			break
		}
	}
	env.Settle()
	env.UseLanguage("fr")
	require.Contains(t, strings.ToLower(ch.Last().Content), env.Words.T("gardens.material.C", nil))
	require.Equal(t, 1, len(people[0].Pings())+len(people[1].Pings()))
}

func TestSettingsFormChecksThePermissionAgain(t *testing.T) {
	env := harness.New(t, harness.Options{})
	mara := env.NewManager("Mara", "fr")
	ch, role := env.Guild.AddChannel("games"), env.Guild.AddRole("Players")
	m, err := harness.Fill(mara, ch, "settings", localdiscord.Args{"role": role, "pings": "name", "pace": "daily"})
	require.NoError(t, err)
	require.Contains(t, m.Content, "<@&"+role.ID+">")
	require.Equal(t, map[string][]string{
		"language": {"server"}, "pings": {"name"}, "pace": {"daily"}, "channels": {}, "role": {role.ID},
	}, opened(t, mara, ch, "settings"))
	in, err := mara.Slash(t.Context(), ch, "settings", nil)
	require.NoError(t, err)
	_, err = in.Wait(t.Context())
	require.NoError(t, err)
	env.Guild.SetPermissions(mara.User, wire.DefaultUserPermissions)
	m = mara.MustWait(mara.Submit(t.Context(), in, localdiscord.Args{"role": []string{}}))
	require.Equal(t, "⛔ "+mara.T("table.refused.not_manager"), m.Content)
	env.Guild.SetPermissions(mara.User, wire.DefaultUserPermissions|wire.ManageGuild)
	require.Equal(t, []string{role.ID}, opened(t, mara, ch, "settings")["role"])
	m = mara.MustWait(mara.Submit(t.Context(), in, localdiscord.Args{"role": []string{}}))
	require.Contains(t, m.Content, mara.T("bot.settings.everybody"))
}
