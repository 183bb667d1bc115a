package interaction

import (
	"github.com/bwmarrin/discordgo"

	"amytis/engine/table"
)

func (in *Input) hasPermissions(permissions int64) bool {
	return in.Interaction.Member.Permissions&permissions == permissions ||
		in.Interaction.Member.Permissions&discordgo.PermissionAdministrator != 0
}

func (in *Input) Moderator() bool { return in.hasPermissions(discordgo.PermissionManageMessages) }

func (in *Input) Manager() bool { return in.hasPermissions(discordgo.PermissionManageGuild) }

// Hosts reports whether the user is the host of the table or a moderator.
func (in *Input) Hosts(t *table.Table) bool { return t.Host == in.User || in.Moderator() }
