// Package interactions takes the commands, presses and forms that Discord sends, and answers them.
//
// They come from the gateway and, if Config.Endpoint is set, by HTTP. [Handlers] run in limited
// number. Their input is checked and their panics are recovered. A [Responder] answers in time, or
// defers.
package interactions

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"fmt"
	"log/slog"
	"net"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"

	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
)

// Handler handles one interaction. The interaction has a type, and data of that type. The context
// ends after a minute, or when the bot stops and its grace time is over.
type Handler func(ctx context.Context, i *discordgo.InteractionCreate)

// Handlers are the bot's functions for interactions. Only Interaction is required. They run at the
// same time, and a panic in one is logged.
type Handlers struct {
	Interaction Handler
	Busy        Handler // answers quickly when too many are running, or the bot is stopping
	Unreadable  Handler // answers what has an ID and a token, but perhaps no type and no data
	OnPanic     Handler // answers the player after Interaction panicked
	// SlowDown answers a member who has too many in progress, once in ten seconds. In between Hush
	// answers presses without a word, or else Discord shows them as failed. Both should be quick.
	SlowDown, Hush Handler
}

const (
	handlerTimeout = time.Minute
	maxBusyAnswers = 32 // at once; further interactions get none
)

type Receiver struct {
	cfg      Config
	handlers Handlers
	refusals map[verdict]Handler // nothing for an interaction that gets no answer
	log      *slog.Logger

	clock     *rest.Clock
	admission *admission
	endpoint  *endpoint     // nil for none
	busy      chan struct{} // one for each busy answer
	dropped   atomic.Int64
	byHTTP    atomic.Int64 // when the last interaction came by HTTP, in Unix milliseconds

	// again reports whether an interaction came before. It hides the type of a cache, which all
	// packages that see it would compile.
	again func(id string) bool

	ctx      context.Context // of all handlers
	stopping context.Context
}

// New returns a receiver and what answers its interactions.
func New(
	cfg Config, h Handlers, r *rest.Client, rewrite message.Rewriter, log *slog.Logger,
) (*Receiver, *Responder) {
	cfg = cfg.withDefaults()
	responder := &Responder{cfg: cfg, rest: r, rewrite: rewrite, log: log}
	return newReceiver(cfg, usualLimits, h, &r.Clock, log), responder
}

func newReceiver(cfg Config, l limits, h Handlers, clock *rest.Clock, log *slog.Logger) *Receiver {
	came, _ := lru.New[string, bool](8192) // the size is a valid one
	r := &Receiver{
		cfg:       cfg,
		handlers:  h,
		refusals:  map[verdict]Handler{crowded: h.Busy, flooding: h.SlowDown, hushed: h.Hush},
		log:       log,
		clock:     clock,
		admission: newAdmission(l),
		busy:      make(chan struct{}, maxBusyAnswers),
		again:     func(id string) bool { again, _ := came.ContainsOrAdd(id, true); return again },
	}
	if cfg.Endpoint != nil {
		r.endpoint = newEndpoint(cfg, r, log)
	}
	return r
}

func (r *Receiver) Serve() error {
	if r.endpoint == nil {
		return nil
	}
	return r.endpoint.serve()
}

// Close takes no further interactions by HTTP. Those taken have a place or wait for one.
func (r *Receiver) Close() {
	if r.endpoint != nil {
		r.endpoint.close()
	}
}

func (r *Receiver) Dropped() uint64 { return uint64(r.dropped.Load()) }

// LastByHTTP returns when the last interaction came by HTTP.
func (r *Receiver) LastByHTTP() time.Time { return time.UnixMilli(r.byHTTP.Load()) }

// Start must precede the first interaction. Once stopping has ended, nothing waits for a place.
func (r *Receiver) Start(ctx, stopping context.Context) { r.ctx, r.stopping = ctx, stopping }

// Drain waits for running handlers until ctx ends. Once stopping has ended, new ones are refused.
func (r *Receiver) Drain(ctx context.Context) error {
	return cmp.Or(Fill(ctx, r.admission.places), Fill(ctx, r.busy))
}

// Fill takes all places for good, as soon as they are free.
func Fill(ctx context.Context, places chan struct{}) error {
	for range cap(places) {
		select {
		case places <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// TakeInteraction returns what handles an interaction, or nil. It decides without waiting whether
// the interaction is refused. What it returns must be called, and returns when the handler is done.
func (r *Receiver) TakeInteraction(data []byte) (handle func()) {
	Survive(r.log, "decoding", "", func() { handle = r.admit(decodeInteraction(data)) })
	return handle
}

// admit is TakeInteraction for a decoded interaction.
func (r *Receiver) admit(i interaction) (handle func()) {
	arrived := time.Now()
	handler := r.handlers.Interaction
	switch {
	case i.event == nil:
		r.log.Error("an interaction could not be decoded or answered", slog.Any("err", i.err))
		return nil
	case i.err != nil:
		r.log.Error("an interaction could not be decoded", slog.String("interaction", i.event.ID),
			slog.Int("type", int(i.event.Type)), slog.Any("err", i.err))
		handler = r.handlers.Unreadable
	}
	if handler == nil {
		return nil
	}
	if r.again(i.event.ID) { // Discord delivers some twice
		r.log.Debug("delivered twice", slog.String("interaction", i.event.ID))
		return func() {}
	}
	seen := &receipt{interaction: i.event.Interaction, channel: i.channel, arrived: arrived, within: r.cfg.AnswerWithin, clock: r.clock}
	who := originOf(i.event)
	verdict := crowded
	if r.stopping.Err() == nil {
		verdict = r.admission.enqueue(who)
	}
	return func() {
		if verdict == admitted {
			if leave, got := r.admission.await(who, r.cfg.AnswerWithin/2, r.stopping.Done()); got {
				defer leave()
				r.guard(i.event, seen, handler)
				return
			}
			verdict = crowded
		}
		r.refuse(i.event, seen, r.refusals[verdict])
	}
}

// refuse only counts without a handler, and if too many of its answers are running, because further
// requests would make the overload worse.
func (r *Receiver) refuse(i *discordgo.InteractionCreate, seen *receipt, handler Handler) {
	busy := r.busy
	if handler == nil {
		busy = nil
	}
	select {
	case busy <- struct{}{}:
		defer func() { <-busy }()
		r.guard(i, seen, handler)
	default:
		if r.stopping.Err() != nil { // drain takes the slots of busy answers, too
			r.log.Info("an interaction was not answered because the bot is stopping", slog.String("interaction", i.ID))
			return
		}
		r.drop()
	}
}

// drop logs the 1st, 2nd, 4th, 8th and so on only, so that a flood does not fill the log.
func (r *Receiver) drop() {
	if n := r.dropped.Add(1); n&(n-1) == 0 {
		r.log.Error("interactions were not answered because too many came at once", slog.Int64("so_far", n))
	}
}

func (r *Receiver) guard(i *discordgo.InteractionCreate, seen *receipt, handler Handler) {
	ctx, cancel := context.WithTimeout(context.WithValue(r.ctx, receiptKey{}, seen), handlerTimeout)
	defer cancel()
	defer seen.close()
	if !Survive(r.log, "interaction", i.ID, func() { handler(ctx, i) }) && r.handlers.OnPanic != nil {
		Survive(r.log, "answer after a panic", i.ID, func() { r.handlers.OnPanic(ctx, i) })
	}
}

// Survive logs a panic of f, and reports whether there was none.
func Survive(log *slog.Logger, what, id string, f func()) (survived bool) {
	defer func() {
		if p := recover(); p != nil {
			log.Error("a handler panicked", slog.String("handling", what), slog.String("id", id),
				slog.String("panic", fmt.Sprint(p)), slog.String("stack", string(debug.Stack())))
		}
	}()
	f()
	return true
}

// Config says how interactions come, and when they are answered. Zero values mean the defaults.
type Config struct {
	// Endpoint takes interactions by HTTP, besides the gateway's. Run closes it. Default none.
	Endpoint  net.Listener
	PublicKey ed25519.PublicKey // verifies their signatures; Endpoint needs it, see ParsePublicKey

	AnswerWithin time.Duration // an interaction's age when it is acknowledged; default 3 s, Discord's limit
	DeferAfter   time.Duration // the age at which DeferLate acknowledges; default half of AnswerWithin
	// EmojiRefused, if not nil, is called when Discord refused an emoji of the application, by
	// several goroutines at once. The message is sent again without emoji.
	EmojiRefused func()
}

func (c Config) withDefaults() Config {
	c.AnswerWithin = cmp.Or(c.AnswerWithin, 3*time.Second)
	c.DeferAfter = cmp.Or(c.DeferAfter, c.AnswerWithin/2)
	return c
}
