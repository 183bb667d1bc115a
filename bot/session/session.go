// Package session keeps the bot connected to Discord and carries its requests there.
//
// It is here because discordgo alone is not safe to build on: its Open can hang for ever, no close code is ever final
// to it, a panic in a handler ends the process, its rate limit buckets are never freed, and its errors and logs carry
// tokens. Each of these has one place in this package, and one test:
//
//   - the gateway: [Client.Run] opens one discordgo session after another and notices at once when one ends, why it
//     ended, and whether to resume it, to begin a new one or to give up with a [FinalError];
//   - the events: every handler runs bounded in number, checked and recovered from panics ([Handlers]);
//   - the requests: [Client.Respond], [Client.Send] and their kin keep Discord's rate limits, heed the context, and fail
//     with an [Error] that says whether trying again can help;
//   - the log: [Redact] keeps tokens out of it.
//
// It is not a router, knows no game, no command and no text, and keeps nothing on disk: what must not be lost is in the
// store's outbox, which calls [Client.Send] again. Events may be lost, repeated and reordered on the way from Discord,
// so handlers have to be idempotent.
package session

import (
	"crypto/tls"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
)

// Client is the bot's one connection to Discord. Its requests may be made from any goroutine, before, while and after
// Run runs.
type Client struct {
	cfg      Config
	log      *slog.Logger
	handlers Handlers

	events *dispatcher
	rest   *rest

	identifies *window // how many sessions may be begun in a day
	spacing    *window // and how soon after each other
	appID      atomic.Pointer[string]
	running    atomic.Bool
	leftovers  sync.WaitGroup // sessions that are being closed
	tls        *tls.Config    // of the gateway; nil, but in tests, which have their own authority
}

// New makes a client of a configuration. It does not connect: Run does.
func New(cfg Config, h Handlers) (*Client, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	if h.Interaction == nil {
		return nil, errors.New("session: Handlers.Interaction is missing: nobody would answer the players")
	}
	log := slog.New(Redact(cfg.Logger.Handler(), cfg.Token))
	rest, err := newREST(cfg)
	if err != nil {
		return nil, err
	}
	return &Client{
		cfg:        cfg,
		log:        log,
		handlers:   h,
		events:     newDispatcher(cfg, h, log),
		rest:       rest,
		identifies: newWindow(cfg.IdentifiesPerDay, day),
		spacing:    newWindow(1, cfg.IdentifySpacing),
	}, nil
}
