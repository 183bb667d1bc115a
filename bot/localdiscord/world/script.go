package world

import (
	"path"
	"slices"
	"time"

	"amytis/bot/localdiscord/wire"
)

// This file has what a test or a page does with a world. All of it takes the lock.

// AddUser adds a person. locale is the language of the person's client; id may be given.
func (s *State) AddUser(name, locale string, id ...string) *User {
	w := &s.world
	defer w.lock()()
	u := &User{world: w, ID: w.idOr(id), Name: name, Locale: locale}
	w.Users[u.ID] = u
	return u
}

// Install installs the application for a user, as guilds do for all their members.
func (s *State) Install(u *User) {
	defer s.world.lock()()
	u.installed = true
}

func (s *State) Guilds() []*Guild {
	return Read(s, func(w *World) []*Guild { return InOrder(w.Guilds) })
}

func (s *State) Users() []*User {
	all := Read(s, func(w *World) []*User { return InOrder(w.Users) })
	return slices.DeleteFunc(all, func(u *User) bool { return u.Bot })
}

// UserNamed returns nil if nobody has the name.
func (s *State) UserNamed(name string) *User {
	all := s.Users()
	if i := slices.IndexFunc(all, func(u *User) bool { return u.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// Channel returns an empty one, in which nobody may do anything, if there is none with the id.
func (s *State) Channel(id string) *Channel {
	defer s.world.lock()()
	if ch := s.world.Channels[id]; ch != nil {
		return ch
	}
	return &Channel{posted: posted{world: &s.world}, ID: id}
}

// Message is nil for unknown and deleted messages.
func (s *State) Message(id string) *wire.Message {
	return Read(s, func(w *World) *wire.Message { return w.Messages.ByID(id) })
}

// History returns the last 51 versions of a message, oldest first. The deletion is one.
func (s *State) History(id string) []*wire.Message {
	defer s.world.lock()()
	if r := s.world.Messages.Record(id); r != nil {
		return r.Versions()
	}
	return nil
}

// Interaction returns an interaction that is still known, or nil.
func (s *State) Interaction(id string) *Interaction {
	defer s.world.lock()()
	for _, in := range s.world.interactions {
		if in.ID == id {
			return in
		}
	}
	return nil
}

// File returns the bytes of an attachment by its URL.
func (s *State) File(url string) (data []byte, found bool) {
	defer s.world.lock()()
	f, found := s.world.File(path.Base(path.Dir(url)))
	return f.Data, found && s.URL()+f.Path == url
}

func (s *State) Commands() []*wire.Command {
	return Read(s, func(w *World) []*wire.Command { return slices.Clone(w.Commands) })
}

// SwitchOnActivities adds the command that Discord adds when the bot's developer does so.
// https://discord.com/developers/docs/interactions/application-commands#default-entry-point-command
func (s *State) SwitchOnActivities() {
	w := &s.world
	defer w.lock()()
	w.SetCommands(append(w.Commands, &wire.Command{ID: w.NewID(), ApplicationID: w.Bot.ID, Version: w.NewID(),
		Type: wire.CommandEntryPoint, Name: "launch", Handler: 2, IntegrationTypes: []int{0}}))
}

func (s *State) Emoji() []*wire.ApplicationEmoji {
	return Read(s, func(w *World) []*wire.ApplicationEmoji { return slices.Clone(w.Emoji) })
}

// DropEmoji deletes an emoji of the bot's application, as its developer can.
func (s *State) DropEmoji(name string) {
	s.WithWorld(func(w *World) { w.DropEmoji(w.EmojiByName(name)) })
}

// BotPresence is what stands below the bot's name.
func (s *State) BotPresence() string { return Read(s, func(w *World) string { return w.Bot.Presence }) }

// GiveUpInteractions tells everybody at once that the bot, which has died, did not respond.
func (s *State) GiveUpInteractions() {
	s.WithWorld(func(w *World) { w.giveUpInteractions(NotResponded) })
}

// ForgetNonces does what Discord does after some minutes.
func (s *State) ForgetNonces() { s.WithWorld(func(w *World) { clear(w.Messages.byNonce) }) }

// AddGuild adds a guild with the bot in it, and tells the bot by GUILD_CREATE. locale is the
// guild's, such as "en-US"; id may be given.
func (s *State) AddGuild(name, locale string, id ...string) *Guild {
	w := &s.world
	defer w.lock()()
	g := &Guild{world: w, ID: w.idOr(id), Name: name, Locale: locale, members: map[string]*Member{},
		joined: w.Now().UTC()}
	w.Guilds[g.ID] = g
	g.addBot(wire.DefaultBotPermissions)
	return g
}

// AddChannel tells the bot by CHANNEL_CREATE. id may be given.
func (g *Guild) AddChannel(name string, id ...string) *Channel {
	return g.add(&Channel{Name: name, Kind: wire.ChannelText}, id...)
}

// AddForum tells the bot by CHANNEL_CREATE. Posts may need one of the tags.
func (g *Guild) AddForum(name string, needsTag bool, tags ...string) *Channel {
	forum := &Channel{Name: name, Kind: wire.ChannelForum, NeedsTag: needsTag}
	for _, tag := range tags {
		forum.Offered = append(forum.Offered, wire.Tag{Name: tag})
	}
	return g.add(forum)
}

// AddVoice adds a voice channel, in which people write too, and tells the bot by CHANNEL_CREATE.
func (g *Guild) AddVoice(name string) *Channel {
	return g.add(&Channel{Name: name, Kind: wire.ChannelVoice})
}

func (g *Guild) add(ch *Channel, id ...string) *Channel {
	defer g.world.lock()()
	ch.world, ch.ID, ch.GuildID = g.world, g.world.idOr(id), g.ID
	for i := range ch.Offered {
		ch.Offered[i].ID = g.world.NewID()
	}
	ch.Position, ch.overwrites = len(g.channels), map[string]*wire.Overwrite{}
	g.world.add(ch)
	return ch
}

// Join makes people members, with [wire.DefaultUserPermissions].
func (g *Guild) Join(users ...*User) {
	defer g.world.lock()()
	for _, u := range users {
		g.join(u, wire.DefaultUserPermissions)
	}
}

func (g *Guild) Leave(u *User) {
	defer g.world.lock()()
	delete(g.members, u.ID)
}

// SetPermissions replaces all that a member had.
func (g *Guild) SetPermissions(u *User, p wire.Permissions) {
	defer g.world.lock()()
	m := g.members[u.ID]
	wasHidden := map[*Channel]bool{}
	for _, ch := range g.Channels() {
		wasHidden[ch] = !ch.IsThread() && ch.HiddenFromBot()
	}
	m.Permissions = p
	role := g.Role(m.roleID)
	g.world.state.Emit("GUILD_ROLE_UPDATE", map[string]any{"guild_id": g.ID, "role": *role})
	for _, ch := range g.Channels() {
		if wasHidden[ch] && !ch.HiddenFromBot() {
			ch.emit("UPDATE")
		}
	}
}

func (g *Guild) SetBotPermissions(p wire.Permissions) { g.SetPermissions(g.world.Bot, p) }

func (g *Guild) SetNick(u *User, nick string) {
	defer g.world.lock()()
	g.members[u.ID].nick = nick
}

// TimeOut silences a member or the bot until a time. Nobody is told of the end.
func (g *Guild) TimeOut(userID string, until time.Time) {
	defer g.world.lock()()
	g.members[userID].timedOut = &until
}

// RemoveBot kicks the bot, which is told by GUILD_DELETE. The commands go with it.
func (g *Guild) RemoveBot() {
	defer g.world.lock()()
	g.HasBot, g.HasCommands = false, false
	delete(g.members, g.world.Bot.ID)
	g.world.state.Emit("GUILD_DELETE", map[string]any{"id": g.ID})
}

// AddBot invites the bot back, which is told by GUILD_CREATE.
func (g *Guild) AddBot(p wire.Permissions) {
	defer g.world.lock()()
	g.addBot(p)
}

// KeepCommands installs the commands again after RemoveBot, by the scope applications.commands.
func (g *Guild) KeepCommands() {
	defer g.world.lock()()
	g.HasCommands = true
}

// TellOutage tells the bot of an outage by GUILD_DELETE, and of its end by GUILD_CREATE.
func (g *Guild) TellOutage(begins bool) {
	defer g.world.lock()()
	if begins {
		g.world.state.Emit("GUILD_DELETE", map[string]any{"id": g.ID, "unavailable": true})
		return
	}
	g.world.state.Emit("GUILD_CREATE", g.WireCreate())
}

// AddRole adds a role without permissions, and tells the bot by GUILD_ROLE_CREATE.
func (g *Guild) AddRole(name string) *wire.Role {
	defer g.world.lock()()
	role := wire.Role{ID: g.world.NewID(), Name: name}
	g.extra = append(g.extra, role)
	g.world.state.Emit("GUILD_ROLE_CREATE", map[string]any{"guild_id": g.ID, "role": role})
	return &role
}

// RoleNames returns the names of the roles, by id.
func (g *Guild) RoleNames() map[string]string {
	defer g.world.lock()()
	names := map[string]string{}
	for _, r := range g.Roles() {
		names[r.ID] = r.Name
	}
	return names
}

// IsArchived is false outside threads.
func (ch *Channel) IsArchived() bool {
	defer ch.world.lock()()
	return ch.Archived
}

func (ch *Channel) Deny(u *User, p wire.Permissions) { ch.overwrite(u.ID, wire.OverwriteMember, 0, p) }

// Allow also gives what was denied.
func (ch *Channel) Allow(u *User, p wire.Permissions) { ch.overwrite(u.ID, wire.OverwriteMember, p, 0) }

func (ch *Channel) DenyBot(p wire.Permissions) { ch.Deny(ch.world.Bot, p) }

func (ch *Channel) AllowBot(p wire.Permissions) { ch.Allow(ch.world.Bot, p) }

// DenyRole takes permissions away from the members with a role. The id of everyone is the guild's.
func (ch *Channel) DenyRole(id string, p wire.Permissions) {
	ch.overwrite(id, wire.OverwriteRole, 0, p)
}

func (ch *Channel) overwrite(id string, kind int, allow, deny wire.Permissions) {
	defer ch.world.lock()()
	o := ch.overwrites[id]
	if o == nil {
		o = &wire.Overwrite{ID: id, Type: kind}
		ch.overwrites[id] = o
	}
	o.Allow = o.Allow&^deny | allow
	o.Deny = o.Deny&^allow | deny
	ch.emit("UPDATE")
}

func (ch *Channel) Archive(archived bool) {
	defer ch.world.lock()()
	ch.archive(archived)
}

// Lock leaves a thread to members who may manage threads.
func (ch *Channel) Lock(locked bool) {
	defer ch.world.lock()()
	ch.Locked = locked
	ch.emit("UPDATE")
}

// AddPrivate adds a private thread of a user. It tells the bot, which is not in the thread, only if
// the bot manages threads.
func (ch *Channel) AddPrivate(name string, owner *User) *Channel {
	defer ch.world.lock()()
	thread := newThread(ch, ch.world.NewID(), owner.ID, name, 4320)
	thread.Kind = wire.ChannelPrivateThread
	ch.world.add(thread)
	return thread
}

// LetBotIn adds the bot to a private thread, as a mention does, or removes it and tells it nothing.
func (ch *Channel) LetBotIn(in bool) {
	defer ch.world.lock()()
	ch.HasBot = in
	ch.emit("CREATE")
}

// Delete deletes the channel or thread with all in it, as a moderator does, and tells the bot. Of
// the threads of a deleted channel Discord tells nothing.
func (ch *Channel) Delete() {
	defer ch.world.lock()()
	ch.emit("DELETE")
	for _, other := range ch.Guild().Channels() {
		if other.ParentID == ch.ID {
			ch.Guild().remove(other)
		}
	}
	ch.Guild().remove(ch)
}

// Threads includes archived ones, in order of creation.
func (ch *Channel) Threads() []*Channel {
	defer ch.world.lock()()
	return slices.DeleteFunc(ch.Guild().Channels(), func(other *Channel) bool { return other.ParentID != ch.ID })
}

// Tags are the names of a post's tags, in the order in which they were applied.
func (ch *Channel) Tags() (names []string) {
	defer ch.world.lock()()
	for _, id := range ch.Applied {
		i := slices.IndexFunc(ch.Parent().Offered, func(t wire.Tag) bool { return t.ID == id })
		names = append(names, ch.Parent().Offered[i].Name)
	}
	return names
}

// Messages are the public messages, oldest first.
func (p *posted) Messages() []*wire.Message {
	defer p.world.lock()()
	return p.Find(func(m *wire.Message) bool { return m.OnlyFor == "" && !m.Deleted })
}

// Everything also has ephemeral and deleted messages, oldest first.
func (p *posted) Everything() []*wire.Message {
	defer p.world.lock()()
	return p.Find(func(*wire.Message) bool { return true })
}

// Last returns the newest public message, or nil.
func (p *posted) Last() *wire.Message {
	list := p.Messages()
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}
