package rest

import (
	"net/http"
	"slices"
	"strconv"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
)

func createMessage(c *call, b *body.Message) (any, *wire.Refusal) {
	ch := c.channel
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
	if !c.may(need) {
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
	m, refusal := body.Compose(b, body.ForChannel, c.files, ch.ID, nil, c.world)
	if refusal != nil {
		return nil, refusal
	}
	m.Nonce = b.Nonce
	return m, c.world.Messages.Insert(m, b, body.ForChannel)
}

func (c *call) revise(id string, b *body.Message, p body.Purpose) (*wire.Message, *wire.Refusal) {
	before := c.world.Messages.ByID(id)
	if before == nil {
		return nil, wire.Unknown(wire.CodeUnknownMessage, "Message")
	}
	m, refusal := body.Compose(b, p, c.files, before.ChannelID, before, c.world)
	if refusal != nil {
		return nil, refusal
	}
	return m, c.world.Messages.Revise(m, b, p)
}

// listMessages returns the newest first. Discord does not document that they keep their nonces.
// https://discord.com/developers/docs/resources/message#get-channel-messages
func listMessages(c *call) (any, *wire.Refusal) {
	limit := 50
	if text := c.query("limit"); text != "" {
		limit, _ = strconv.Atoi(text)
	}
	if limit < 1 || limit > 100 {
		return nil, wire.InvalidField("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
	}
	if !c.may(wire.ReadMessageHistory) {
		return []*wire.Message{}, nil
	}
	after := c.query("after")
	list := c.channel.Find(func(m *wire.Message) bool {
		return !m.Deleted && m.OnlyFor == "" && (after == "" || wire.CompareIDs(after, m.ID) < 0)
	})
	first := max(0, len(list)-limit)
	if after != "" {
		first = 0
	}
	sent := []*wire.Message{}
	for _, m := range list[first:min(len(list), first+limit)] {
		next := c.readable(m).Sent()
		next.Nonce = ""
		sent = append(sent, next)
	}
	slices.SortStableFunc(sent, func(a, b *wire.Message) int { return wire.CompareIDs(b.ID, a.ID) })
	return sent, nil
}

// readable empties a message unless the bot may read it without the intent for content: in direct
// messages, of its own, or if it is mentioned.
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
	switch {
	case c.message.Author.ID != c.world.Bot.ID:
		return nil, wire.Refuse(http.StatusForbidden, wire.CodeNotYourMessage,
			"Cannot edit a message authored by another user")
	case c.channel.Archived:
		return nil, wire.ArchivedThread
	case len(c.files) > 0 && !c.may(wire.AttachFiles):
		return nil, wire.MissingPermissions
	}
	m, refusal := c.revise(c.message.ID, b, body.ForEdit)
	return m, refusal
}

func deleteMessage(c *call) (any, *wire.Refusal) {
	switch {
	case c.message.Author.ID != c.world.Bot.ID && !c.may(wire.ManageMessages):
		return nil, wire.MissingPermissions
	case c.channel.Archived:
		return nil, wire.ArchivedThread
	}
	c.world.Messages.Remove(c.message.ID)
	return nil, nil
}
