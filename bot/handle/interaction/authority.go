package interaction

import (
	"github.com/bwmarrin/discordgo"

	"amytis/engine/table"
)

// hasPermissions reports whether the user has all of the permissions in the channel.
func (in *Input) hasPermissions(permissions int64) bool {
	return in.Interaction.Member.Permissions&permissions == permissions ||
		in.Interaction.Member.Permissions&discordgo.PermissionAdministrator != 0
}

// Moderator reports whether the user may manage messages in the channel.
func (in *Input) Moderator() bool { return in.hasPermissions(discordgo.PermissionManageMessages) }

// Manager reports whether the user may manage the server.
func (in *Input) Manager() bool { return in.hasPermissions(discordgo.PermissionManageGuild) }

// Hosts reports whether the user is the host of the table or a moderator.
func (in *Input) Hosts(t *table.Table) bool { return t.Host == in.User || in.Moderator() }
