package world

import (
	"strings"

	"amytis/bot/localdiscord/wire"
)

// Commands are the slash commands of the application, by guild. "" has the global ones.
type Commands struct {
	world   *World
	byGuild map[string][]*wire.Command
}

// All returns the commands by guild, the global ones under "".
func (c *Commands) All() map[string][]*wire.Command { return c.byGuild }

// Of returns the commands of a guild or, with "", the global ones.
func (c *Commands) Of(guildID string) []*wire.Command { return c.byGuild[guildID] }

// Set replaces the commands of a guild or, with "", the global ones.
func (c *Commands) Set(guildID string, commands []*wire.Command) {
	c.byGuild[guildID] = commands
	c.world.changed(Change{Commands: true})
}

// Restore brings back commands from an earlier run.
func (c *Commands) Restore(commands map[string][]*wire.Command) { c.byGuild = commands }

// commandName returns a command's name as it is compared with others.
func commandName(c *wire.Command) string { return strings.ToLower(c.Name) }
