// Package webhook delivers interactions by HTTP, as Discord does to a bot with an interactions
// endpoint. The bot may run as several replicas: this is Discord and the balancer before them in
// one.
// https://discord.com/developers/docs/interactions/overview#configuring-an-interactions-endpoint-url
package webhook

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
)

type Config struct {
	ApplicationID string
	AnswerWithin  time.Duration

	Now     func() time.Time
	NewID   func() string
	Traffic *traffic.Log
}

type Endpoint struct {
	// URLs has the URLs of the replicas, which take turns.
	URLs []string
	// Timeout is how long a replica may take to respond; a third of the time for an answer if zero.
	Timeout time.Duration
}

// Sender signs interactions and sends them to an endpoint. It starts without one.
type Sender struct {
	config Config
	public ed25519.PublicKey
	secret ed25519.PrivateKey
	client *http.Client
	ctx    context.Context // of all deliveries
	cancel context.CancelFunc

	mu       sync.Mutex
	endpoint Endpoint
	turn     int // of the replica to try first
}

func New(config Config) *Sender {
	s := &Sender{config: config}
	s.public, s.secret, _ = ed25519.GenerateKey(nil) // crypto/rand never fails
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.client = &http.Client{
		Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return s
}

// PublicKey is in hex digits.
func (s *Sender) PublicKey() string { return hex.EncodeToString(s.public) }

func (s *Sender) Close() {
	s.cancel()
	s.client.CloseIdleConnections()
}

// Use tests an endpoint and has interactions delivered there from now on. Without URLs it ends the
// deliveries. It changes nothing and returns an error if no replica can be reached, or if one of
// them does not answer a ping or does not refuse a bad signature.
func (s *Sender) Use(ctx context.Context, e Endpoint) error {
	e.Timeout = cmp.Or(e.Timeout, s.config.AnswerWithin/3)
	e.URLs = slices.Clone(e.URLs)
	reached := 0
	away := error(nil)
	for _, url := range e.URLs {
		up, err := s.test(ctx, url, e.Timeout)
		switch {
		case up && err != nil:
			return err
		case err != nil:
			away = err
		default:
			reached++
		}
	}
	if reached == 0 && away != nil {
		return away
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endpoint = e
	s.turn = 0
	return nil
}

func (s *Sender) Active() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.endpoint.URLs) > 0
}

// Emit delivers an interaction to the first replica that takes it. It returns true if none does.
// What a replica answers in its response is not supported: it must use the callback.
func (s *Sender) Emit(event json.RawMessage) (missed bool) {
	urls, timeout := s.order()
	for _, url := range urls {
		got, err := s.post(s.ctx, timeout, url, event, s.secret)
		switch {
		case err != nil || got.status >= http.StatusInternalServerError:
			continue // this replica is dead
		case got.status != http.StatusAccepted:
			s.config.Traffic.Violate(traffic.Violation{
				Kind: traffic.EndpointMisuse, Code: got.status, Request: "POST " + url,
				Detail: "an interaction must be answered 202, and by its callback",
			})
			return true
		}
		return false
	}
	return true
}

func (s *Sender) order() (urls []string, timeout time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	urls, timeout = s.endpoint.URLs, s.endpoint.Timeout
	if len(urls) == 0 {
		return nil, 0
	}
	first := s.turn
	s.turn = (s.turn + 1) % len(urls)
	return slices.Concat(urls[first:], urls[:first]), timeout
}

// test does Discord's test of a new endpoint. up is false if the endpoint cannot be reached.
func (s *Sender) test(ctx context.Context, url string, timeout time.Duration) (up bool, err error) {
	ping := wire.Encode(map[string]any{
		"id": s.config.NewID(), "application_id": s.config.ApplicationID, "type": 1, "version": 1, "token": "ping",
		"entitlements": []any{}, "authorizing_integration_owners": map[string]any{},
	})
	pong, err := s.post(ctx, timeout, url, ping, s.secret)
	switch {
	case err != nil:
		return false, err
	case !pong.isPong():
		return true, fmt.Errorf("localdiscord: %s does not answer a ping with 200 and JSON of type 1, but with %d", url,
			pong.status)
	}
	_, stranger, _ := ed25519.GenerateKey(nil) // crypto/rand never fails
	refusal, err := s.post(ctx, timeout, url, ping, stranger)
	switch {
	case err != nil:
		return false, err
	case refusal.status != http.StatusUnauthorized:
		return true, fmt.Errorf("localdiscord: %s does not answer a bad signature with 401, but with %d", url,
			refusal.status)
	}
	return true, nil
}
