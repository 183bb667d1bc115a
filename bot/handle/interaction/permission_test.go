package interaction

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/text"
)

func TestInstallLinkAsksForExactlyTheNeededPermissions(t *testing.T) {
	want := int64(discordgo.PermissionReadMessageHistory) // which the announcer can do without
	for _, p := range needed {
		want |= p.bit
	}
	assert.Equal(t, want, int64(discord.InstallPermissions))
}

func TestEveryPermissionHasWords(t *testing.T) {
	var keys []string
	for _, p := range needed {
		keys = append(keys, "bot.permission."+p.key)
	}
	for _, lang := range text.Langs() {
		require.Subset(t, text.Keys(lang), keys)
	}
}
