package localdiscord

import "fmt"

// User is a person. All a User can do is what that person could do in a Discord client: what cannot be seen cannot be
// pressed. What the client would not let happen is a [*RefusedError].
type User struct {
	server *Server
	ID     string
	Name   string
}

// RefusedError says why a person could not do something.
type RefusedError struct {
	User string
	What string
	Why  string
}

func (e *RefusedError) Error() string { return fmt.Sprintf("%s cannot %s: %s", e.User, e.What, e.Why) }

func (u *User) refused(what, why string, args ...any) error {
	return &RefusedError{User: u.Name, What: what, Why: fmt.Sprintf(why, args...)}
}

// Mention is the text that names the user in a message.
func (u *User) Mention() string { return "<@" + u.ID + ">" }

func (u *User) state() *userState { return u.server.world.users[u.ID] }

// SetDisplayName changes what others read.
func (u *User) SetDisplayName(name string) {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	u.state().displayName = name
}

// SetLocale changes the language of the user's client.
func (u *User) SetLocale(locale string) {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	u.state().locale = locale
}

// Locale is the language of the user's client.
func (u *User) Locale() string {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	return u.state().locale
}

// CloseDMs makes the user refuse direct messages, or accept them again.
func (u *User) CloseDMs(closed bool) {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	u.state().closedDMs = closed
}

// DM is the direct conversation with the bot.
func (u *User) DM() *Channel {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	return u.server.channelHandle(u.server.openDM(u.state()))
}

// Channels are the channels and threads that the user sees.
func (u *User) Channels() []*Channel {
	s := u.server
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*Channel
	for _, guild := range sortedKeys(s.world.guilds) {
		for _, id := range s.world.guilds[guild].channels {
			if ch := s.world.channels[id]; s.world.visible(u.ID, ch) {
				list = append(list, s.channelHandle(ch))
			}
		}
	}
	if dm := s.world.dmBetween(u.ID); dm != nil {
		list = append(list, s.channelHandle(dm))
	}
	return list
}

// Messages are what the user reads in a channel, oldest first: public messages and the user's own ephemeral ones.
func (u *User) Messages(c *Channel) []*Message {
	s := u.server
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.world.channels[c.ID]
	if ch == nil || !s.world.visible(u.ID, ch) {
		return nil
	}
	return s.world.messagesIn(ch, func(m *Message) bool { return !m.Deleted && m.seesMessage(u.ID) })
}

// Message is a message as the user sees it now; nil if the user does not see it.
func (u *User) Message(id string) *Message {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	m, _ := u.see(id)
	return m
}

// see finds a message and its channel, if the user sees it. The lock is held.
func (u *User) see(id string) (*Message, *channelState) {
	w := &u.server.world
	m := w.message(id)
	if m == nil || !m.seesMessage(u.ID) {
		return nil, nil
	}
	ch := w.channels[m.ChannelID]
	if ch == nil || !w.visible(u.ID, ch) {
		return nil, nil
	}
	return m, ch
}

// Pings are the notifications that the user got, oldest first.
func (u *User) Pings() []Ping {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	return append([]Ping(nil), u.state().pings...)
}

// ForgetPings starts afresh.
func (u *User) ForgetPings() {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	u.state().pings = nil
}

// Say posts a message of the user's own.
func (u *User) Say(c *Channel, text string) (*Message, error) {
	s := u.server
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.world.channels[c.ID]
	if ch == nil || !s.world.permissionsIn(u.ID, ch).Has(ch.sending()) {
		return nil, u.refused("write", "no permission in this channel")
	}
	if ch.isThread() {
		ch.archived = ch.archived && ch.locked // a person's message reopens a thread that is not locked
		s.changed(Change{Channel: ch.id})
	}
	m := &Message{ChannelID: ch.id, Content: text, Attachments: []Attachment{}, Embeds: []Embed{}, Components: []Component{}}
	m.ID, m.GuildID, m.Timestamp, m.Author = s.newID(), ch.guildID, s.now().UTC(), u.state().wire()
	s.world.mention(m, &messageBody{}, forChannel, nil)
	s.post(ch, m)
	return m, nil
}

// Delete deletes a message: the user's own, or any with the right to manage messages. An ephemeral one is dismissed.
func (u *User) Delete(message *Message) error {
	s := u.server
	s.mu.Lock()
	defer s.mu.Unlock()
	m, ch := u.see(message.ID)
	if m == nil {
		return u.refused("delete a message", "the user does not see it")
	}
	if m.OnlyFor != u.ID && m.Author.ID != u.ID && !s.world.permissionsIn(u.ID, ch).Has(ManageMessages) {
		return u.refused("delete a message", "it is not the user's own")
	}
	s.remove(m.ID)
	return nil
}

// Download gets the bytes of an attachment of a message that the user sees.
func (u *User) Download(message *Message, attachment Attachment) ([]byte, error) {
	if u.Message(message.ID) == nil {
		return nil, u.refused("download a file", "the user does not see the message")
	}
	f, found := u.server.cdn.find(attachment.ID)
	if !found {
		return nil, u.refused("download a file", "it is not kept any more")
	}
	return f.data, nil
}
