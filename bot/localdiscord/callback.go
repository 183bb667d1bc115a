package localdiscord

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Callback types. https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object
const (
	callbackPong     = 1
	callbackMessage  = 4
	callbackDefer    = 5
	callbackDeferred = 6
	callbackUpdate   = 7
	callbackChoices  = 8
	callbackModal    = 9
)

// Choice is a suggestion of an autocomplete, or a fixed value of an option.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             any               `json:"value"`
}

type callbackBody struct {
	Type int             `json:"type"`
	Data json.RawMessage `json:"data"`
}

// answer is one callback on its way.
type answer struct {
	*call
	in   *Interaction
	kind int
	data messageBody
}

// answerInteraction is POST /interactions/{id}/{token}/callback.
func answerInteraction(s *Server, c *call) (reply, *apiError) {
	in, refusal := s.answerable(c)
	if refusal != nil {
		return reply{}, refusal
	}
	var body callbackBody
	if refusal := decodeBody(c.payload, &body); refusal != nil {
		return reply{}, refusal
	}
	a := &answer{call: c, in: in, kind: body.Type}
	if len(body.Data) > 0 && string(body.Data) != "null" {
		if refusal := decodeBody(body.Data, &a.data); refusal != nil {
			return reply{}, refusal.under(forAnswer)
		}
	}
	if refusal := a.checkKind(); refusal != nil {
		return reply{}, refusal
	}
	message, refusal := a.carryOut()
	if refusal != nil {
		return reply{}, refusal
	}
	if c.query("with_response") == "true" {
		return ok(a.resource(message))
	}
	return noContent()
}

// answerable finds the interaction, if it may be answered now.
func (s *Server) answerable(c *call) (*Interaction, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := s.interactions.byID[c.param("interaction")]
	if in == nil || in.token != c.param("token") {
		return nil, unknown(CodeUnknownInteraction, "interaction")
	}
	return in, in.mayAnswer(s.now())
}

// mayAnswer is asked twice: before the body is looked at, and when it is carried out.
func (in *Interaction) mayAnswer(now time.Time) *apiError {
	switch {
	case in.answered:
		refusal := refuse(http.StatusBadRequest, CodeAlreadyAnswered, "Interaction has already been acknowledged.")
		refusal.excused = in.excused
		return refusal
	case in.late(now):
		return unknown(CodeUnknownInteraction, "interaction")
	}
	return nil
}

// checkKind: not every interaction takes every answer.
func (a *answer) checkKind() *apiError {
	fits := false
	switch a.kind {
	case callbackMessage, callbackDefer:
		fits = a.in.kind != kindAutocomplete
	case callbackDeferred, callbackUpdate:
		fits = a.in.source != "" && a.in.kind != kindAutocomplete
	case callbackChoices:
		fits = a.in.kind == kindAutocomplete
	case callbackModal:
		fits = a.in.kind == kindCommand || a.in.kind == kindComponent
	}
	if !fits {
		return invalidField("type", "INTERACTION_CALLBACK_TYPE",
			"Callback type %d cannot answer an interaction of type %d.", a.kind, a.in.kind)
	}
	return nil
}

func (a *answer) carryOut() (*Message, *apiError) {
	switch a.kind {
	case callbackMessage:
		return a.message()
	case callbackDefer:
		return a.deferMessage()
	case callbackDeferred:
		return a.deferUpdate()
	case callbackUpdate:
		return a.update()
	case callbackChoices:
		return nil, a.choices()
	}
	return nil, a.modal()
}

// commit carries the answer out, unless another came first.
func (a *answer) commit(do func() *apiError) *apiError {
	s := a.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if refusal := a.in.mayAnswer(s.now()); refusal != nil {
		return refusal
	}
	if refusal := do(); refusal != nil {
		return refusal
	}
	a.in.answered = true
	// A lost reply makes the bot try again, and rightly.
	a.in.excused = a.faulty
	if a.in.timer != nil {
		a.in.timer.Stop()
	}
	return nil
}

func (a *answer) message() (*Message, *apiError) {
	m, refusal := a.compose(&a.data, forAnswer, a.in.channel, nil)
	if refusal != nil {
		return nil, refusal
	}
	return m, a.commit(func() *apiError {
		if refusal := a.server.insertFor(a.in, m, &a.data, forAnswer); refusal != nil {
			return refusal
		}
		a.in.original = m.ID
		a.in.show(Outcome{Kind: Replied, Message: m}, true)
		return nil
	})
}

// deferMessage shows "thinking". Of the data it takes only the ephemeral flag.
func (a *answer) deferMessage() (*Message, *apiError) {
	if a.data.Flags.v&^FlagEphemeral != 0 {
		return nil, invalidField("data.flags", "BASE_TYPE_CHOICES", "A deferral takes only the ephemeral flag")
	}
	if refusal := a.dataMustBeEmpty(); refusal != nil {
		return nil, refusal
	}
	if refusal := a.conform(schemaAnswer); refusal != nil {
		return nil, refusal
	}
	m := &Message{ChannelID: a.in.channel, Flags: FlagLoading | a.data.Flags.v, Attachments: []Attachment{},
		Embeds: []Embed{}, Components: []Component{}}
	return m, a.commit(func() *apiError {
		if refusal := a.server.insertFor(a.in, m, &messageBody{}, forAnswer); refusal != nil {
			return refusal
		}
		a.in.original, a.in.deferred = m.ID, callbackDefer
		a.in.show(Outcome{Kind: Thinking, Message: m}, false)
		return nil
	})
}

func (a *answer) dataMustBeEmpty() *apiError {
	d := &a.data
	if d.Content.v != "" || len(d.Embeds.v) > 0 || len(d.Components.v) > 0 || len(a.files) > 0 {
		return invalidField("data", "LOCAL_DEFERRAL_WITH_CONTENT", "Discord ignores the content of a deferral")
	}
	return nil
}

func (a *answer) deferUpdate() (*Message, *apiError) {
	if refusal := a.dataMustBeEmpty(); refusal != nil {
		return nil, refusal
	}
	if refusal := a.conform(schemaUpdate); refusal != nil {
		return nil, refusal
	}
	var m *Message
	refusal := a.commit(func() *apiError {
		a.in.original, a.in.deferred = a.in.source, callbackDeferred
		if rec := a.server.world.messages[a.in.source]; rec != nil {
			m = rec.current
		}
		a.in.show(Outcome{Kind: Acknowledged, Message: m}, false)
		return nil
	})
	return m, refusal
}

func (a *answer) update() (*Message, *apiError) {
	before := a.server.currentMessage(a.in.source)
	if before == nil {
		return nil, unknown(CodeUnknownMessage, "Message")
	}
	m, refusal := a.compose(&a.data, forUpdate, a.in.channel, before)
	if refusal != nil {
		return nil, refusal
	}
	return m, a.commit(func() *apiError {
		if refusal := a.server.revise(m, &a.data, forUpdate); refusal != nil {
			return refusal
		}
		a.in.original = m.ID
		a.in.show(Outcome{Kind: Updated, Message: m}, true)
		return nil
	})
}

// maxChoices of an option, fixed or suggested.
const maxChoices = 25

func (a *answer) choices() *apiError {
	var t errorTree
	list := a.data.Choices.v
	checkChoices(&t, "data.", list, a.in.option)
	if refusal := t.refusal(); refusal != nil {
		return refusal
	}
	if refusal := a.conform(schemaChoices); refusal != nil {
		return refusal
	}
	return a.commit(func() *apiError {
		a.in.show(Outcome{Kind: Suggested, Choices: orEmpty(list)}, true)
		return nil
	})
}

// checkChoices checks fixed or suggested choices of an option.
func checkChoices(t *errorTree, path string, list []Choice, option int) {
	if len(list) > maxChoices {
		t.add(path+"choices", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxChoices)
	}
	for i, c := range list {
		at := fmt.Sprintf("%schoices.%d.", path, i)
		checkLength(t, at+"name", c.Name, 1, maxChoiceName)
		checkLocalizations(t, at+"name_localizations", c.NameLocalizations, 1, maxChoiceName, nil)
		if problem := choiceValueProblem(c.Value, option); problem != "" {
			t.add(at+"value", "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_TYPE", "%s", problem)
		}
	}
}

func (a *answer) modal() *apiError {
	m := &Modal{CustomID: a.data.CustomID.v, Title: a.data.Title.v, Components: a.data.Components.v}
	if refusal := m.check(); refusal != nil {
		return refusal
	}
	if refusal := a.conform(schemaModal); refusal != nil {
		return refusal
	}
	return a.commit(func() *apiError {
		a.in.modal = m
		a.in.show(Outcome{Kind: ModalShown, Modal: m}, true)
		return nil
	})
}

// resource is what with_response=true answers.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback-interaction-callback-response-object
func (a *answer) resource(m *Message) map[string]any {
	interaction := map[string]any{"id": a.in.id, "type": a.in.kind}
	answer := map[string]any{"interaction": interaction}
	resource := map[string]any{"type": a.kind}
	if m != nil {
		interaction["response_message_id"] = m.ID
		interaction["response_message_loading"] = m.Loading()
		interaction["response_message_ephemeral"] = m.Ephemeral()
		if a.kind == callbackMessage || a.kind == callbackUpdate || a.kind == callbackDefer {
			resource["message"] = m
		}
	}
	answer["resource"] = resource
	return answer
}
