package rest

import (
	"fmt"
	"net/http"
	"slices"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/limits"
	"amytis/bot/localdiscord/schema"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// commandScope returns the guild whose commands a request is about, "" for the global ones.
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

func unknownCommand() *wire.Refusal {
	return wire.Unknown(wire.CodeUnknownCommand, "application command")
}

// find returns the command of a request, nil if it is not among those.
func (c *call) find(commands []*wire.Command) *wire.Command {
	for _, command := range commands {
		if command.ID == c.param("command") {
			return command
		}
	}
	return nil
}

func getCommand(c *call, w *world.World) (reply, *wire.Refusal) {
	scope, refusal := c.commandScope(w)
	if refusal != nil {
		return refused(refusal)
	}
	if command := c.find(w.Commands.Of(scope)); command != nil {
		return ok(command)
	}
	return refused(unknownCommand())
}

// stamp gives a command its ids.
func stamp(w *world.World, command *wire.Command, guild string) {
	if command.ID == "" {
		command.ID = w.NewID()
	}
	command.ApplicationID, command.GuildID, command.Version = world.BotID, guild, w.NewID()
}

// overwriteCommands replaces all commands of a scope. Commands of the same name and type keep their
// id.
func overwriteCommands(c *call) (reply, *wire.Refusal) {
	var bodies []body.Command
	if refusal := wire.Decode(c.payload, &bodies); refusal != nil {
		return refused(refusal)
	}
	var t wire.Problems
	commands := make([]*wire.Command, 0, len(bodies))
	names := map[string]bool{}
	for i := range bodies {
		command := bodies[i].Onto(nil)
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
			for _, have := range w.Commands.Of(scope) {
				if commandKey(have) == commandKey(command) {
					command.ID = have.ID
				}
			}
			stamp(w, command, scope)
		}
		w.Commands.Set(scope, commands)
		return ok(commands)
	})
}

func commandKey(c *wire.Command) string { return fmt.Sprintf("%d %s", c.Type, c.Name) }

func createCommand(c *call) (reply, *wire.Refusal) {
	none := func([]*wire.Command) (*wire.Command, *wire.Refusal) { return nil, nil }
	return c.writeCommand(schema.CommandCreate, none)
}

func editCommand(c *call) (reply, *wire.Refusal) {
	return c.writeCommand(schema.CommandEdit, func(have []*wire.Command) (*wire.Command, *wire.Refusal) {
		if command := c.find(have); command != nil {
			return command, nil
		}
		return nil, unknownCommand()
	})
}

// writeCommand creates or changes one command. Creating one that exists already overwrites it.
// edited returns the command that the body changes, nil to create one.
func (c *call) writeCommand(place schema.Place,
	edited func([]*wire.Command) (*wire.Command, *wire.Refusal)) (reply, *wire.Refusal) {
	var b body.Command
	if refusal := wire.Decode(c.payload, &b); refusal != nil {
		return refused(refusal)
	}
	return c.locked(func(w *world.World) (reply, *wire.Refusal) {
		scope, refusal := c.commandScope(w)
		if refusal != nil {
			return refused(refusal)
		}
		have := w.Commands.Of(scope)
		before, refusal := edited(have)
		if refusal != nil {
			return refused(refusal)
		}
		command := b.Onto(before)
		var t wire.Problems
		limits.Command(&t, "", command)
		if refusal := t.Refusal(); refusal != nil {
			return refused(refusal)
		}
		if refusal := c.Schemas.Check(place, c.payload); refusal != nil {
			return refused(refusal)
		}
		next := make([]*wire.Command, 0, len(have)+1)
		for _, other := range have {
			if other == before {
				continue
			}
			if commandKey(other) == commandKey(command) {
				command.ID = other.ID
				continue
			}
			next = append(next, other)
		}
		status := http.StatusOK
		if len(next) == len(have) {
			status = http.StatusCreated
		}
		next = append(next, command)
		if refusal := limits.CommandCount(next); refusal != nil {
			return refused(refusal)
		}
		stamp(w, command, scope)
		w.Commands.Set(scope, next)
		return reply{status, command}, nil
	})
}

func deleteCommand(c *call, w *world.World) (reply, *wire.Refusal) {
	scope, refusal := c.commandScope(w)
	if refusal != nil {
		return refused(refusal)
	}
	have := w.Commands.Of(scope)
	gone := c.find(have)
	if gone == nil {
		return refused(unknownCommand())
	}
	w.Commands.Set(scope, slices.DeleteFunc(slices.Clone(have), func(other *wire.Command) bool { return other == gone }))
	return noContent()
}
