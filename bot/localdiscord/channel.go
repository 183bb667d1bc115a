package localdiscord

import (
	"slices"

	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Channel is a handle on a text channel, thread or direct conversation.
type Channel struct {
	driver  *Driver
	ID      string
	GuildID string
	Name    string
}

type ChannelInfo struct {
	ParentID string `json:"parent,omitempty"` // of a thread
	DM       bool   `json:"dm,omitempty"`
	Archived bool   `json:"archived,omitempty"`
}

// withChannel runs do with the channel, unless it is gone.
func (c *Channel) withChannel(do func(ch *world.Channel)) {
	c.driver.state.WithWorld(func(w *world.World) {
		if ch := w.Channels[c.ID]; ch != nil {
			do(ch)
		}
	})
}

// Info is the zero value if the channel is gone.
func (c *Channel) Info() (info ChannelInfo) {
	c.withChannel(func(ch *world.Channel) {
		info = ChannelInfo{ParentID: ch.ParentID, DM: ch.IsDM(), Archived: ch.Archived}
	})
	return info
}

func (c *Channel) Deny(u *User, p wire.Permissions) { c.overwrite(u.ID, wire.OverwriteMember, 0, p) }

// Allow also gives what was denied.
func (c *Channel) Allow(u *User, p wire.Permissions) { c.overwrite(u.ID, wire.OverwriteMember, p, 0) }

func (c *Channel) DenyBot(p wire.Permissions) { c.Deny(c.driver.bot(), p) }

func (c *Channel) AllowBot(p wire.Permissions) { c.Allow(c.driver.bot(), p) }

// DenyRole takes permissions away from the members with a role. The id of everyone is the guild's.
func (c *Channel) DenyRole(id string, p wire.Permissions) { c.overwrite(id, wire.OverwriteRole, 0, p) }

func (c *Channel) overwrite(id string, kind int, allow, deny wire.Permissions) {
	c.withChannel(func(ch *world.Channel) { ch.SetOverwrite(id, kind, allow, deny) })
}

func (c *Channel) Archive(archived bool) {
	c.withChannel(func(ch *world.Channel) { ch.SetArchived(archived) })
}

// Lock leaves a thread to members who may manage threads.
func (c *Channel) Lock(locked bool) {
	c.withChannel(func(ch *world.Channel) { ch.SetLocked(locked) })
}

// AddPrivate adds a private thread of a user, which the bot is not in.
func (c *Channel) AddPrivate(name string, owner *User) (added *Channel) {
	c.withChannel(func(ch *world.Channel) { added = c.driver.channel(ch.AddPrivateThread(owner.ID, name)) })
	return added
}

// LetBotIn adds the bot to a private thread, as a mention does, or removes it.
func (c *Channel) LetBotIn(in bool) { c.withChannel(func(ch *world.Channel) { ch.LetBotIn(in) }) }

// Delete deletes the channel or thread with all in it, as a moderator does.
func (c *Channel) Delete() { c.withChannel((*world.Channel).Drop) }

// Threads includes archived ones, in order of creation.
func (c *Channel) Threads() (list []*Channel) {
	c.withChannel(func(ch *world.Channel) {
		for _, thread := range ch.Guild().Channels() {
			if thread.ParentID == c.ID {
				list = append(list, c.driver.channel(thread))
			}
		}
	})
	return list
}

// Tags are the names of a post's tags, in the order in which they were applied.
func (c *Channel) Tags() (names []string) {
	c.withChannel(func(ch *world.Channel) {
		for _, id := range ch.Applied {
			i := slices.IndexFunc(ch.Parent().Tags, func(t wire.Tag) bool { return t.ID == id })
			names = append(names, ch.Parent().Tags[i].Name)
		}
	})
	return names
}

// Messages are the public messages, oldest first.
func (c *Channel) Messages() []*wire.Message {
	return c.messages(func(m *wire.Message) bool { return m.OnlyFor == "" && !m.Deleted })
}

// Everything also has ephemeral and deleted messages, oldest first.
func (c *Channel) Everything() []*wire.Message {
	return c.messages(func(*wire.Message) bool { return true })
}

func (c *Channel) messages(wanted func(*wire.Message) bool) (list []*wire.Message) {
	c.withChannel(func(ch *world.Channel) { list = ch.Messages(wanted) })
	return list
}

// Last returns the newest public message, or nil.
func (c *Channel) Last() *wire.Message {
	list := c.Messages()
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}
