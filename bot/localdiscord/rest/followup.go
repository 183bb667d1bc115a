package rest

import (
	"net/http"
	"slices"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/interaction"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// original is how a bot names the first answer to an interaction.
const original = "@original"

// hook returns the interaction whose token the path has as a webhook.
// https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
func (c *call) hook(w *world.World, open *interaction.Open) (*interaction.Interaction, *wire.Refusal) {
	if c.param("app") != world.BotID {
		return nil, wire.Unknown(wire.CodeUnknownWebhook, "Webhook")
	}
	in := open.ByToken(c.param("token"), w.Now())
	if in == nil {
		return nil, wire.Refuse(http.StatusUnauthorized, wire.CodeInvalidToken, "Invalid Webhook Token")
	}
	if !open.Progress(in).Answered() {
		return nil, wire.Unknown(wire.CodeUnknownWebhook, "Webhook")
	}
	return in, nil
}

// hookMessage returns the interaction of the path, and the message of it that the path names.
func (c *call) hookMessage() (in *interaction.Interaction, m *wire.Message, refusal *wire.Refusal) {
	c.Interactions.With(func(w *world.World, open *interaction.Open) {
		if in, refusal = c.hook(w, open); refusal != nil {
			return
		}
		p, id := open.Progress(in), c.param("message")
		if id == original {
			id = p.Original
		} else if id != p.Original && id != in.MessageID && !slices.Contains(p.Followups, id) {
			id = ""
		}
		if m = w.Messages.ByID(id); m == nil {
			refusal = wire.Unknown(wire.CodeUnknownMessage, "Message")
		}
	})
	return in, m, refusal
}

func createFollowup(c *call) (reply, *wire.Refusal) {
	var in *interaction.Interaction
	var thinking bool
	var before *wire.Message
	var refusal *wire.Refusal
	c.Interactions.With(func(w *world.World, open *interaction.Open) {
		if in, refusal = c.hook(w, open); refusal == nil {
			p := open.Progress(in)
			thinking, before = p.Deferred == wire.CallbackDeferMessage, w.Messages.ByID(p.Original)
		}
	})
	if refusal != nil {
		return refused(refusal)
	}
	var b body.Message
	if refusal := wire.Decode(c.payload, &b); refusal != nil {
		return refused(refusal)
	}
	// The first follow-up of a deferral replaces the message that shows the bot thinking.
	if thinking {
		if before == nil {
			return refused(wire.Unknown(wire.CodeUnknownMessage, "Message"))
		}
		b.Flags.Value &^= wire.FlagEphemeral // the deferral has decided that
		return c.reviseHook(in, before, &b, body.ForFollowup)
	}
	m, refusal := c.compose(&b, body.ForFollowup, in.ChannelID, nil)
	if refusal != nil {
		return refused(refusal)
	}
	c.Interactions.With(func(w *world.World, open *interaction.Open) {
		in.Sign(w, open, m, body.ForFollowup)
		if refusal = w.Messages.Insert(m, &b, body.ForFollowup); refusal != nil {
			return
		}
		p := open.Progress(in)
		p.Followups = append(p.Followups, m.ID)
		if p.Deferred == wire.CallbackDeferUpdate {
			p.EndDeferral(interaction.Outcome{Kind: interaction.Replied, Message: m})
		}
	})
	if refusal != nil {
		return refused(refusal)
	}
	return ok(m)
}

func editHookMessage(c *call) (reply, *wire.Refusal) {
	in, before, refusal := c.hookMessage()
	if refusal != nil {
		return refused(refusal)
	}
	var b body.Message
	if refusal := wire.Decode(c.payload, &b); refusal != nil {
		return refused(refusal)
	}
	return c.reviseHook(in, before, &b, body.ForHookEdit)
}

// reviseHook shows the next version to the user who waits for it.
func (c *call) reviseHook(in *interaction.Interaction, before *wire.Message, b *body.Message,
	p body.Purpose) (reply, *wire.Refusal) {
	m, refusal := c.compose(b, p, in.ChannelID, before)
	if refusal != nil {
		return refused(refusal)
	}
	c.Interactions.With(func(w *world.World, open *interaction.Open) {
		if refusal = w.Messages.Revise(m, b, p); refusal != nil {
			return
		}
		progress := open.Progress(in)
		if m.ID != progress.Original || progress.Deferred == 0 {
			return
		}
		kind := interaction.Replied
		if progress.Deferred == wire.CallbackDeferUpdate {
			kind = interaction.Updated
		}
		progress.EndDeferral(interaction.Outcome{Kind: kind, Message: m})
	})
	if refusal != nil {
		return refused(refusal)
	}
	return ok(m)
}
