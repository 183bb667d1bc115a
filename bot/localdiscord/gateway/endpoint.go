package gateway

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Endpoint is where a bot, perhaps several replicas, takes interactions by HTTP.
// https://discord.com/developers/docs/interactions/overview#configuring-an-interactions-endpoint-url
type Endpoint struct {
	URLs []string // of the replicas, which take turns
	// Timeout is how long a replica may take to respond; a third of the time for an answer if zero.
	Timeout time.Duration
}

// webhook signs interactions and sends them to an endpoint. It starts without one.
type webhook struct {
	gateway *Gateway
	public  ed25519.PublicKey
	secret  ed25519.PrivateKey
	client  *http.Client
	ctx     context.Context // of all deliveries
	cancel  context.CancelFunc

	mu       sync.Mutex
	endpoint Endpoint
	turn     int // of the replica to try first
}

func newWebhook(g *Gateway) *webhook {
	h := &webhook{gateway: g}
	h.public, h.secret, _ = ed25519.GenerateKey(nil) // crypto/rand never fails
	h.ctx, h.cancel = context.WithCancel(context.Background())
	h.client = &http.Client{
		Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return h
}

// PublicKey returns the key with which a bot verifies interactions by HTTP, as hex digits.
func (g *Gateway) PublicKey() string { return hex.EncodeToString(g.webhook.public) }

// SetEndpoint has interactions delivered by HTTP, as Discord's setting "Interactions Endpoint URL"
// does, or by the gateway again without URLs. First each replica that can be reached must answer a
// ping, and refuse one with a bad signature. After an error nothing has changed.
//
// A replica that cannot be reached, is too slow or answers 5xx is skipped. Only the fault
// [Faults.DuplicateInteractions] concerns interactions by HTTP.
func (g *Gateway) SetEndpoint(ctx context.Context, e Endpoint) error {
	h := g.webhook
	e.Timeout = cmp.Or(e.Timeout, g.state.AnswerWithin/3)
	e.URLs = slices.Clone(e.URLs)
	reached := 0
	away := error(nil)
	for _, url := range e.URLs {
		up, err := h.test(ctx, url, e.Timeout)
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
	h.mu.Lock()
	defer h.mu.Unlock()
	h.endpoint, h.turn = e, 0
	return nil
}

// emitInteraction returns true if the bot will not hear of an interaction in time.
func (g *Gateway) emitInteraction(data json.RawMessage) (missed bool) {
	urls, timeout := g.webhook.order()
	missed = true
	if len(urls) == 0 || g.faults.now().duplicate {
		missed = g.emitRaw(event{name: interactionCreate, data: data})
	}
	return (len(urls) == 0 || g.webhook.emit(data, urls, timeout)) && missed
}

// emit delivers an interaction to the first replica that takes it, or returns true. The replica
// must answer by the callback.
func (h *webhook) emit(event json.RawMessage, urls []string, timeout time.Duration) (missed bool) {
	for _, url := range urls {
		got, err := h.post(h.ctx, timeout, url, event, h.secret)
		switch {
		case err != nil || got.status >= http.StatusInternalServerError:
			continue // this replica is dead
		case got.status != http.StatusAccepted:
			h.gateway.state.Traffic.Violate(traffic.Violation{
				Kind: traffic.EndpointMisuse, Code: got.status, Request: "POST " + url,
				Detail: "an interaction must be answered 202, and by its callback",
			})
			return true
		}
		return false
	}
	return true
}

// order returns the replicas in the order in which to try them.
func (h *webhook) order() (urls []string, timeout time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	urls, timeout = h.endpoint.URLs, h.endpoint.Timeout
	if len(urls) == 0 {
		return nil, 0
	}
	first := h.turn
	h.turn = (h.turn + 1) % len(urls)
	return slices.Concat(urls[first:], urls[:first]), timeout
}

// test does Discord's test of a new endpoint. up is false if the endpoint cannot be reached.
func (h *webhook) test(ctx context.Context, url string, timeout time.Duration) (up bool, err error) {
	ping := wire.Encode(map[string]any{
		"id": world.Read(h.gateway.state, (*world.World).NewID), "application_id": h.gateway.state.BotID(), "type": 1,
		"version": 1, "token": "ping", "entitlements": []any{}, "authorizing_integration_owners": map[string]any{},
	})
	pong, err := h.post(ctx, timeout, url, ping, h.secret)
	if err != nil {
		return false, err
	}
	var is struct{ Type int }
	if pong.status != http.StatusOK || pong.contentType != "application/json" ||
		json.Unmarshal(pong.body, &is) != nil || is.Type != 1 {
		return true, fmt.Errorf("localdiscord: %s does not answer a ping with 200 and JSON of type 1, but with %d", url,
			pong.status)
	}
	_, stranger, _ := ed25519.GenerateKey(nil) // crypto/rand never fails
	refusal, err := h.post(ctx, timeout, url, ping, stranger)
	if err == nil && refusal.status != http.StatusUnauthorized {
		return true, fmt.Errorf("localdiscord: %s does not answer a bad signature with 401, but with %d", url,
			refusal.status)
	}
	return err == nil, err
}

const maxResponse = 64 << 10

type response struct {
	status      int
	contentType string
	body        []byte
}

// post signs an event and sends it to a replica.
func (h *webhook) post(
	ctx context.Context, timeout time.Duration, url string, event []byte, secret ed25519.PrivateKey,
) (got response, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(event))
	if err != nil {
		return got, err
	}
	now := h.gateway.state.Now
	at := strconv.FormatInt(now().Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	r.Header.Set("X-Signature-Timestamp", at)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(secret, append([]byte(at), event...))))
	began := time.Now()
	resp, err := h.client.Do(r)
	if err == nil {
		defer resp.Body.Close()
		got.status, got.contentType = resp.StatusCode, resp.Header.Get("Content-Type")
		got.body, err = io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	}
	h.gateway.state.Traffic.Add(traffic.Entry{At: now(), Took: time.Since(began), Kind: "event",
		Name: interactionCreate, Path: url, Status: got.status, Body: event, Answer: got.body})
	return got, err
}
