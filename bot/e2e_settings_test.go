package bot_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// manager is somebody who may manage the server.
func (h *house) manager(name, locale string) *person {
	p := h.person(name, locale)
	h.guild.SetPermissions(p.User, localdiscord.DefaultUserPermissions|localdiscord.ManageGuild)
	return p
}

// chooseChannels chooses the channels for games by the menu below the settings.
func (p *person) chooseChannels(in *localdiscord.Channel, chosen ...*localdiscord.Channel) *localdiscord.Message {
	p.house.Helper()
	m := must(p.house)(p.slash(in, "settings", nil))
	var ids []string
	for _, ch := range chosen {
		ids = append(ids, ch.ID)
	}
	return must(p.house)(p.wait(p.Select(context.Background(), m, m.Controls()[0].CustomID, ids...)))
}

func TestGamesAreOpenedOnlyInTheChannelsChosenAndInTheirThreads(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	mara, ana := h.manager("Mara", "de"), h.person("Ana", "fr")
	games, talk := h.guild.AddChannel("games"), h.guild.AddChannel("talk")
	m := mara.chooseChannels(talk, games)
	require.Contains(t, m.Content, mara.say("bot.settings.channels", "Channels", "<#"+games.ID+">"))
	require.Equal(t, games.ID, m.Controls()[0].DefaultValues[0].ID, "the menu shows what is chosen")

	for _, p := range []*person{ana, mara} {
		m = must(t)(p.slash(talk, "game new", nil))
		require.Equal(t, "⛔ "+p.say("table.refused.no_games_here", "channels", "<#"+games.ID+">"), m.Content)
	}
	require.Empty(t, talk.Messages())
	m = must(t)(ana.slash(games, "game new", localdiscord.Args{"thread": true}))
	require.False(t, ana.refused(m), m.Content)
	h.settle()
	thread := games.Threads()[0]
	require.False(t, ana.refused(must(t)(ana.slash(thread, "game leave", nil))))
	m = must(t)(ana.slash(thread, "game new", nil))
	require.False(t, ana.refused(m), "a thread counts as its channel")

	m = mara.chooseChannels(talk)
	require.Contains(t, m.Content, mara.say("bot.settings.everywhere"))
	require.False(t, ana.refused(must(t)(ana.slash(talk, "game new", nil))))
	h.clean()
}

func TestGamesAreOpenedByTheRoleChosenAndThoseWhoManageTheServer(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	mara, ana, bo := h.manager("Mara", "es-ES"), h.person("Ana", "de"), h.person("Bo", "fr")
	ch, second := h.guild.AddChannel("games"), h.guild.AddChannel("more")
	role := h.guild.AddRole("Players")
	role.Give(ana.User)
	m := must(t)(mara.slash(ch, "settings", localdiscord.Args{"role": role}))
	require.Contains(t, m.Content, mara.say("bot.settings.role", "Role", "<@&"+role.ID+">"))

	m = must(t)(bo.slash(ch, "game new", nil))
	require.Equal(t, "⛔ "+bo.say("table.refused.not_opener", "role", "<@&"+role.ID+">"), m.Content)
	require.False(t, ana.refused(must(t)(ana.slash(ch, "game new", nil))))
	require.False(t, mara.refused(must(t)(mara.slash(second, "game new", nil))), "who manages the server always may")
	require.False(t, bo.refused(must(t)(bo.slash(ch, "game join", nil))), "who may not open games may play")

	m = must(t)(mara.slash(ch, "settings", localdiscord.Args{"role": h.guild.ID}))
	require.Contains(t, m.Content, mara.say("bot.settings.everybody"))
	third := h.guild.AddChannel("third")
	require.False(t, bo.refused(must(t)(bo.slash(third, "game new", nil))))
	h.clean()
}

func TestATableHasTheServersLimitUnlessItIsGivenItsOwn(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	mara, ana := h.manager("Mara", "fr"), h.person("Ana", "de")
	ch, other := h.guild.AddChannel("games"), h.guild.AddChannel("other")
	m := must(t)(mara.slash(ch, "settings", localdiscord.Args{"limit": "86400"}))
	require.Contains(t, m.Content, mara.say("bot.settings.limit", "Limit", mara.say("bot.limit.86400")))
	must(t)(ana.slash(ch, "game new", nil))
	must(t)(ana.slash(other, "game new", localdiscord.Args{"limit": "0"}))
	now, _ := h.logOf(ch)
	require.Equal(t, table.Limit(86400), now.Limit)
	now, _ = h.logOf(other)
	require.Zero(t, now.Limit)
	m = must(t)(mara.slash(ch, "settings", localdiscord.Args{"limit": "0"}))
	require.Contains(t, m.Content, mara.say("bot.settings.limit", "Limit", mara.say("bot.limit.0")))
	h.clean()
}

func TestSettingsAreForThoseWhoMayManageTheServerStill(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	mara := h.manager("Mara", "fr")
	ch := h.guild.AddChannel("games")
	m := must(t)(mara.slash(ch, "settings", nil))
	h.guild.SetPermissions(mara.User, localdiscord.DefaultUserPermissions)
	m = must(t)(mara.wait(mara.Select(context.Background(), m, m.Controls()[0].CustomID, ch.ID)))
	require.Equal(t, "⛔ "+mara.say("table.refused.not_manager"), m.Content)
	settings, err := h.db.Settings(context.Background(), table.GuildID(snowflake(h.guild.ID)))
	require.NoError(t, err)
	require.Empty(t, settings.Channels)
}
