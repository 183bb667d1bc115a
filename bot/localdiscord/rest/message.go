package rest

import (
	"net/http"
	"slices"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

func createMessage(c *call, b *body.Message) (any, *wire.Refusal) {
	ch, refusal := c.place(wire.ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	if ch.Kind == wire.ChannelForum {
		return nil, wire.Refuse(http.StatusBadRequest, wire.CodeNoTextChannel, "Cannot send messages in a non-text channel")
	}
	need := ch.Sending()
	if len(c.files) > 0 {
		need |= wire.AttachFiles
	}
	if len(b.Embeds.Value) > 0 {
		need |= wire.EmbedLinks
	}
	if !ch.May(c.world.Bot.ID, need) {
		return nil, wire.MissingPermissions
	}
	if ch.LockedFor(c.world.Bot.ID) {
		return nil, wire.LockedThread
	}
	if refusal := ch.DMRefusal(); refusal != nil {
		return nil, refusal
	}
	// A repeated nonce is answered with the first message, and its files are not stored again.
	if first := c.world.Messages.ByNonce(b.Nonce); b.Nonce != "" && b.EnforceNonce.Value && first != nil {
		return first, nil
	}
	m, refusal := c.compose(b, body.ForChannel, ch.ID, nil)
	if refusal != nil {
		return nil, refusal
	}
	m.Nonce = b.Nonce
	return m, c.world.Messages.Insert(m, b, body.ForChannel)
}

// message returns a public message. The bot cannot see ephemeral ones here, its own included.
func (c *call) message(need wire.Permissions) (*world.Channel, *wire.Message, *wire.Refusal) {
	ch, refusal := c.place(need)
	if refusal != nil {
		return nil, nil, refusal
	}
	m := c.world.Messages.ByID(c.param("message"))
	if m == nil || m.ChannelID != ch.ID || m.OnlyFor != "" {
		return nil, nil, wire.Unknown(wire.CodeUnknownMessage, "Message")
	}
	return ch, m, nil
}

// listMessages returns the newest first, and none to a bot that may not read them. It leaves out
// the nonces, since Discord does not document that it keeps them.
// https://discord.com/developers/docs/resources/message#get-channel-messages
func listMessages(c *call) (any, *wire.Refusal) {
	limit, refusal := c.limit(50, 100)
	if refusal != nil {
		return nil, refusal
	}
	ch, refusal := c.place(wire.ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	if !ch.May(c.world.Bot.ID, wire.ReadMessageHistory) {
		return []*wire.Message{}, nil
	}
	after := c.query("after")
	list := ch.Messages(func(m *wire.Message) bool {
		return !m.Deleted && m.OnlyFor == "" && (after == "" || wire.CompareIDs(after, m.ID) < 0)
	})
	first := max(0, len(list)-limit)
	if after != "" {
		first = 0
	}
	list = append([]*wire.Message{}, list[first:min(len(list), first+limit)]...)
	slices.SortStableFunc(list, func(a, b *wire.Message) int { return wire.CompareIDs(b.ID, a.ID) })
	for i, m := range list {
		list[i] = c.readable(m).Sent()
		list[i].Nonce = ""
	}
	return list, nil
}

// readable returns what the bot may read of a message. Without the intent for content, which it
// does not have, that is nothing of what others write in a guild, unless they mention the bot.
// https://discord.com/developers/docs/events/gateway#message-content-intent
func (c *call) readable(m *wire.Message) *wire.Message {
	mentioned := slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == c.world.Bot.ID })
	if m.GuildID == "" || m.Author.ID == c.world.Bot.ID || mentioned {
		return m
	}
	blank := *m
	empty := body.Blank(m.ChannelID)
	blank.Content, blank.Embeds = "", empty.Embeds
	blank.Attachments, blank.Components = empty.Attachments, empty.Components
	return &blank
}

func editMessage(c *call, b *body.Message) (any, *wire.Refusal) {
	ch, before, refusal := c.message(wire.ViewChannel)
	switch {
	case refusal != nil:
		return nil, refusal
	case before.Author.ID != c.world.Bot.ID:
		return nil, wire.Refuse(http.StatusForbidden, wire.CodeNotYourMessage,
			"Cannot edit a message authored by another user")
	case ch.Thread.Archived:
		return nil, wire.ArchivedThread
	case len(c.files) > 0 && !ch.May(c.world.Bot.ID, wire.AttachFiles):
		return nil, wire.MissingPermissions
	}
	m, refusal := c.revise(before.ID, b, body.ForEdit)
	return m, refusal
}

func deleteMessage(c *call) (any, *wire.Refusal) {
	ch, m, refusal := c.message(wire.ViewChannel)
	switch {
	case refusal != nil:
		return nil, refusal
	case m.Author.ID != c.world.Bot.ID && !ch.May(c.world.Bot.ID, wire.ManageMessages):
		return nil, wire.MissingPermissions
	case ch.Thread.Archived:
		return nil, wire.ArchivedThread
	}
	c.world.Messages.Remove(m.ID)
	return nil, nil
}
