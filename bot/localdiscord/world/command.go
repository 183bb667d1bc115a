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

func (c *Commands) All() map[string][]*wire.Command { return c.byGuild }

func (c *Commands) Of(guildID string) []*wire.Command { return c.byGuild[guildID] }

func (c *Commands) Set(guildID string, commands []*wire.Command) {
	c.byGuild[guildID] = commands
	c.world.changed(Change{Commands: true})
}

func (c *Commands) Restore(commands map[string][]*wire.Command) { c.byGuild = commands }

func commandName(c *wire.Command) string { return strings.ToLower(c.Name) }
