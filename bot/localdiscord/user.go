package localdiscord

import (
	"slices"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// User is a person. What a Discord client would not let them do fails with a [*RefusedError].
type User struct {
	driver *Driver
	ID     string
	Name   string
}

func (u *User) withUser(do func(w *world.World, u *world.User)) {
	u.driver.state.WithWorld(func(w *world.World) { do(w, w.Users[u.ID]) })
}

func (u *User) state() world.User {
	return world.Read(u.driver.state, func(w *world.World) world.User { return *w.Users[u.ID] })
}

func (u *User) Mention() string { return "<@" + u.ID + ">" }

func (u *User) SetDisplayName(name string) {
	u.withUser(func(_ *world.World, state *world.User) { state.DisplayName = name })
}

// Locale is the language of the user's client.
func (u *User) Locale() string { return u.state().Locale }

func (u *User) CloseDMs(closed bool) {
	u.withUser(func(w *world.World, state *world.User) { w.SetClosedDMs(state, closed) })
}

func (u *User) ClosedDMs() bool { return u.state().ClosedDMs }

// DM returns the direct conversation with the bot, a new one if there is none.
func (u *User) DM() (dm *Channel) {
	u.withUser(func(w *world.World, state *world.User) { dm = u.driver.channel(w.OpenDM(state)) })
	return dm
}

// DirectMessages has the oldest first. It opens no conversation.
func (u *User) DirectMessages() (list []*wire.Message) {
	for _, c := range u.Channels() {
		if c.GuildID == "" {
			list = u.Messages(c)
		}
	}
	return list
}

func (u *User) Channels() (list []*Channel) {
	u.withUser(func(w *world.World, _ *world.User) {
		for _, g := range world.InOrder(w.Guilds) {
			for _, ch := range g.Channels() {
				if ch.SeenBy(u.ID) {
					list = append(list, u.driver.channel(ch))
				}
			}
		}
		if dm := w.DM(u.ID); dm != nil {
			list = append(list, u.driver.channel(dm))
		}
	})
	return list
}

// Messages has the channel's public messages and the user's ephemeral ones, oldest first.
func (u *User) Messages(c *Channel) (list []*wire.Message) {
	c.withChannel(func(ch *world.Channel) {
		if ch.SeenBy(u.ID) {
			list = ch.Messages(func(m *wire.Message) bool { return !m.Deleted && m.SeenBy(u.ID) })
		}
	})
	return list
}

// Message is nil if the user does not see it.
func (u *User) Message(id string) (m *wire.Message) {
	u.withUser(func(w *world.World, _ *world.User) { m, _ = u.see(w, id) })
	return m
}

func (u *User) see(w *world.World, id string) (*wire.Message, *world.Channel) {
	m := w.Messages.ByID(id)
	if m == nil || !m.SeenBy(u.ID) {
		return nil, nil
	}
	ch := w.Channels[m.ChannelID]
	if ch == nil || !ch.SeenBy(u.ID) {
		return nil, nil
	}
	return m, ch
}

// Pings has the oldest notification first.
func (u *User) Pings() []world.Ping {
	return world.Read(u.driver.state, func(w *world.World) []world.Ping { return slices.Clone(w.Users[u.ID].Pings) })
}

func (u *User) Say(c *Channel, text string) (m *wire.Message, err error) {
	u.withUser(func(w *world.World, state *world.User) {
		ch := w.Channels[c.ID]
		switch {
		case ch == nil || !ch.May(u.ID, ch.Sending()):
			err = u.refused("write", "no permission in this channel")
		case ch.LockedFor(u.ID):
			err = u.refused("write", "the thread is locked")
		default:
			m = ch.Say(state, text)
		}
	})
	return m, err
}

func (u *User) Post(forum *Channel, name string) (post *Channel) {
	u.withUser(func(w *world.World, state *world.User) {
		m := body.Blank("")
		m.Content = name
		post = u.driver.channel(w.Channels[forum.ID].StartPost(state, name, 4320, nil, m, &body.Message{}))
	})
	return post
}

// Delete deletes a message of the user, dismisses an ephemeral one, or moderates.
func (u *User) Delete(message *wire.Message) (err error) {
	u.withUser(func(w *world.World, _ *world.User) {
		m, ch := u.see(w, message.ID)
		switch {
		case m == nil:
			err = u.refused("delete a message", "the user does not see it")
		case m.OnlyFor != u.ID && m.Author.ID != u.ID && !ch.May(u.ID, wire.ManageMessages):
			err = u.refused("delete a message", "it is not the user's own")
		default:
			w.Messages.Remove(m.ID)
		}
	})
	return err
}

func (u *User) Download(message *wire.Message, attachment wire.Attachment) (data []byte, err error) {
	u.withUser(func(w *world.World, _ *world.User) {
		m, _ := u.see(w, message.ID)
		f, found := w.File(attachment.ID)
		if m == nil || !found {
			err = u.refused("download a file", "it is no longer kept, or the user does not see the message")
		}
		data = f.Data
	})
	return data, err
}

func (u *User) Commands(c *Channel) (leaves []wire.Leaf) {
	u.withUser(func(w *world.World, state *world.User) {
		if ch := w.Channels[c.ID]; ch != nil {
			for _, command := range ch.Commands(wire.CommandChat, u.ID) {
				leaves = append(leaves, command.Leaves(state.Locale)...)
			}
		}
	})
	return leaves
}
