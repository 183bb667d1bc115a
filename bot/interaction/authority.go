package interaction

import (
	"github.com/bwmarrin/discordgo"

	"amytis/engine/table"
)

// may reports whether who asks has all of the permissions here.
func (r *Request) may(permissions int64) bool {
	return r.Interaction.Member.Permissions&permissions == permissions ||
		r.Interaction.Member.Permissions&discordgo.PermissionAdministrator != 0
}

// Moderator reports whether who asks may tidy up in this channel.
func (r *Request) Moderator() bool { return r.may(discordgo.PermissionManageMessages) }

// Manager reports whether who asks may manage the server.
func (r *Request) Manager() bool { return r.may(discordgo.PermissionManageGuild) }

// Hosts reports whether who asked may decide for the table.
func (r *Request) Hosts(t *table.Table) bool { return t.Host == r.User || r.Moderator() }
