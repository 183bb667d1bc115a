// Package session keeps the bot connected to Discord and sends its requests there.
//
// It wraps discordgo, which alone is not safe to build on. Its Open can hang forever, and it treats
// no close code as final. A panic in a handler ends the process. Its rate limit buckets are never
// freed, and its errors and logs contain tokens. This package solves each of these in one place:
//
//   - Gateway: [Client.Run] runs the shards. Each opens one discordgo session after another. It
//     notices at once when a session ends, and decides whether to resume it, to start a new one or
//     to give up with a [FinalError].
//   - Events: [Handlers] run in limited number. Their input is checked and their panics are
//     recovered.
//   - Requests: [Client.Respond], [Client.Send] and the other requests respect Discord's rate
//     limits and the context. They fail with an [Error] that says whether a second try can help.
//   - Log: [Redact] removes tokens from it.
//
// The package is not a router, knows no game, command or text, and stores nothing. Messages that
// must not be lost are in the store's outbox, and the bot calls [Client.Send] again for them.
// Events from Discord may be lost, repeated or reordered, so handlers must be idempotent.
package session

import (
	"crypto/tls"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
)

// Client is the bot's connection to Discord. Its request methods may be called from any goroutine,
// whether or not Run is running.
type Client struct {
	cfg      Config
	log      *slog.Logger
	handlers Handlers

	events *dispatcher
	rest   *rest

	starts          *starts
	appID           atomic.Pointer[string]
	self            atomic.Pointer[string] // ID of the bot's user
	answerTime      atomic.Int64           // how long Discord lately took to accept an answer
	running         atomic.Bool
	closingSessions sync.WaitGroup // sessions being closed
	tls             *tls.Config    // of the gateway; set by tests with a test certificate
	proxy           proxyFunc      // of the gateway; set by tests
}

// New returns a client with this configuration. It does not connect; call Run for that. It returns
// an error if the token or the interaction handler is missing, or if the configuration is invalid.
func New(cfg Config, h Handlers) (*Client, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	if h.Interaction == nil {
		return nil, errors.New("session: Handlers.Interaction is missing, so no interaction would be answered")
	}
	log := slog.New(Redact(cfg.Logger.Handler(), cfg.Token))
	rest, err := newREST(cfg, log)
	if err != nil {
		return nil, err
	}
	return &Client{
		cfg:      cfg,
		log:      log,
		handlers: h,
		events:   newDispatcher(cfg, h, rest.observer.clock, log),
		rest:     rest,
		starts:   newStarts(cfg, log, rest),
		proxy:    http.ProxyFromEnvironment,
	}, nil
}
