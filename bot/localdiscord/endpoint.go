package localdiscord

import "context"

// PublicKey returns the key with which a bot verifies interactions by HTTP, as hex digits.
func (s *Server) PublicKey() string { return s.gateway.PublicKey() }

// SetEndpoint has interactions delivered by HTTP, see [gateway.Gateway.SetEndpoint].
func (s *Server) SetEndpoint(ctx context.Context, e Endpoint) error {
	return s.gateway.SetEndpoint(ctx, e)
}
