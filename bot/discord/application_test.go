package discord

import (
	"os"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest"
	"amytis/bot/discord/rest/resttest"
)

func TestCommandsAreOverwrittenOnlyWhenTheyChanged(t *testing.T) {
	t.Parallel()
	c, got := answers(t, resttest.Reply(200, `{"id":"77"}`),
		resttest.Reply(200, `[{"id":"9","name":"old","type":1},{"id":"8","name":"launch","type":4,"handler":2,"new":{"a":1}}]`),
		resttest.Reply(200, `[{"id":"123","name":"garden"},{"id":"8","name":"launch","type":4}]`),
		resttest.Reply(200, `[]`))
	names := map[discordgo.Locale]string{}
	for _, l := range []discordgo.Locale{"de", "fr", "es-ES", "id", "ja"} {
		names[l] = string(l)
	}
	cmds := []*discordgo.ApplicationCommand{{Name: "garden", Description: "d", NameLocalizations: &names}}
	first, changed, err := c.Application.OverwriteCommandsIfChanged(t.Context(), cmds, Registration{})
	require.NoError(t, err)
	assert.True(t, changed, "Discord does not have these commands yet")
	assert.Equal(t, map[string]string{"garden": "123", "launch": "8"}, first.IDs)
	assert.Equal(t, []string{"launch"}, first.Kept)
	assert.Equal(t, "/api/v10/applications/@me", got()[0].Path)
	assert.Equal(t, "GET with_localizations=true", got()[1].Method+" "+got()[1].Query)
	assert.Equal(t, "PUT /api/v10/applications/77/commands", got()[2].Method+" "+got()[2].Path)
	assert.Contains(t, got()[2].JSON, `,{"id":"8","name":"launch","type":4,"handler":2,"new":{"a":1}}]`, "unchanged")
	assert.NotContains(t, got()[2].JSON, "old")

	for range 20 {
		again, changed, err := c.Application.OverwriteCommandsIfChanged(t.Context(), cmds, first)
		require.NoError(t, err)
		assert.False(t, changed, "Discord has these commands already")
		assert.Equal(t, first, again)
	}
	assert.Len(t, got(), 3)

	other, changed, err := c.Application.OverwriteCommandsIfChanged(t.Context(), nil, first)
	require.NoError(t, err)
	assert.True(t, changed, "the bot has no commands any more")
	assert.NotEqual(t, first.Hash, other.Hash)
	assert.Empty(t, other.IDs)
	assert.Equal(t, `[]`, got()[4].JSON)
}

func TestFailedOverwritesAreNotRemembered(t *testing.T) {
	t.Parallel()
	c, _ := answers(t, resttest.Reply(200, `{"id":"77"}`), resttest.Reply(500, ""))
	old := Registration{Hash: "old", IDs: map[string]string{"x": "1"}}
	now, changed, err := c.Application.OverwriteCommandsIfChanged(t.Context(),
		[]*discordgo.ApplicationCommand{{Name: "x"}}, old)
	require.ErrorIs(t, err, rest.ErrTemporary)
	assert.False(t, changed, "Discord did not take the commands")
	assert.Equal(t, old, now)
}

func TestReadmeHasTheInstallLink(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	link := "<" + InstallLink("APP_ID", "") + ">"
	assert.True(t, strings.Contains(string(readme), link), link)
}

func TestInstallLinkCanPreselectAServer(t *testing.T) {
	assert.Equal(t, InstallLink("7", "")+"&guild_id=8", InstallLink("7", "8"))
}
