package localdiscord

import "strconv"

// guildOf finds the guild of a request, if the bot is in it. The lock is held.
func (s *Server) guildOf(c *call) (*guildState, *apiError) {
	g := s.world.guilds[c.param("guild")]
	if g == nil {
		return nil, unknown(CodeUnknownGuild, "Guild")
	}
	if !g.botIsIn {
		return nil, missingAccess()
	}
	return g, nil
}

func getGuild(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, refusal := s.guildOf(c)
	if refusal != nil {
		return reply{}, refusal
	}
	return ok(g.wire())
}

func listChannels(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, refusal := s.guildOf(c)
	if refusal != nil {
		return reply{}, refusal
	}
	list := []wireChannel{}
	for _, id := range g.channels {
		if ch := s.world.channels[id]; !ch.isThread() {
			list = append(list, s.world.wireChannel(ch))
		}
	}
	return ok(list)
}

func listRoles(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, refusal := s.guildOf(c)
	if refusal != nil {
		return reply{}, refusal
	}
	return ok(g.roles())
}

// listMembers needs the members intent on Discord.
func listMembers(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, refusal := s.guildOf(c)
	if refusal != nil {
		return reply{}, refusal
	}
	if !s.options.PrivilegedIntents {
		return reply{}, missingAccess()
	}
	limit := 1
	if text := c.query("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 1000 {
			return reply{}, invalidField("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 1000.")
		}
		limit = n
	}
	list := []wireMember{}
	for _, id := range g.memberIDs() {
		if after := c.query("after"); len(list) < limit && (after == "" || older(after, id)) {
			list = append(list, g.members[id].wire(true))
		}
	}
	return ok(list)
}

func getMember(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, refusal := s.guildOf(c)
	if refusal != nil {
		return reply{}, refusal
	}
	id := c.param("user")
	if id == "@me" {
		id = botID
	}
	m := g.members[id]
	if m == nil {
		return reply{}, unknown(CodeUnknownMember, "Member")
	}
	return ok(m.wire(true))
}

func getUser(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := c.param("user")
	if id == "@me" {
		id = botID
	}
	u := s.world.users[id]
	if u == nil {
		return reply{}, unknown(CodeUnknownUser, "User")
	}
	return ok(u.wire())
}

func getMyGuilds(s *Server, _ *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []map[string]any{}
	for _, id := range sortedKeys(s.world.guilds) {
		if g := s.world.guilds[id]; g.botIsIn {
			list = append(list, map[string]any{"id": id, "name": g.name, "icon": nil, "owner": false,
				"permissions": g.members[botID].permissions, "features": []string{}})
		}
	}
	return ok(list)
}

// getApplication is the bot's application. https://discord.com/developers/docs/resources/application
func getApplication(s *Server, _ *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return ok(map[string]any{"id": botID, "name": s.world.bot.name, "icon": nil, "description": "", "bot_public": true,
		"bot_require_code_grant": false, "verify_key": "0000000000000000000000000000000000000000000000000000000000000000",
		"flags": 0, "bot": s.world.bot.wire(), "team": nil, "summary": ""})
}
