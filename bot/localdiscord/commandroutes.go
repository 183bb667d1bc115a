package localdiscord

import (
	"fmt"
	"net/http"
	"strings"
)

// commandScope is the guild whose commands a request is about; "" for the global ones. The lock is held.
func (s *Server) commandScope(c *call) (string, *apiError) {
	if c.param("app") != botID {
		return "", refuse(http.StatusForbidden, 20012, "You are not authorized to perform this action on this application")
	}
	guild := c.param("guild")
	if guild != "" {
		if g := s.world.guilds[guild]; g == nil || !g.botIsIn {
			return "", missingAccess()
		}
	}
	return guild, nil
}

func listCommands(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, refusal := s.commandScope(c)
	if refusal != nil {
		return reply{}, refusal
	}
	return ok(append([]*Command{}, s.world.guildCommands[scope]...))
}

func getCommand(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, refusal := s.commandScope(c)
	if refusal != nil {
		return reply{}, refusal
	}
	for _, have := range s.world.guildCommands[scope] {
		if have.ID == c.param("command") {
			return ok(have)
		}
	}
	return reply{}, unknown(CodeUnknownCommand, "application command")
}

// stamp gives a command its identity.
func (s *Server) stamp(c *Command, guild string) {
	if c.ID == "" {
		c.ID = s.newID()
	}
	c.GuildID, c.Version = guild, s.newID()
}

// overwriteCommands is the bulk overwrite: commands of the same name and type keep their id.
func overwriteCommands(s *Server, c *call) (reply, *apiError) {
	var bodies []commandBody
	if refusal := decodeBody(c.payload, &bodies); refusal != nil {
		return reply{}, refusal
	}
	var t errorTree
	commands := make([]*Command, 0, len(bodies))
	names := map[string]bool{}
	for i := range bodies {
		command := bodies[i].onto(nil)
		at := fmt.Sprintf("%d.", i)
		command.check(&t, at)
		key := commandKey(command)
		if names[key] {
			t.add(at+"name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		names[key] = true
		commands = append(commands, command)
	}
	if refusal := t.refusal(); refusal != nil {
		return reply{}, refusal
	}
	if refusal := countCommands(commands); refusal != nil {
		return reply{}, refusal
	}
	if refusal := c.conform(schemaCommands); refusal != nil {
		return reply{}, refusal
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, refusal := s.commandScope(c)
	if refusal != nil {
		return reply{}, refusal
	}
	for _, command := range commands {
		for _, have := range s.world.guildCommands[scope] {
			if commandKey(have) == commandKey(command) {
				command.ID = have.ID
			}
		}
		s.stamp(command, scope)
	}
	s.setCommands(scope, commands)
	return ok(commands)
}

func commandKey(c *Command) string { return fmt.Sprintf("%d %s", c.Type, c.Name) }

func countCommands(commands []*Command) *apiError {
	counts := map[int]int{}
	for _, c := range commands {
		counts[c.Type]++
	}
	if counts[commandChat] > maxCommands || counts[commandUser] > maxContextCommands || counts[commandMessage] > maxContextCommands {
		return refuse(http.StatusBadRequest, CodeTooManyCommands,
			fmt.Sprintf("Maximum number of application commands reached (%d).", maxCommands))
	}
	return nil
}

func createCommand(s *Server, c *call) (reply, *apiError) {
	return s.writeCommand(c, schemaCommandCreate, func([]*Command) (*Command, *apiError) { return nil, nil })
}

func editCommand(s *Server, c *call) (reply, *apiError) {
	return s.writeCommand(c, schemaCommandEdit, func(have []*Command) (*Command, *apiError) {
		for _, command := range have {
			if command.ID == c.param("command") {
				return command, nil
			}
		}
		return nil, unknown(CodeUnknownCommand, "application command")
	})
}

// writeCommand makes or changes one command. Creating one that exists already overwrites it.
func (s *Server) writeCommand(c *call, schema string, find func([]*Command) (*Command, *apiError)) (reply, *apiError) {
	var body commandBody
	if refusal := decodeBody(c.payload, &body); refusal != nil {
		return reply{}, refusal
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, refusal := s.commandScope(c)
	if refusal != nil {
		return reply{}, refusal
	}
	have := s.world.guildCommands[scope]
	before, refusal := find(have)
	if refusal != nil {
		return reply{}, refusal
	}
	command := body.onto(before)
	var t errorTree
	command.check(&t, "")
	if refusal := t.refusal(); refusal != nil {
		return reply{}, refusal
	}
	if refusal := c.conform(schema); refusal != nil {
		return reply{}, refusal
	}
	status := http.StatusOK
	next := make([]*Command, 0, len(have)+1)
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
	if len(next) == len(have) {
		status = http.StatusCreated
	}
	next = append(next, command)
	if refusal := countCommands(next); refusal != nil {
		return reply{}, refusal
	}
	s.stamp(command, scope)
	s.setCommands(scope, next)
	return reply{status, command}, nil
}

func deleteCommand(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, refusal := s.commandScope(c)
	if refusal != nil {
		return reply{}, refusal
	}
	have := s.world.guildCommands[scope]
	for i, command := range have {
		if command.ID == c.param("command") {
			s.setCommands(scope, append(append([]*Command{}, have[:i]...), have[i+1:]...))
			return noContent()
		}
	}
	return reply{}, unknown(CodeUnknownCommand, "application command")
}

// setCommands replaces the commands of a scope. The lock is held.
func (s *Server) setCommands(scope string, commands []*Command) {
	s.world.guildCommands[scope] = commands
	s.changed(Change{Commands: true})
}

// Commands are the registered commands, of a guild or, with "", the global ones.
func (s *Server) Commands(guildID string) []*Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*Command(nil), s.world.guildCommands[guildID]...)
}

// commandsIn are the slash commands that can be typed in a channel: the guild's own hide global ones of the same name.
// The lock is held.
func (w *world) commandsIn(ch *channelState) []*Command {
	var list []*Command
	seen := map[string]bool{}
	for _, scope := range []string{ch.guildID, ""} {
		for _, c := range w.guildCommands[scope] {
			if c.Type != commandChat || seen[strings.ToLower(c.Name)] || !c.usableIn(ch) {
				continue
			}
			seen[strings.ToLower(c.Name)] = true
			list = append(list, c)
		}
	}
	return list
}

// usableIn looks at contexts: 0 is a guild, 1 the bot's direct messages.
func (c *Command) usableIn(ch *channelState) bool {
	context := 0
	if ch.guildID == "" {
		context = 1
		if c.DMPermission != nil && !*c.DMPermission {
			return false
		}
	}
	if len(c.Contexts) == 0 {
		return true
	}
	for _, have := range c.Contexts {
		if have == context {
			return true
		}
	}
	return false
}
