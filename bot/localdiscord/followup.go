package localdiscord

import (
	"net/http"
)

// original is how a bot names the first answer of an interaction.
const original = "@original"

// hook finds the interaction that a webhook token stands for.
// https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
func (s *Server) hook(c *call) (*Interaction, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.param("app") != botID {
		return nil, unknown(CodeUnknownWebhook, "Webhook")
	}
	in := s.interactions.byToken[c.param("token")]
	switch {
	case in == nil, s.now().Sub(in.created) > s.options.TokenLife:
		return nil, refuse(http.StatusUnauthorized, CodeInvalidToken, "Invalid Webhook Token")
	case !in.answered:
		return nil, unknown(CodeUnknownWebhook, "Webhook")
	}
	return in, nil
}

// hookMessage finds a message of an interaction.
func (s *Server) hookMessage(c *call) (*Interaction, *Message, *apiError) {
	in, refusal := s.hook(c)
	if refusal != nil {
		return nil, nil, refusal
	}
	s.mu.Lock()
	id := c.param("message")
	if id == original {
		id = in.original
	} else if id != in.original && id != in.source && !contains(in.followups, id) {
		id = ""
	}
	s.mu.Unlock()
	m := s.currentMessage(id)
	if m == nil {
		return nil, nil, unknown(CodeUnknownMessage, "Message")
	}
	return in, m, nil
}

func createFollowup(s *Server, c *call) (reply, *apiError) {
	in, refusal := s.hook(c)
	if refusal != nil {
		return reply{}, refusal
	}
	var body messageBody
	if refusal := decodeBody(c.payload, &body); refusal != nil {
		return reply{}, refusal
	}
	// The first follow-up of a deferral takes the place of "thinking".
	if in.isThinking() {
		return s.completeDeferral(c, in, &body)
	}
	m, refusal := c.compose(&body, forFollowup, in.channel, nil)
	if refusal != nil {
		return reply{}, refusal
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if refusal := s.insertFor(in, m, &body, forFollowup); refusal != nil {
		return reply{}, refusal
	}
	in.followups = append(in.followups, m.ID)
	if in.deferred == callbackDeferred {
		in.deferred = 0
		in.show(Outcome{Kind: Replied, Message: m}, true)
	}
	return ok(m)
}

func (in *Interaction) isThinking() bool {
	in.server.mu.Lock()
	defer in.server.mu.Unlock()
	return in.deferred == callbackDefer
}

func (s *Server) completeDeferral(c *call, in *Interaction, body *messageBody) (reply, *apiError) {
	before := s.currentMessage(in.original)
	if before == nil {
		return reply{}, unknown(CodeUnknownMessage, "Message")
	}
	// Whether it is ephemeral was decided by the deferral.
	body.Flags.v &^= FlagEphemeral
	return s.reviseHook(c, in, before, body, forFollowup)
}

func getHookMessage(s *Server, c *call) (reply, *apiError) {
	_, m, refusal := s.hookMessage(c)
	if refusal != nil {
		return reply{}, refusal
	}
	return ok(m)
}

func editHookMessage(s *Server, c *call) (reply, *apiError) {
	in, before, refusal := s.hookMessage(c)
	if refusal != nil {
		return reply{}, refusal
	}
	var body messageBody
	if refusal := decodeBody(c.payload, &body); refusal != nil {
		return reply{}, refusal
	}
	return s.reviseHook(c, in, before, &body, forHookEdit)
}

// reviseHook makes the next version of an interaction's message, and shows it to the user who waits for it.
func (s *Server) reviseHook(c *call, in *Interaction, before *Message, body *messageBody, p purpose) (reply, *apiError) {
	m, refusal := c.compose(body, p, in.channel, before)
	if refusal != nil {
		return reply{}, refusal
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if refusal := s.revise(m, body, p); refusal != nil {
		return reply{}, refusal
	}
	if m.ID == in.original && in.deferred != 0 {
		kind := Replied
		if in.deferred == callbackDeferred {
			kind = Updated
		}
		in.deferred = 0
		in.show(Outcome{Kind: kind, Message: m}, true)
	}
	return ok(m)
}

func deleteHookMessage(s *Server, c *call) (reply, *apiError) {
	in, m, refusal := s.hookMessage(c)
	if refusal != nil {
		return reply{}, refusal
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(m.ID)
	if m.ID == in.original && in.deferred != 0 {
		in.deferred = 0
		in.show(Outcome{Kind: Deleted}, true)
	}
	return noContent()
}
