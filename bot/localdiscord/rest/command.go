package rest

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"

	"amytis/bot/localdiscord/wire"
)

func listCommands(c *call) (any, *wire.Refusal) {
	return append([]*wire.Command{}, c.world.Commands...), c.ofBot()
}

// overwriteCommands keeps the ids of commands that stay, by name and type.
func overwriteCommands(c *call, commands *[]*wire.Command) (any, *wire.Refusal) {
	var t wire.Problems
	names := map[string]bool{}
	for i, command := range *commands {
		command.Type = cmp.Or(command.Type, wire.CommandChat)
		if command.IntegrationTypes == nil {
			command.IntegrationTypes = []int{0}
		}
		if command.Type != wire.CommandEntryPoint {
			t.Check(fmt.Sprint(i), command)
		}
		wire.Unique(&t, names, commandKey(command), fmt.Sprintf("%d.name", i), "APPLICATION_COMMANDS_DUPLICATE_NAME",
			"Application command names must be unique")
	}
	if refusal := cmp.Or(t.Refusal(), wire.CommandCount(*commands), c.ofBot()); refusal != nil {
		return nil, refusal
	}
	for _, existing := range c.world.Commands {
		if existing.Type == wire.CommandEntryPoint && commandLike(existing, *commands) == nil {
			return nil, wire.Refuse(http.StatusBadRequest, wire.CodeEntryPointLost, "You cannot remove this app's "+
				"Entry Point command in a bulk update operation. Please include the Entry Point command in your update "+
				"request or delete it separately.")
		}
	}
	for _, command := range *commands {
		command.ID = c.world.NewID()
		if existing := commandLike(command, c.world.Commands); existing != nil {
			command.ID = existing.ID
		}
		command.ApplicationID = c.world.Bot.ID
		command.Version = c.world.NewID()
	}
	c.world.SetCommands(*commands)
	return *commands, nil
}

// commandLike returns the command of the same type and name, nil if there is none.
func commandLike(c *wire.Command, list []*wire.Command) *wire.Command {
	i := slices.IndexFunc(list, func(other *wire.Command) bool { return commandKey(other) == commandKey(c) })
	if i < 0 {
		return nil
	}
	return list[i]
}

func commandKey(c *wire.Command) string { return fmt.Sprintf("%d %s", c.Type, c.Name) }
