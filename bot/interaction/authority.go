package interaction

import (
	"github.com/bwmarrin/discordgo"

	"amytis/engine/table"
)

// hasPermissions reports whether the user has all of the permissions in the channel.
func (r *Request) hasPermissions(permissions int64) bool {
	return r.Interaction.Member.Permissions&permissions == permissions ||
		r.Interaction.Member.Permissions&discordgo.PermissionAdministrator != 0
}

// Moderator reports whether the user may manage messages in the channel.
func (r *Request) Moderator() bool { return r.hasPermissions(discordgo.PermissionManageMessages) }

// Manager reports whether the user may manage the server.
func (r *Request) Manager() bool { return r.hasPermissions(discordgo.PermissionManageGuild) }

// Hosts reports whether the user is the host of the table or a moderator.
func (r *Request) Hosts(t *table.Table) bool { return t.Host == r.User || r.Moderator() }
