// Package session keeps the bot connected to Discord and sends its requests there.
//
// It uses discordgo's types, but neither its gateway nor its requests. Its Open can hang forever, and
// it treats no close code as final. A panic in a handler ends the process. Its rate limit buckets
// are never freed, and its errors and logs contain tokens.
//
//   - Gateway: [Client.Run] runs the shards. Each opens one connection after another. It notices at
//     once when a connection ends, and decides whether to resume its session, to start a new one or
//     to give up with a [FinalError].
//   - Interactions by HTTP: they are taken beside those from the gateway if Config.Endpoint is set.
//   - Events: [Handlers] run in limited number. Their input is checked and their panics are
//     recovered.
//   - Requests: the parts of a [Client] make them, by what they concern: [Messages], [Responder]
//     for interactions, [Guilds] and [Application]. They respect Discord's rate limits and the
//     context. They fail with an [Error] that says whether a second try can help.
//   - Log: [Redact] removes tokens from it.
//
// The package is not a router, knows no game, command or text, and stores nothing. Messages that
// must not be lost are in the store's outbox, and the bot calls [Messages.Send] again for them.
// Events from Discord may be lost, repeated or reordered, so handlers must be idempotent.
package session

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"
)

// Client is the bot's connection to Discord. Its parts make the requests. They may be used from any
// goroutine, whether or not Run is running.
type Client struct {
	Messages    *Messages
	Responder   *Responder
	Guilds      *Guilds
	Application *Application

	log      *slog.Logger
	rest     *rest
	events   *dispatcher
	gateway  *gateway
	endpoint *endpoint // nil for none
	running  atomic.Bool
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
	events := newDispatcher(cfg, h, rest.observer.clock, log)
	application := &Application{rest: rest}
	c := &Client{
		Messages: &Messages{rest: rest, rewrite: cfg.Rewrite, directs: newDirects()},
		Responder: &Responder{
			rest: rest, rewrite: cfg.Rewrite, emojiRefused: cfg.EmojiRefused,
			deferAfter: cfg.DeferAfter, within: cfg.AnswerWithin,
		},
		Guilds:      &Guilds{rest: rest},
		Application: application,
		log:         log,
		rest:        rest,
		events:      events,
		gateway: &gateway{
			cfg: cfg, log: log, events: events, starts: newStarts(cfg, log, rest),
			dialer: dialer{proxy: http.ProxyFromEnvironment, direct: cfg.Dial}, application: application,
			refused: rest.unauthorized,
		},
	}
	if cfg.Endpoint != nil {
		c.endpoint = newEndpoint(cfg, events, log)
	}
	return c, nil
}

// Run keeps the bot connected until ctx ends, and then returns nil. To stop, it takes no further
// events, waits up to Config.GraceTimeout for running handlers, and closes the session. It returns
// a [FinalError] if Discord ended a connection in a way that another attempt cannot fix, or does
// not accept the token, and another error if Config.Endpoint fails. It can be called once.
func (c *Client) Run(ctx context.Context) error {
	if c.running.Swap(true) {
		return errors.New("session: Run was called twice")
	}
	defer c.rest.closeIdle()

	c.events.start(ctx)
	drained := make(chan struct{})
	supervising, cancel := context.WithCancel(ctx)
	context.AfterFunc(supervising, func() {
		defer close(drained)
		if c.endpoint != nil {
			c.endpoint.close()
		}
		c.events.drain()
	})
	served := make(chan error, 1)
	go func() {
		if c.endpoint != nil {
			served <- c.endpoint.serve()
			cancel()
		}
		close(served)
	}()

	err := c.gateway.runShards(supervising)
	cancel()
	err = cmp.Or(err, <-served)
	if err != nil {
		c.log.Error("giving up", slog.Any("err", err))
	}
	<-drained
	return err
}
