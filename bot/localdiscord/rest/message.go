package rest

import (
	"net/http"
	"slices"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

func (c *call) writable(w *world.World, b *body.Message) (string, *wire.Refusal) {
	ch, refusal := c.place(w, wire.ViewChannel)
	if refusal != nil {
		return "", refusal
	}
	need := ch.Sending()
	if len(c.files) > 0 {
		need |= wire.AttachFiles
	}
	if len(b.Embeds.Value) > 0 {
		need |= wire.EmbedLinks
	}
	if !ch.May(world.BotID, need) {
		return "", wire.MissingPermissions()
	}
	if ch.LockedFor(world.BotID) {
		return "", wire.LockedThread()
	}
	if refusal := ch.DMRefusal(); refusal != nil {
		return "", refusal
	}
	return ch.ID, nil
}

func createMessage(c *call) (reply, *wire.Refusal) {
	var b body.Message
	if refusal := wire.Decode(c.payload, &b); refusal != nil {
		return refused(refusal)
	}
	nonce := b.NonceText()
	enforced := b.EnforceNonce.Value && nonce != ""
	// A repeated nonce is answered with the first message, and its files are not stored again.
	var channelID string
	var first *wire.Message
	var refusal *wire.Refusal
	c.State.With(func(w *world.World) {
		if channelID, refusal = c.writable(w, &b); enforced {
			first = w.Messages.ByNonce(nonce)
		}
	})
	if refusal != nil {
		return refused(refusal)
	}
	if first != nil {
		return ok(first)
	}
	m, refusal := c.compose(&b, body.ForChannel, channelID, nil)
	if refusal != nil {
		return refused(refusal)
	}
	if nonce != "" {
		m.Nonce = b.Nonce
	}
	return c.locked(func(w *world.World) (reply, *wire.Refusal) {
		if first := w.Messages.ByNonce(nonce); enforced && first != nil {
			return ok(first)
		}
		if refusal := w.Messages.Insert(m, &b, body.ForChannel); refusal != nil {
			return refused(refusal)
		}
		if nonce != "" {
			w.Nonces.Keep(nonce, m)
		}
		return ok(m)
	})
}

// messageAt returns a public message. The bot cannot see ephemeral ones here, its own included.
func messageAt(w *world.World, ch *world.Channel, id string) (*wire.Message, *wire.Refusal) {
	m := w.Messages.ByID(id)
	if m == nil || m.ChannelID != ch.ID || m.OnlyFor != "" {
		return nil, wire.Unknown(wire.CodeUnknownMessage, "Message")
	}
	return m, nil
}

func (c *call) message(w *world.World, need wire.Permissions) (*world.Channel, *wire.Message, *wire.Refusal) {
	ch, refusal := c.place(w, need)
	if refusal != nil {
		return nil, nil, refusal
	}
	m, refusal := messageAt(w, ch, c.param("message"))
	return ch, m, refusal
}

// listMessages returns the newest first, and none to a bot that may not read them. It leaves out
// the nonces, since Discord does not document that it keeps them.
// https://discord.com/developers/docs/resources/message#get-channel-messages
func listMessages(c *call) (reply, *wire.Refusal) {
	limit, refusal := c.limit(50, 100)
	if refusal != nil {
		return refused(refusal)
	}
	return c.locked(func(w *world.World) (reply, *wire.Refusal) {
		ch, refusal := c.place(w, wire.ViewChannel)
		if refusal != nil {
			return refused(refusal)
		}
		if !ch.May(world.BotID, wire.ReadMessageHistory) {
			return ok([]*wire.Message{})
		}
		before, after := c.query("before"), c.query("after")
		list := ch.Messages(func(m *wire.Message) bool {
			return !m.Deleted && m.OnlyFor == "" && (before == "" || wire.Older(m.ID, before)) &&
				(after == "" || wire.Older(after, m.ID))
		})
		first := max(0, len(list)-limit)
		if after != "" {
			first = 0
		}
		list = append([]*wire.Message{}, list[first:min(len(list), first+limit)]...)
		slices.SortStableFunc(list, func(a, b *wire.Message) int { return wire.CompareIDs(b.ID, a.ID) })
		for i, m := range list {
			listed := *readable(m)
			listed.Nonce = nil
			list[i] = &listed
		}
		return ok(list)
	})
}

// readable returns what the bot may read of a message. Without the intent for content, which it
// does not have, that is nothing of what others write in a guild, unless they mention the bot.
// https://discord.com/developers/docs/events/gateway#message-content-intent
func readable(m *wire.Message) *wire.Message {
	mentioned := slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == world.BotID })
	if m.GuildID == "" || m.Author.ID == world.BotID || mentioned {
		return m
	}
	blank := *m
	empty := body.Blank(m.ChannelID)
	blank.Content, blank.Embeds = "", empty.Embeds
	blank.Attachments, blank.Components = empty.Attachments, empty.Components
	return &blank
}

func editMessage(c *call) (reply, *wire.Refusal) {
	var b body.Message
	if refusal := wire.Decode(c.payload, &b); refusal != nil {
		return refused(refusal)
	}
	var before *wire.Message
	var refusal *wire.Refusal
	c.State.With(func(w *world.World) { before, refusal = c.editable(w) })
	if refusal != nil {
		return refused(refusal)
	}
	m, refusal := c.compose(&b, body.ForEdit, before.ChannelID, before)
	if refusal != nil {
		return refused(refusal)
	}
	return c.locked(func(w *world.World) (reply, *wire.Refusal) {
		if ch := w.Channel(m.ChannelID); ch != nil {
			if refusal := ch.CountEdit(before); refusal != nil {
				return refused(refusal)
			}
		}
		if refusal := w.Messages.Revise(m, &b, body.ForEdit); refusal != nil {
			return refused(refusal)
		}
		return ok(m)
	})
}

func (c *call) editable(w *world.World) (*wire.Message, *wire.Refusal) {
	ch, m, refusal := c.message(w, wire.ViewChannel)
	switch {
	case refusal != nil:
		return nil, refusal
	case m.Author.ID != world.BotID:
		return nil, wire.Refuse(http.StatusForbidden, wire.CodeNotYourMessage,
			"Cannot edit a message authored by another user")
	case ch.Thread.Archived:
		return nil, wire.ArchivedThread()
	case len(c.files) > 0 && !ch.May(world.BotID, wire.AttachFiles):
		return nil, wire.MissingPermissions()
	}
	return m, nil
}

func deleteMessage(c *call, w *world.World) (reply, *wire.Refusal) {
	ch, m, refusal := c.message(w, wire.ViewChannel)
	switch {
	case refusal != nil:
		return refused(refusal)
	case m.Author.ID != world.BotID && !ch.May(world.BotID, wire.ManageMessages):
		return refused(wire.MissingPermissions())
	case ch.Thread.Archived:
		return refused(wire.ArchivedThread())
	}
	w.Messages.Remove(m.ID)
	return noContent()
}
