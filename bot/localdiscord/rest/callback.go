package rest

import (
	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

type callback struct {
	*call
	in       *world.Interaction
	progress *world.Progress
	kind     int // wire.CallbackMessage and so on
	data     body.Message
	modal    wire.Modal
}

func answerInteraction(c *call, b *body.Callback) (any, *wire.Refusal) {
	in := c.world.Interaction(c.param("token"))
	if in == nil || in.ID != c.param("interaction") {
		return nil, wire.Unknown(wire.CodeUnknownInteraction, "interaction")
	}
	if refusal := in.MayAnswer(c.world); refusal != nil {
		return nil, refusal
	}
	a := &callback{call: c, in: in, progress: in.Progress(c.world), kind: b.Type}
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
	a.progress.SetAnswered(c.faulty)
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
		return a.message()
	case a.kind == wire.CallbackDeferMessage && !completes:
		return a.deferMessage()
	case a.kind == wire.CallbackDeferUpdate && pressed:
		return a.deferUpdate()
	case a.kind == wire.CallbackUpdate && pressed:
		return a.update()
	case a.kind == wire.CallbackChoices && completes:
		return nil, a.choices()
	case a.kind == wire.CallbackModal && !completes && a.in.Kind != wire.InteractionModal:
		return nil, a.ask()
	}
	return nil, wire.InvalidField("type", "INTERACTION_CALLBACK_TYPE",
		"Callback type %d cannot answer an interaction of type %d.", a.kind, a.in.Kind)
}

func (a *callback) message() (*wire.Message, *wire.Refusal) {
	m, refusal := a.compose(&a.data, body.ForAnswer, a.in.ChannelID, nil)
	if refusal != nil {
		return nil, refusal
	}
	return m, a.post(m, &a.data, world.Replied)
}

// deferMessage shows that the bot is thinking. Of the data it takes only the ephemeral flag.
func (a *callback) deferMessage() (*wire.Message, *wire.Refusal) {
	if a.data.Flags.Value&^wire.FlagEphemeral != 0 {
		return nil, wire.InvalidField("data.flags", "BASE_TYPE_CHOICES", "A deferral takes only the ephemeral flag")
	}
	if refusal := a.checkDeferral(); refusal != nil {
		return nil, refusal
	}
	m := body.Blank(a.in.ChannelID)
	m.Flags = wire.FlagLoading | a.data.Flags.Value
	if refusal := a.post(m, &body.Message{}, world.Thinking); refusal != nil {
		return nil, refusal
	}
	a.progress.Deferred = wire.CallbackDeferMessage
	return m, nil
}

func (a *callback) post(m *wire.Message, b *body.Message, as world.OutcomeKind) *wire.Refusal {
	a.in.Sign(a.world, m, body.ForAnswer)
	if refusal := a.world.Messages.Insert(m, b, body.ForAnswer); refusal != nil {
		return refusal
	}
	a.progress.Original = m.ID
	a.progress.Show(world.Outcome{Kind: as, Message: m}, as == world.Replied)
	return nil
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
	a.progress.Original, a.progress.Deferred = a.in.MessageID, wire.CallbackDeferUpdate
	if r := a.world.Messages.Record(a.in.MessageID); r != nil {
		m = r.Current
	}
	a.progress.Show(world.Outcome{Kind: world.Acknowledged, Message: m}, false)
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
	a.progress.Original = m.ID
	a.progress.Show(world.Outcome{Kind: world.Updated, Message: m}, true)
	return m, nil
}

func (a *callback) choices() *wire.Refusal {
	var t wire.Problems
	list := append([]wire.Choice{}, a.data.Choices.Value...)
	t.Check("data", &a.data)
	t.ChoiceValues("data.", list, a.in.OptionType)
	refusal := t.Refusal()
	if refusal == nil {
		a.progress.Show(world.Outcome{Kind: world.Suggested, Choices: list}, true)
	}
	return refusal
}

// ask opens a form.
func (a *callback) ask() *wire.Refusal {
	var t wire.Problems
	t.Check("data", &a.modal)
	refusal := t.Refusal()
	if refusal == nil {
		a.progress.Show(world.Outcome{Kind: world.Asked, Form: &a.modal}, true)
	}
	return refusal
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
