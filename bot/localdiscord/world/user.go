package world

import (
	"slices"
	"time"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
)

// User is a person or the bot. What a Discord client would not let a person do fails with a
// [*RefusedError].
type User struct {
	world                         *World
	ID, Name, displayName, Locale string // Locale is the language of the user's client
	Bot                           bool
	Presence                      string // below the bot's name, changed by Present
	closedDMs                     bool
	installed                     bool // the user has installed the application
	pings                         []Ping
}

type Ping struct {
	ChannelID string
	MessageID string
	Text      string
	At        time.Time
	// Silent pings mark the message but make no sound.
	Silent bool
	// Edit is set when an edit mentioned a user that the message had not mentioned before.
	Edit bool
}

const maxPings = 5000

func (u *User) Wire() wire.User {
	sent := wire.User{ID: u.ID, Username: u.Name, Discriminator: "0", Bot: u.Bot}
	if u.displayName != "" {
		name := u.displayName
		sent.GlobalName = &name
	}
	return sent
}

func (u *User) Mention() string { return "<@" + u.ID + ">" }

func (u *User) SetDisplayName(name string) {
	defer u.world.lock()()
	u.displayName = name
}

func (u *User) CloseDMs(closed bool) {
	defer u.world.lock()()
	u.closedDMs = closed
	u.world.changed(Change{User: u.ID})
}

func (u *User) ClosedDMs() bool {
	defer u.world.lock()()
	return u.closedDMs
}

// DM returns the direct conversation with the bot, a new one if there is none.
func (u *User) DM() *Channel {
	defer u.world.lock()()
	return u.world.OpenDM(u)
}

// DirectMessages has the oldest first. It opens no conversation.
func (u *User) DirectMessages() []*wire.Message {
	for _, c := range u.Channels() {
		if c.IsDM() {
			return u.Messages(c)
		}
	}
	return nil
}

func (u *User) Channels() (list []*Channel) {
	defer u.world.lock()()
	for _, g := range InOrder(u.world.Guilds) {
		for _, ch := range g.Channels() {
			if ch.SeenBy(u.ID) {
				list = append(list, ch)
			}
		}
	}
	if dm := u.world.DM(u.ID); dm != nil {
		list = append(list, dm)
	}
	return list
}

// Messages has the channel's public messages and the user's ephemeral ones, oldest first.
func (u *User) Messages(c *Channel) []*wire.Message {
	defer u.world.lock()()
	if !c.SeenBy(u.ID) {
		return nil
	}
	return c.Find(func(m *wire.Message) bool { return !m.Deleted && m.SeenBy(u.ID) })
}

// Message is nil if the user does not see it.
func (u *User) Message(id string) *wire.Message {
	defer u.world.lock()()
	m, _ := u.see(id)
	return m
}

func (u *User) see(id string) (*wire.Message, *Channel) {
	m := u.world.Messages.ByID(id)
	if m == nil || !m.SeenBy(u.ID) {
		return nil, nil
	}
	ch := u.world.Channels[m.ChannelID]
	if ch == nil || !ch.SeenBy(u.ID) {
		return nil, nil
	}
	return m, ch
}

// Pings has the oldest notification first.
func (u *User) Pings() []Ping {
	defer u.world.lock()()
	return slices.Clone(u.pings)
}

func (u *User) Say(c *Channel, text string) (*wire.Message, error) {
	defer u.world.lock()()
	switch {
	case !c.May(u.ID, c.Sending()):
		return nil, u.refused("write", "no permission in this channel")
	case c.LockedFor(u.ID):
		return nil, u.refused("write", "the thread is locked")
	}
	m := body.Blank(c.ID)
	m.Content = text
	u.world.Messages.post(c, m, u, &body.Message{}, body.ForChannel)
	return m, nil
}

func (u *User) Post(forum *Channel, name string) *Channel {
	defer u.world.lock()()
	m := body.Blank("")
	m.Content = name
	return forum.StartPost(u, name, 4320, nil, m, &body.Message{})
}

// Delete deletes a message of the user, dismisses an ephemeral one, or moderates.
func (u *User) Delete(message *wire.Message) error {
	defer u.world.lock()()
	m, ch := u.see(message.ID)
	switch {
	case m == nil:
		return u.refused("delete a message", "the user does not see it")
	case m.OnlyFor != u.ID && m.Author.ID != u.ID && !ch.May(u.ID, wire.ManageMessages):
		return u.refused("delete a message", "it is not the user's own")
	}
	u.world.Messages.Remove(m.ID)
	return nil
}

func (u *User) Download(message *wire.Message, attachment wire.Attachment) ([]byte, error) {
	defer u.world.lock()()
	m, _ := u.see(message.ID)
	f, found := u.world.File(attachment.ID)
	if m == nil || !found {
		return nil, u.refused("download a file", "it is no longer kept, or the user does not see the message")
	}
	return f.Data, nil
}

// Commands returns what the user can type in a channel.
func (u *User) Commands(c *Channel) (leaves []wire.Leaf) {
	defer u.world.lock()()
	for _, command := range u.commands(c, wire.CommandChat) {
		leaves = append(leaves, command.Leaves(u.Locale)...)
	}
	return leaves
}

// commands returns the commands of a type that the user can use in a channel.
func (u *User) commands(c *Channel, kind int) (list []*wire.Command) {
	owners, mine := u.installations(c), c.Permissions(u.ID)
	for _, command := range u.world.Commands {
		if command.Type == kind && mine.Has(wire.UseApplicationCommands) && command.Permits(mine) &&
			command.UsableIn(c.IsDM(), owners) {
			list = append(list, command)
		}
	}
	return list
}

// installations returns whose installations let the user use the bot in a channel: the guild under
// "0", the user under "1".
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-authorizing-integration-owners-object
func (u *User) installations(c *Channel) map[string]string {
	owners := map[string]string{}
	switch g := c.Guild(); {
	case g != nil && g.HasCommands:
		owners["0"] = g.ID
	case c.IsDM() && u.world.sharesGuild(u.ID):
		owners["0"] = "0"
	}
	if u.installed {
		owners["1"] = u.ID
	}
	return owners
}
