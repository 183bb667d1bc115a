package rest

import (
	"fmt"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/limits"
	"amytis/bot/localdiscord/schema"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// commandScope is "" for the global commands.
func (c *call) commandScope(w *world.World) (string, *wire.Refusal) {
	if refusal := c.ofBot(); refusal != nil {
		return "", refusal
	}
	guild := c.param("guild")
	if guild != "" {
		if g := w.Guild(guild); g == nil || !g.HasCommands {
			return "", wire.MissingAccess()
		}
	}
	return guild, nil
}

func listCommands(c *call, w *world.World) (reply, *wire.Refusal) {
	scope, refusal := c.commandScope(w)
	if refusal != nil {
		return refused(refusal)
	}
	return ok(append([]*wire.Command{}, w.Commands.Of(scope)...))
}

func stamp(w *world.World, command *wire.Command, guild string) {
	if command.ID == "" {
		command.ID = w.NewID()
	}
	command.ApplicationID, command.GuildID, command.Version = world.BotID, guild, w.NewID()
}

// overwriteCommands keeps the ids of commands that stay, by name and type.
func overwriteCommands(c *call) (reply, *wire.Refusal) {
	var bodies []body.Command
	if refusal := wire.Decode(c.payload, &bodies); refusal != nil {
		return refused(refusal)
	}
	var t wire.Problems
	commands := make([]*wire.Command, 0, len(bodies))
	names := map[string]bool{}
	for i := range bodies {
		command := bodies[i].Registered()
		at := fmt.Sprintf("%d.", i)
		limits.Command(&t, at, command)
		key := commandKey(command)
		if names[key] {
			t.Add(at+"name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		names[key] = true
		commands = append(commands, command)
	}
	if refusal := t.Refusal(); refusal != nil {
		return refused(refusal)
	}
	if refusal := limits.CommandCount(commands); refusal != nil {
		return refused(refusal)
	}
	if refusal := c.Schemas.Check(schema.Commands, c.payload); refusal != nil {
		return refused(refusal)
	}
	return c.locked(func(w *world.World) (reply, *wire.Refusal) {
		scope, refusal := c.commandScope(w)
		if refusal != nil {
			return refused(refusal)
		}
		for _, command := range commands {
			for _, existing := range w.Commands.Of(scope) {
				if commandKey(existing) == commandKey(command) {
					command.ID = existing.ID
				}
			}
			stamp(w, command, scope)
		}
		w.Commands.Set(scope, commands)
		return ok(commands)
	})
}

func commandKey(c *wire.Command) string { return fmt.Sprintf("%d %s", c.Type, c.Name) }
