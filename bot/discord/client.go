// Package discord keeps the bot connected to Discord and sends its requests there.
//
// Its parts follow the chapters of Discord's documentation. They use discordgo's types, but neither
// its gateway nor its requests, as bot/README.md explains.
//
//   - rest makes the requests, and says what an error means.
//   - message is what the bot's messages consist of.
//   - gateway keeps the shards connected, and gives their events to a function.
//   - interactions admits what players do, and answers it.
//   - This package is the [Client] on top: [Messages], [Guilds] and [Application] make its
//     requests by what they concern, and [Handlers] run for the other events of the gateway.
//
// None of them is a router or knows a game, a command or a text, and they store nothing. Messages
// that must not be lost are in the store's outbox, and the bot calls [Messages.Send] again for
// them. Events from Discord may be lost, repeated or reordered, so handlers must be idempotent.
package discord

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"amytis/bot/discord/gateway"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
)

// Config says how to reach Discord. Only REST.Token is required.
type Config struct {
	REST         rest.Config
	Gateway      gateway.Config
	Interactions interactions.Config
	Logger       *slog.Logger     // gets no tokens; default slog.Default
	GraceTimeout time.Duration    // for running handlers when Run stops; default 5 s
	Rewrite      message.Rewriter // changes the texts of messages when they are sent, if not nil
}

// Client is the bot's connection to Discord. Any goroutine may use its parts, also without Run.
type Client struct {
	Messages    *Messages
	Responder   *interactions.Responder
	Guilds      *Guilds
	Application *Application
	Clock       *rest.Clock

	log      *slog.Logger
	rest     *rest.Client
	gateway  *gateway.Gateway
	receiver *interactions.Receiver
	handlers map[string]func(ctx context.Context, data []byte) // of other events, by their names
	places   chan struct{}                                     // one for each of those that is handled
	handling context.Context                                   // of all handlers
	grace    time.Duration                                     // Config.GraceTimeout
}

// New does not connect; call Run for that. It returns an error if the configuration is invalid.
func New(cfg Config, h Handlers) (*Client, error) {
	log := cmp.Or(cfg.Logger, slog.Default())
	r, err := rest.New(cfg.REST, log)
	if err != nil {
		return nil, fmt.Errorf("discord: %w", err)
	}
	receiver, responder := interactions.New(cfg.Interactions, h.Interactions, r, cfg.Rewrite, log)
	c := &Client{
		Messages:    newMessages(r, cfg.Rewrite),
		Responder:   responder,
		Guilds:      &Guilds{rest: r},
		Application: &Application{rest: r},
		Clock:       &r.Clock,
		log:         log,
		rest:        r,
		receiver:    receiver,
		handlers:    h.byName(),
		places:      make(chan struct{}, maxEvents),
		grace:       cmp.Or(cfg.GraceTimeout, 5*time.Second),
	}
	c.gateway = gateway.New(cfg.Gateway, r, log, c.admitEvent)
	return c, nil
}

// Run keeps the bot connected until ctx ends, and then returns nil. Before that it waits up to
// Config.GraceTimeout for running handlers, and leaves the session to the next process. It returns
// a [gateway.FinalError] if Discord ended a connection for good or does not accept the token, and
// another error if the endpoint for interactions fails. It can be called once.
func (c *Client) Run(ctx context.Context) error {
	defer c.rest.Close()

	var end context.CancelFunc
	c.handling, end = context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	stopping, stop := context.WithCancel(c.handling)
	c.receiver.Start(c.handling, stopping)
	serving, on := errgroup.WithContext(ctx)
	serving.Go(c.receiver.Serve)

	err := c.gateway.Run(on)
	// Only now, so that what came by the gateway is not refused. The next process gets the rest.
	c.receiver.Close()
	stop()
	c.drain()
	err = cmp.Or(err, serving.Wait())
	if err != nil {
		c.log.Error("giving up", slog.Any("err", err))
	}
	return err
}

// admitEvent returns what handles an event of the gateway, or nil. That may wait for a place.
func (c *Client) admitEvent(name string, data []byte) (handle func()) {
	if name == "INTERACTION_CREATE" {
		return c.receiver.TakeInteraction(data)
	}
	handler := c.handlers[name]
	if handler == nil {
		return nil
	}
	return func() {
		select {
		case c.places <- struct{}{}:
			defer func() { <-c.places }()
		case <-c.handling.Done():
			return
		}
		ctx, cancel := context.WithTimeout(c.handling, eventTimeout)
		defer cancel()
		interactions.Survive(c.log, name, "", func() { handler(ctx, data) })
	}
}

func (c *Client) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), c.grace)
	defer cancel()
	if err := cmp.Or(c.receiver.Drain(ctx), interactions.Fill(ctx, c.places)); err != nil {
		c.log.Error("handlers are still running after the grace time: cancelling them",
			slog.Any("err", err), slog.Duration("grace", c.grace))
	}
}

// Status is how a [Client] is connected, and what it has counted since New.
type Status struct {
	gateway.Status
	rest.Traffic
	Dropped uint64 // interactions that got no answer because too many came at once
}

// Reachable reports whether players reach the bot: a shard is connected, or Discord has sent an
// interaction by HTTP within a time.
func (c *Client) Reachable(within time.Duration) bool {
	return time.Since(c.receiver.LastByHTTP()) < within ||
		slices.ContainsFunc(c.gateway.Status().Shards, func(s gateway.ShardStatus) bool {
			return s.State == gateway.Connected
		})
}

func (c *Client) Present(text string) { c.gateway.Present(text) }

// AskTime has Discord say what time it is, since the machine may have slept.
func (c *Client) AskTime(ctx context.Context) error {
	return c.rest.Do(ctx, rest.To(http.MethodGet, "/gateway"), nil)
}

func (c *Client) Status() Status {
	return Status{c.gateway.Status(), c.rest.Traffic(), c.receiver.Dropped()}
}
