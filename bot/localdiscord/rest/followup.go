package rest

import (
	"net/http"
	"slices"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// original is how a bot names the first answer to an world.
const original = "@original"

// hook returns the interaction whose token the path has as a webhook.
// https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
func (c *call) hook() (*world.Interaction, *world.Progress, *wire.Refusal) {
	if c.param("app") != c.world.Bot.ID {
		return nil, nil, wire.Unknown(wire.CodeUnknownWebhook, "Webhook")
	}
	in := c.world.Interaction(c.param("token"))
	if in == nil || in.Expired(c.world) {
		return nil, nil, wire.Refuse(http.StatusUnauthorized, wire.CodeInvalidToken, "Invalid Webhook Token")
	}
	p := in.Progress(c.world)
	if !p.Answered {
		return nil, nil, wire.Unknown(wire.CodeUnknownWebhook, "Webhook")
	}
	return in, p, nil
}

func createFollowup(c *call, b *body.Message) (any, *wire.Refusal) {
	in, p, refusal := c.hook()
	if refusal != nil {
		return nil, refusal
	}
	// The first follow-up of a deferral replaces the message that shows the bot thinking.
	if p.Deferred == wire.CallbackDeferMessage {
		b.Flags.Value &^= wire.FlagEphemeral // the deferral has decided that
		return c.reviseHook(p, p.Original, b, body.ForFollowup)
	}
	m, refusal := c.compose(b, body.ForFollowup, in.ChannelID, nil)
	if refusal != nil {
		return nil, refusal
	}
	in.Sign(c.world, m, body.ForFollowup)
	if refusal := c.world.Messages.Insert(m, b, body.ForFollowup); refusal != nil {
		return nil, refusal
	}
	p.Followups = append(p.Followups, m.ID)
	if p.Deferred == wire.CallbackDeferUpdate {
		p.EndDeferral(world.Outcome{Kind: world.Replied, Message: m})
	}
	return m, nil
}

func editHookMessage(c *call, b *body.Message) (any, *wire.Refusal) {
	in, p, refusal := c.hook()
	if refusal != nil {
		return nil, refusal
	}
	id := c.param("message")
	if id == original {
		id = p.Original
	} else if id != p.Original && id != in.MessageID && !slices.Contains(p.Followups, id) {
		id = ""
	}
	return c.reviseHook(p, id, b, body.ForHookEdit)
}

// reviseHook shows the next version of a message to the user who waits for it.
func (c *call) reviseHook(progress *world.Progress, id string, b *body.Message,
	p body.Purpose) (any, *wire.Refusal) {
	m, refusal := c.revise(id, b, p)
	if refusal != nil {
		return nil, refusal
	}
	if id == progress.Original && progress.Deferred != 0 {
		kind := world.Replied
		if progress.Deferred == wire.CallbackDeferUpdate {
			kind = world.Updated
		}
		progress.EndDeferral(world.Outcome{Kind: kind, Message: m})
	}
	return m, nil
}
