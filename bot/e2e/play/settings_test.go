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
	t.Parallel()
	env := harness.New(t, harness.Options{Locale: "fr"})
	people := env.NewPlayers("de", 2)
	ana := people[0]
	ch := env.Guild.AddChannel("gardens")
	_, err := ana.Command(ch, "settings", nil)
	require.Error(t, err, "settings need the permission to manage the server")
	env.Guild.SetPermissions(ana.User, wire.DefaultUserPermissions|wire.ManageGuild)
	m := ana.MustCommand(ch, "settings", localdiscord.Args{"language": "es", "pings": "name"})
	require.Contains(t, m.Content, ana.T("bot.settings.language", "Language", ana.T("bot.language.es")))
	require.Contains(t, m.Content, ana.T("bot.settings.turns", "Pings", ana.T("bot.settings.pings.name")))
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
	require.Contains(t, m.Content, ana.T("bot.settings.language", "Language", ana.T("bot.language.server")))
	require.Contains(t, m.Content, ana.T("bot.settings.turns", "Pings", ana.T("bot.settings.pings.mention")))
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
	require.Contains(t, ch.Last().Content, env.Words.T("gardens.material.C", nil))
	require.Equal(t, 1, len(people[0].Pings())+len(people[1].Pings()))
	env.CheckClean()
}

// chooseChannels chooses the channels for games in the form of the settings.
func chooseChannels(
	p *harness.Player, in *localdiscord.Channel, chosen ...*localdiscord.Channel,
) *localdiscord.Message {
	ids := []string{}
	for _, ch := range chosen {
		ids = append(ids, ch.ID)
	}
	m, err := harness.Fill(p, in, "settings", localdiscord.Args{"channels": ids})
	if err != nil {
		panic(err)
	}
	return m
}

func TestGamesAreOpenedOnlyInChosenChannelsAndTheirThreads(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	mara, ana := env.NewManager("Mara", "de"), env.NewPlayer("Ana", "fr")
	games, talk := env.Guild.AddChannel("games"), env.Guild.AddChannel("talk")
	m := chooseChannels(mara, talk, games)
	require.Contains(t, m.Content, mara.T("bot.settings.channels", "Channels", "<#"+games.ID+">"))
	require.Equal(t, []string{games.ID}, opened(t, mara, talk, "settings")["channels"], "the form shows the choice")

	for _, p := range []*harness.Player{ana, mara} {
		m = p.MustCommand(talk, "game new", nil)
		require.Equal(t, "⛔ "+p.T("table.refused.no_games_here", "channels", "<#"+games.ID+">"), m.Content)
	}
	require.Empty(t, talk.Messages())
	m = ana.MustCommand(games, "game new", localdiscord.Args{"thread": true})
	require.False(t, ana.Refused(m), m.Content)
	env.Settle()
	thread := games.Threads()[0]
	require.False(t, ana.Refused(ana.MustCommand(thread, "game leave", nil)))
	m = ana.MustCommand(thread, "game new", nil)
	require.False(t, ana.Refused(m), "a thread counts as its channel")

	m = chooseChannels(mara, talk)
	require.Contains(t, m.Content, mara.T("bot.settings.everywhere"))
	require.False(t, ana.Refused(ana.MustCommand(talk, "game new", nil)))
	env.CheckClean()
}

func TestGamesAreOpenedByTheChosenRoleAndManagers(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	mara, ana, bo := env.NewManager("Mara", "es-ES"), env.NewPlayer("Ana", "de"), env.NewPlayer("Bo", "fr")
	ch, second := env.Guild.AddChannel("games"), env.Guild.AddChannel("more")
	role := env.Guild.AddRole("Players")
	role.Give(ana.User)
	m := mara.MustCommand(ch, "settings", localdiscord.Args{"role": role})
	require.Contains(t, m.Content, mara.T("bot.settings.role", "Role", "<@&"+role.ID+">"))

	m = bo.MustCommand(ch, "game new", nil)
	require.Equal(t, "⛔ "+bo.T("table.refused.not_opener", "role", "<@&"+role.ID+">"), m.Content)
	require.False(t, ana.Refused(ana.MustCommand(ch, "game new", nil)))
	require.False(t, mara.Refused(mara.MustCommand(second, "game new", nil)), "managers may always open games")
	require.False(t, bo.Refused(bo.MustCommand(ch, "game join", nil)), "a player without the role may join")

	m = mara.MustCommand(ch, "settings", localdiscord.Args{"role": env.Guild.ID})
	require.Contains(t, m.Content, mara.T("bot.settings.everybody"))
	third := env.Guild.AddChannel("third")
	require.False(t, bo.Refused(bo.MustCommand(third, "game new", nil)))
	env.CheckClean()
}

func TestSettingsFormChecksThePermissionAgain(t *testing.T) {
	t.Parallel()
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
	env.CheckClean()
}
