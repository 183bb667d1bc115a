package localdiscord

// Guild is a handle on a guild ("server" to its members).
type Guild struct {
	server *Server
	ID     string
	Name   string
}

// ChannelInfo is what people see of a channel besides its messages.
type ChannelInfo struct {
	Topic    string
	ParentID string // of a thread
	DM       bool
	Private  bool
	Archived bool
}

// Channel is a handle on a text channel, thread or direct conversation.
type Channel struct {
	server  *Server
	ID      string
	GuildID string
	Name    string
}

// given takes an id from outside, or makes one.
func (s *Server) given(id []string) string {
	if len(id) > 0 && id[0] != "" {
		s.ids.reserve(id[0])
		return id[0]
	}
	return s.newID()
}

// AddGuild makes a guild with the bot in it. The locale is the guild's preferred one, such as "en-US". A fixed id can
// be given. The bot is told with GUILD_CREATE.
func (s *Server) AddGuild(name, locale string, id ...string) *Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := &guildState{id: s.given(id), name: name, locale: locale, members: map[string]*memberState{},
		joined: s.now().UTC(), botIsIn: true}
	s.world.guilds[g.id] = g
	s.joinGuild(g, s.world.bot, DefaultBotPermissions)
	s.gateway.emit("GUILD_CREATE", intentGuilds, s.world.wireGuildCreate(g))
	return &Guild{s, g.id, name}
}

func (s *Server) joinGuild(g *guildState, u *userState, p Permissions) {
	if m := g.members[u.id]; m != nil {
		m.permissions = p
		return
	}
	g.members[u.id] = &memberState{user: u, roleID: s.newID(), permissions: p, joined: s.now().UTC()}
}

// AddUser makes a person with a client in the locale. A fixed id can be given.
func (s *Server) AddUser(name, locale string, id ...string) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := &userState{id: s.given(id), name: name, locale: locale}
	s.world.users[u.id] = u
	return &User{server: s, ID: u.id, Name: name}
}

// Guilds are all there are, in the order of their ids.
func (s *Server) Guilds() []*Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*Guild
	for _, id := range sortedKeys(s.world.guilds) {
		list = append(list, &Guild{s, id, s.world.guilds[id].name})
	}
	return list
}

// Users are all people, in the order of their ids.
func (s *Server) Users() []*User {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*User
	for _, id := range sortedKeys(s.world.users) {
		if u := s.world.users[id]; !u.bot {
			list = append(list, &User{server: s, ID: id, Name: u.name})
		}
	}
	return list
}

// Guild finds a guild by id; nil if there is none.
func (s *Server) Guild(id string) *Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.world.guilds[id]; g != nil {
		return &Guild{s, id, g.name}
	}
	return nil
}

// User finds a person by id; nil if there is none.
func (s *Server) User(id string) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u := s.world.users[id]; u != nil && !u.bot {
		return &User{server: s, ID: id, Name: u.name}
	}
	return nil
}

// Channel finds a channel or thread by id; nil if there is none.
func (s *Server) Channel(id string) *Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.channelHandle(s.world.channels[id])
}

func (s *Server) channelHandle(ch *channelState) *Channel {
	if ch == nil {
		return nil
	}
	return &Channel{s, ch.id, ch.guildID, ch.name}
}

// Info is how the channel is now; the zero value if it is gone.
func (c *Channel) Info() ChannelInfo {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.world.channels[c.ID]
	if ch == nil {
		return ChannelInfo{}
	}
	return ChannelInfo{Topic: ch.topic, ParentID: ch.parentID, DM: ch.kind == channelDM,
		Private: ch.kind == channelPrivateThread, Archived: ch.archived}
}

// AddChannel makes a text channel. A fixed id can be given.
func (g *Guild) AddChannel(name string, id ...string) *Channel {
	s := g.server
	s.mu.Lock()
	defer s.mu.Unlock()
	state := s.world.guilds[g.ID]
	ch := &channelState{id: s.given(id), guildID: g.ID, name: name, kind: channelText, position: len(state.channels),
		overwrites: map[string]*overwrite{}}
	s.world.channels[ch.id] = ch
	state.channels = append(state.channels, ch.id)
	s.changed(Change{Channel: ch.id})
	s.gateway.emit("CHANNEL_CREATE", intentGuilds, s.world.wireChannel(ch))
	return s.channelHandle(ch)
}

// Join makes people members, with [DefaultUserPermissions].
func (g *Guild) Join(users ...*User) {
	s := g.server
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, u := range users {
		s.joinGuild(s.world.guilds[g.ID], s.world.users[u.ID], DefaultUserPermissions)
	}
}

// Leave ends a membership.
func (g *Guild) Leave(u *User) {
	s := g.server
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.world.guilds[g.ID].members, u.ID)
}

// SetPermissions says exactly what a member may do in the guild.
func (g *Guild) SetPermissions(u *User, p Permissions) { g.setPermissions(u.ID, p) }

// SetBotPermissions says exactly what the bot may do in the guild.
func (g *Guild) SetBotPermissions(p Permissions) { g.setPermissions(botID, p) }

func (g *Guild) setPermissions(userID string, p Permissions) {
	s := g.server
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.world.guilds[g.ID].members[userID]
	if m == nil {
		panic("localdiscord: permissions of somebody who is no member of " + g.Name)
	}
	m.permissions = p
	for _, role := range s.world.guilds[g.ID].roles() {
		if role.ID == m.roleID {
			s.gateway.emit("GUILD_ROLE_UPDATE", intentGuilds, map[string]any{"guild_id": g.ID, "role": role})
		}
	}
}

// Role is a handle on a role that members can be given.
type Role struct {
	server  *Server
	ID      string
	GuildID string
}

// AddRole makes a role without permissions. The bot is told with GUILD_ROLE_CREATE.
func (g *Guild) AddRole(name string) *Role {
	s := g.server
	s.mu.Lock()
	defer s.mu.Unlock()
	state := s.world.guilds[g.ID]
	role := wireRole{ID: s.newID(), Name: name}
	state.further = append(state.further, role)
	s.gateway.emit("GUILD_ROLE_CREATE", intentGuilds, map[string]any{"guild_id": g.ID, "role": role})
	return &Role{s, role.ID, g.ID}
}

// Give gives the role to a member. Nobody is told: that would take the members intent.
func (r *Role) Give(u *User) {
	s := r.server
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.world.guilds[r.GuildID].members[u.ID]
	if m == nil {
		panic("localdiscord: a role for somebody who is no member")
	}
	m.given = append(m.given, r.ID)
}

// SetNick gives a member another name in this guild.
func (g *Guild) SetNick(u *User, nick string) {
	s := g.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.world.guilds[g.ID].members[u.ID]; m != nil {
		m.nick = nick
	}
}

// RemoveBot kicks the bot. It is told with GUILD_DELETE.
func (g *Guild) RemoveBot() {
	s := g.server
	s.mu.Lock()
	defer s.mu.Unlock()
	state := s.world.guilds[g.ID]
	state.botIsIn = false
	delete(state.members, botID)
	s.gateway.emit("GUILD_DELETE", intentGuilds, map[string]any{"id": g.ID})
}

// AddBot invites the bot back. It is told with GUILD_CREATE.
func (g *Guild) AddBot(p Permissions) {
	s := g.server
	s.mu.Lock()
	defer s.mu.Unlock()
	state := s.world.guilds[g.ID]
	state.botIsIn = true
	s.joinGuild(state, s.world.bot, p)
	s.gateway.emit("GUILD_CREATE", intentGuilds, s.world.wireGuildCreate(state))
}

// Channels are the text channels and threads of the guild.
func (g *Guild) Channels() []*Channel {
	s := g.server
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*Channel
	for _, id := range s.world.guilds[g.ID].channels {
		list = append(list, s.channelHandle(s.world.channels[id]))
	}
	return list
}

// Deny takes permissions away from a member in this channel.
func (c *Channel) Deny(u *User, p Permissions) { c.overwrite(u.ID, 1, 0, p) }

// Allow gives a member permissions in this channel.
func (c *Channel) Allow(u *User, p Permissions) { c.overwrite(u.ID, 1, p, 0) }

// DenyBot takes permissions away from the bot in this channel.
func (c *Channel) DenyBot(p Permissions) { c.overwrite(botID, 1, 0, p) }

// AllowBot gives the bot permissions in this channel, also those that were denied.
func (c *Channel) AllowBot(p Permissions) { c.overwrite(botID, 1, p, 0) }

// DenyEveryone takes permissions away from all who are not allowed by name.
func (c *Channel) DenyEveryone(p Permissions) { c.overwrite(c.GuildID, 0, 0, p) }

func (c *Channel) overwrite(id string, kind int, allow, deny Permissions) {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.world.channels[c.ID]
	if ch == nil || ch.overwrites == nil {
		panic("localdiscord: only text channels have overwrites")
	}
	o := ch.overwrites[id]
	if o == nil {
		o = &overwrite{ID: id, Type: kind}
		ch.overwrites[id] = o
	}
	o.Allow = o.Allow&^deny | allow
	o.Deny = o.Deny&^allow | deny
	s.gateway.emit("CHANNEL_UPDATE", intentGuilds, s.world.wireChannel(ch))
}

// Archive archives a thread, as a moderator does or the passing of time.
func (c *Channel) Archive(archived bool) {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if ch := s.world.channels[c.ID]; ch != nil && ch.isThread() {
		ch.archived, ch.archiveChanged = archived, s.now().UTC()
		s.changed(Change{Channel: ch.id})
		s.gateway.emit("THREAD_UPDATE", intentGuilds, s.world.wireChannel(ch))
	}
}

// Lock locks a thread, as a moderator does: only those who may manage threads can bring it back from the archive.
func (c *Channel) Lock(locked bool) {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if ch := s.world.channels[c.ID]; ch != nil && ch.isThread() {
		ch.locked = locked
		s.gateway.emit("THREAD_UPDATE", intentGuilds, s.world.wireChannel(ch))
	}
}

// Delete deletes the channel or thread with all in it, as a moderator does.
func (c *Channel) Delete() {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if ch := s.world.channels[c.ID]; ch != nil && ch.guildID != "" {
		s.dropChannel(ch)
	}
}

// Threads are the threads of the channel, archived ones included, in order of creation.
func (c *Channel) Threads() []*Channel {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*Channel
	if g := s.world.guilds[c.GuildID]; g != nil {
		for _, id := range g.channels {
			if ch := s.world.channels[id]; ch.parentID == c.ID {
				list = append(list, s.channelHandle(ch))
			}
		}
	}
	return list
}
