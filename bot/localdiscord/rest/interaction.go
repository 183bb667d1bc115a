package rest

import (
	"slices"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

type callback struct {
	*call
	kind  int // wire.CallbackMessage and so on
	data  body.Message
	modal wire.Modal
}

func answerInteraction(c *call, b *body.Callback) (any, *wire.Refusal) {
	a := &callback{call: c, kind: b.Type}
	if len(b.Data) > 0 && string(b.Data) != "null" {
		into := any(&a.data)
		if a.kind == wire.CallbackModal {
			into = &a.modal
		}
		if refusal := wire.Decode(b.Data, into); refusal != nil {
			return nil, body.ForAnswer.Locate(refusal)
		}
	}
	message, refusal := a.carryOut()
	if refusal != nil {
		return nil, refusal
	}
	a.in.SetAnswered(c.hit != nil)
	if c.query("with_response") == "true" {
		return a.resource(message), nil
	}
	return nil, nil
}

func (a *callback) carryOut() (*wire.Message, *wire.Refusal) {
	completes := a.in.Kind == wire.InteractionAutocomplete
	pressed := a.in.MessageID != ""
	switch {
	case a.kind == wire.CallbackMessage && !completes:
		m, refusal := body.Compose(&a.data, body.ForAnswer, a.files, a.in.ChannelID, nil, a.world)
		if refusal != nil {
			return nil, refusal
		}
		return a.post(m, &a.data, world.Replied)
	case a.kind == wire.CallbackDeferMessage && !completes:
		return a.deferMessage()
	case a.kind == wire.CallbackDeferUpdate && pressed:
		return a.deferUpdate()
	case a.kind == wire.CallbackUpdate && pressed:
		return a.update()
	case a.kind == wire.CallbackChoices && completes:
		var t wire.Problems
		t.Check("data", &a.data)
		list := append([]wire.Choice{}, a.data.Choices.Value...)
		t.ChoiceValues("data.", list, a.in.OptionType)
		return nil, a.show(t.Refusal(), world.Outcome{Kind: world.Suggested, Choices: list})
	case a.kind == wire.CallbackModal && !completes && a.in.Kind != wire.InteractionModal:
		var t wire.Problems
		t.Check("data", &a.modal)
		return nil, a.show(t.Refusal(), world.Outcome{Kind: world.Asked, Form: &a.modal})
	}
	return nil, wire.InvalidField("type", "INTERACTION_CALLBACK_TYPE",
		"Callback type %d cannot answer an interaction of type %d.", a.kind, a.in.Kind)
}

func (a *callback) show(refusal *wire.Refusal, outcome world.Outcome) *wire.Refusal {
	if refusal == nil {
		a.in.Show(outcome, true)
	}
	return refusal
}

func (a *callback) post(m *wire.Message, b *body.Message, as world.OutcomeKind) (*wire.Message, *wire.Refusal) {
	a.in.Sign(a.world, m, body.ForAnswer)
	if refusal := a.world.Messages.Insert(m, b, body.ForAnswer); refusal != nil {
		return nil, refusal
	}
	a.in.Original = m.ID
	a.in.Show(world.Outcome{Kind: as, Message: m}, as == world.Replied)
	return m, nil
}

func (a *callback) deferMessage() (*wire.Message, *wire.Refusal) {
	if a.data.Flags.Value&^wire.FlagEphemeral != 0 {
		return nil, wire.InvalidField("data.flags", "BASE_TYPE_CHOICES", "A deferral takes only the ephemeral flag")
	}
	if refusal := a.checkDeferral(); refusal != nil {
		return nil, refusal
	}
	m := body.Blank(a.in.ChannelID)
	m.Flags = wire.FlagLoading | a.data.Flags.Value
	if _, refusal := a.post(m, &body.Message{}, world.Thinking); refusal != nil {
		return nil, refusal
	}
	a.in.Deferred = wire.CallbackDeferMessage
	return m, nil
}

// checkDeferral refuses content in a deferral, which Discord ignores.
func (a *callback) checkDeferral() *wire.Refusal {
	d := &a.data
	if d.Content.Value != "" || len(d.Embeds.Value) > 0 || len(d.Components.Value) > 0 || len(a.files) > 0 {
		return wire.InvalidField("data", "LOCAL_DEFERRAL_WITH_CONTENT", "Discord ignores the content of a deferral")
	}
	return nil
}

func (a *callback) deferUpdate() (m *wire.Message, refusal *wire.Refusal) {
	if refusal := a.checkDeferral(); refusal != nil {
		return nil, refusal
	}
	a.in.Original, a.in.Deferred = a.in.MessageID, wire.CallbackDeferUpdate
	if r := a.world.Messages.Record(a.in.MessageID); r != nil {
		m = r.Current
	}
	a.in.Show(world.Outcome{Kind: world.Acknowledged, Message: m}, false)
	return m, nil
}

// update refuses to leave the files of the message to chance: reports differ on whether they stay.
// https://github.com/discord/discord-api-docs/issues/6277
func (a *callback) update() (*wire.Message, *wire.Refusal) {
	r := a.world.Messages.Record(a.in.MessageID)
	if r != nil && !a.data.Attachments.Set && len(r.Current.Sent().Attachments) > 0 {
		return nil, wire.InvalidField("data.attachments", "LOCAL_FILES_LEFT_TO_CHANCE", "Discord may remove the files")
	}
	m, refusal := a.revise(a.in.MessageID, &a.data, body.ForUpdate)
	if refusal != nil {
		return nil, refusal
	}
	a.in.Original = m.ID
	a.in.Show(world.Outcome{Kind: world.Updated, Message: m}, true)
	return m, nil
}

// resource returns the answer to with_response=true. A deferral creates no resource.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback-interaction-callback-response-object
func (a *callback) resource(m *wire.Message) map[string]any {
	about := map[string]any{"id": a.in.ID, "type": a.in.Kind}
	answer := map[string]any{"interaction": about}
	if m != nil {
		about["response_message_id"] = m.ID
		about["response_message_loading"] = m.Loading()
		about["response_message_ephemeral"] = m.Ephemeral()
		if a.kind == wire.CallbackMessage || a.kind == wire.CallbackUpdate {
			answer["resource"] = map[string]any{"type": a.kind, "message": m.Sent()}
		}
	}
	return answer
}

func createFollowup(c *call, b *body.Message) (any, *wire.Refusal) {
	// The first follow-up of a deferral replaces the message that shows the bot thinking.
	if c.in.Deferred == wire.CallbackDeferMessage {
		b.Flags.Value &^= wire.FlagEphemeral // the deferral has decided that
		return c.reviseHook(c.in.Original, b, body.ForFollowup)
	}
	m, refusal := body.Compose(b, body.ForFollowup, c.files, c.in.ChannelID, nil, c.world)
	if refusal != nil {
		return nil, refusal
	}
	c.in.Sign(c.world, m, body.ForFollowup)
	if refusal := c.world.Messages.Insert(m, b, body.ForFollowup); refusal != nil {
		return nil, refusal
	}
	c.in.FollowupIDs = append(c.in.FollowupIDs, m.ID)
	if c.in.Deferred == wire.CallbackDeferUpdate {
		c.in.Deferred = 0
		c.in.Show(world.Outcome{Kind: world.Replied, Message: m}, true)
	}
	return m, nil
}

// original is how a bot names the first answer to an interaction.
const original = "@original"

func editHookMessage(c *call, b *body.Message) (any, *wire.Refusal) {
	id := c.param("message")
	if id == original {
		id = c.in.Original
	} else if id != c.in.Original && id != c.in.MessageID && !slices.Contains(c.in.FollowupIDs, id) {
		id = ""
	}
	return c.reviseHook(id, b, body.ForHookEdit)
}

// reviseHook shows the next version of a message to the user who waits for it.
func (c *call) reviseHook(id string, b *body.Message, p body.Purpose) (any, *wire.Refusal) {
	m, refusal := c.revise(id, b, p)
	if refusal != nil {
		return nil, refusal
	}
	if id == c.in.Original && c.in.Deferred != 0 {
		kind := world.Replied
		if c.in.Deferred == wire.CallbackDeferUpdate {
			kind = world.Updated
		}
		c.in.Deferred = 0
		c.in.Show(world.Outcome{Kind: kind, Message: m}, true)
	}
	return m, nil
}
