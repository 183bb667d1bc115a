package rest

import (
	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
)

// compose makes a new message, or the next version of before. It stores only the files.
func (c *call) compose(b *body.Message, p body.Purpose, channelID string,
	before *wire.Message) (*wire.Message, *wire.Refusal) {
	draft, refusal := body.Compose(b, p, c.files, channelID, before)
	if refusal != nil {
		return nil, refusal
	}
	if b.Components.Set {
		if refusal := c.checkEmoji(draft.Message.Components); refusal != nil {
			return nil, p.Locate(refusal)
		}
	}
	if refusal := draft.Sendable(); refusal != nil {
		return nil, refusal
	}
	m := draft.Message
	draft.Attach(func(f wire.Upload) wire.Attachment { return c.world.AddFile(channelID, f, m.Ephemeral()) })
	return m, nil
}

// revise stores the next version of a message.
func (c *call) revise(id string, b *body.Message, p body.Purpose) (*wire.Message, *wire.Refusal) {
	before := c.world.Messages.ByID(id)
	if before == nil {
		return nil, wire.Unknown(wire.CodeUnknownMessage, "Message")
	}
	m, refusal := c.compose(b, p, before.ChannelID, before)
	if refusal != nil {
		return nil, refusal
	}
	return m, c.world.Messages.Revise(m, b, p)
}
