package localdiscord

import (
	"context"
	"encoding/json"
)

// PublicKey returns the key with which a bot verifies interactions by HTTP, as hex digits.
func (s *Server) PublicKey() string { return s.webhooks.PublicKey() }

// SetEndpoint has interactions delivered by HTTP in place of the gateway, as the setting
// "Interactions Endpoint URL" does on Discord. Without URLs the gateway delivers them again. Before
// that it does Discord's test: each replica that can be reached must answer a ping, and refuse one
// with a bad signature. After an error nothing has changed.
//
// A replica that cannot be reached, is too slow or answers 5xx is skipped. Of the faults only
// [Faults.DuplicateInteractions] concerns interactions by HTTP.
func (s *Server) SetEndpoint(ctx context.Context, e Endpoint) error { return s.webhooks.Use(ctx, e) }

// emitInteraction tells the bot of an interaction. It returns true if the bot will not hear of it
// in time.
func (s *Server) emitInteraction(event json.RawMessage) (missed bool) {
	if !s.webhooks.Active() {
		return s.gateway.EmitInteraction(event)
	}
	missed = true
	if s.faults.Duplicating() {
		missed = s.gateway.EmitInteraction(event)
	}
	return s.webhooks.Emit(event) && missed
}
