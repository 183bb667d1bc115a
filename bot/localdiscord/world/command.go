package world

import (
	"strings"

	"amytis/bot/localdiscord/wire"
)

// Commands returns the commands by guild, the global ones under "".
func (w *World) Commands() map[string][]*wire.Command { return w.commands }

// SetCommands replaces the commands of a guild or, with "", the global ones.
func (w *World) SetCommands(guildID string, commands []*wire.Command) {
	w.commands[guildID] = commands
	w.changed(Change{Commands: true})
}

// commandName returns a command's name as it is compared with others.
func commandName(c *wire.Command) string { return strings.ToLower(c.Name) }
