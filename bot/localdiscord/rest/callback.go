package rest

import (
	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/interaction"
	"amytis/bot/localdiscord/limits"
	"amytis/bot/localdiscord/schema"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

type callback struct {
	*call
	in   *interaction.Interaction
	kind int // wire.CallbackMessage and so on
	data body.Message
}

func answerInteraction(c *call) (reply, *wire.Refusal) {
	in, refusal := c.answerable()
	if refusal != nil {
		return refused(refusal)
	}
	var b body.Callback
	if refusal := wire.Decode(c.payload, &b); refusal != nil {
		return refused(refusal)
	}
	a := &callback{call: c, in: in, kind: b.Type}
	if len(b.Data) > 0 && string(b.Data) != "null" {
		if refusal := wire.Decode(b.Data, &a.data); refusal != nil {
			return refused(body.ForAnswer.Locate(refusal))
		}
	}
	if refusal := a.checkKind(); refusal != nil {
		return refused(refusal)
	}
	message, refusal := a.carryOut()
	if refusal != nil {
		return refused(refusal)
	}
	if c.query("with_response") == "true" {
		return ok(a.resource(message))
	}
	return noContent()
}

// answerable returns the interaction if it may be answered now.
func (c *call) answerable() (in *interaction.Interaction, refusal *wire.Refusal) {
	c.Interactions.With(func(w *world.World, open *interaction.Open) {
		in = open.ByID(c.param("interaction"))
		if in == nil || in.Token() != c.param("token") {
			in, refusal = nil, wire.Unknown(wire.CodeUnknownInteraction, "interaction")
			return
		}
		refusal = open.MayAnswer(in, w.Now())
	})
	return in, refusal
}

func (a *callback) checkKind() *wire.Refusal {
	fits := false
	switch a.kind {
	case wire.CallbackMessage, wire.CallbackDeferMessage:
		fits = a.in.Kind != wire.InteractionAutocomplete
	case wire.CallbackDeferUpdate, wire.CallbackUpdate:
		fits = a.in.MessageID != "" && a.in.Kind != wire.InteractionAutocomplete
	case wire.CallbackChoices:
		fits = a.in.Kind == wire.InteractionAutocomplete
	}
	if !fits {
		return wire.InvalidField("type", "INTERACTION_CALLBACK_TYPE",
			"Callback type %d cannot answer an interaction of type %d.", a.kind, a.in.Kind)
	}
	return nil
}

func (a *callback) carryOut() (*wire.Message, *wire.Refusal) {
	switch a.kind {
	case wire.CallbackMessage:
		return a.message()
	case wire.CallbackDeferMessage:
		return a.deferMessage()
	case wire.CallbackDeferUpdate:
		return a.deferUpdate()
	case wire.CallbackUpdate:
		return a.update()
	}
	return nil, a.choices()
}

// commit carries the answer out, unless another came first since answerable.
func (a *callback) commit(
	do func(*world.World, *interaction.Open, *interaction.Progress) *wire.Refusal) (refusal *wire.Refusal) {
	a.Interactions.With(func(w *world.World, open *interaction.Open) {
		if refusal = open.MayAnswer(a.in, w.Now()); refusal != nil {
			return
		}
		p := open.Progress(a.in)
		if refusal = do(w, open, p); refusal == nil {
			p.SetAnswered(a.faulty)
		}
	})
	return refusal
}

func (a *callback) message() (*wire.Message, *wire.Refusal) {
	m, refusal := a.compose(&a.data, body.ForAnswer, a.in.ChannelID, nil)
	if refusal != nil {
		return nil, refusal
	}
	return m, a.commit(func(w *world.World, open *interaction.Open, p *interaction.Progress) *wire.Refusal {
		a.in.Sign(w, open, m, body.ForAnswer)
		if refusal := w.Messages.Insert(m, &a.data, body.ForAnswer); refusal != nil {
			return refusal
		}
		p.Original = m.ID
		p.Show(interaction.Outcome{Kind: interaction.Replied, Message: m}, true)
		return nil
	})
}

// deferMessage shows that the bot is thinking. Of the data it takes only the ephemeral flag.
func (a *callback) deferMessage() (*wire.Message, *wire.Refusal) {
	if a.data.Flags.Value&^wire.FlagEphemeral != 0 {
		return nil, wire.InvalidField("data.flags", "BASE_TYPE_CHOICES", "A deferral takes only the ephemeral flag")
	}
	if refusal := a.checkDeferral(schema.Answer); refusal != nil {
		return nil, refusal
	}
	m := body.Blank(a.in.ChannelID)
	m.Flags = wire.FlagLoading | a.data.Flags.Value
	return m, a.commit(func(w *world.World, open *interaction.Open, p *interaction.Progress) *wire.Refusal {
		a.in.Sign(w, open, m, body.ForAnswer)
		if refusal := w.Messages.Insert(m, &body.Message{}, body.ForAnswer); refusal != nil {
			return refusal
		}
		p.Original, p.Deferred = m.ID, wire.CallbackDeferMessage
		p.Show(interaction.Outcome{Kind: interaction.Thinking, Message: m}, false)
		return nil
	})
}

// checkDeferral refuses content in a deferral, which Discord ignores.
func (a *callback) checkDeferral(place schema.Place) *wire.Refusal {
	d := &a.data
	if d.Content.Value != "" || len(d.Embeds.Value) > 0 || len(d.Components.Value) > 0 || len(a.files) > 0 {
		return wire.InvalidField("data", "LOCAL_DEFERRAL_WITH_CONTENT", "Discord ignores the content of a deferral")
	}
	return a.Schemas.Check(place, a.payload)
}

func (a *callback) deferUpdate() (*wire.Message, *wire.Refusal) {
	if refusal := a.checkDeferral(schema.Update); refusal != nil {
		return nil, refusal
	}
	var m *wire.Message
	refusal := a.commit(func(w *world.World, _ *interaction.Open, p *interaction.Progress) *wire.Refusal {
		p.Original, p.Deferred = a.in.MessageID, wire.CallbackDeferUpdate
		if r := w.Messages.Record(a.in.MessageID); r != nil {
			m = r.Current
		}
		p.Show(interaction.Outcome{Kind: interaction.Acknowledged, Message: m}, false)
		return nil
	})
	return m, refusal
}

func (a *callback) update() (*wire.Message, *wire.Refusal) {
	before := world.Look(a.State, func(w *world.World) *wire.Message { return w.Messages.ByID(a.in.MessageID) })
	if before == nil {
		return nil, wire.Unknown(wire.CodeUnknownMessage, "Message")
	}
	m, refusal := a.compose(&a.data, body.ForUpdate, a.in.ChannelID, before)
	if refusal != nil {
		return nil, refusal
	}
	return m, a.commit(func(w *world.World, _ *interaction.Open, p *interaction.Progress) *wire.Refusal {
		if refusal := w.Messages.Revise(m, &a.data, body.ForUpdate); refusal != nil {
			return refusal
		}
		p.Original = m.ID
		p.Show(interaction.Outcome{Kind: interaction.Updated, Message: m}, true)
		return nil
	})
}

func (a *callback) choices() *wire.Refusal {
	var t wire.Problems
	list := append([]wire.Choice{}, a.data.Choices.Value...)
	limits.Choices(&t, "data.", list, a.in.OptionType)
	if refusal := t.Refusal(); refusal != nil {
		return refusal
	}
	if refusal := a.Schemas.Check(schema.Choices, a.payload); refusal != nil {
		return refusal
	}
	return a.commit(func(_ *world.World, _ *interaction.Open, p *interaction.Progress) *wire.Refusal {
		p.Show(interaction.Outcome{Kind: interaction.Suggested, Choices: list}, true)
		return nil
	})
}

// resource returns the answer to with_response=true. A deferral creates no resource.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback-interaction-callback-response-object
func (a *callback) resource(m *wire.Message) map[string]any {
	about := map[string]any{"id": a.in.ID(), "type": a.in.Kind}
	answer := map[string]any{"interaction": about}
	if m != nil {
		about["response_message_id"] = m.ID
		about["response_message_loading"] = m.Loading()
		about["response_message_ephemeral"] = m.Ephemeral()
		if a.kind == wire.CallbackMessage || a.kind == wire.CallbackUpdate {
			answer["resource"] = map[string]any{"type": a.kind, "message": m}
		}
	}
	return answer
}
