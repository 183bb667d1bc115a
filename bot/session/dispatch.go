package session

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Handler handles one interaction. The interaction has a type, and data of that type. The context
// ends after Config.HandlerTimeout, or when the bot stops and its grace time is over.
type Handler func(ctx context.Context, i *discordgo.InteractionCreate)

// Handlers are the bot's functions for events. Only Interaction is required. All of them may run at
// the same time as others. A panic in one is logged and does not affect the others. Events may come
// twice, late or out of order.
type Handlers struct {
	// Interaction handles commands, presses, autocomplete and modals.
	Interaction Handler
	// Busy answers an interaction that cannot be handled because too many are running, or because
	// the bot is stopping. It should be quick.
	Busy Handler
	// SlowDown answers an interaction of a member who has too many in progress. It should be quick.
	// During a flood it is called for some of them only; the others get no answer.
	SlowDown Handler
	// Unreadable answers an interaction that could not be decoded. It has an ID and a token,
	// but perhaps no type and no data.
	Unreadable Handler
	// OnPanic answers the player after Interaction panicked.
	OnPanic Handler

	// Ready is called for each new session of each shard, but not for resumed ones.
	Ready func(ctx context.Context, r *discordgo.Ready)
	// Resumed is called when the session of a shard continues after its connection was lost.
	Resumed func(ctx context.Context)
	// GuildSeen is called for each server after Ready, when the bot joins a server, and when a
	// server is back after an outage.
	GuildSeen func(ctx context.Context, g *discordgo.Guild)
	// GuildGone is called when the bot was removed from a server, but not during a server's outage.
	GuildGone func(ctx context.Context, guildID string)
	// PlaceChanged is called when permissions, a channel or a thread of a server have changed. An
	// action that was refused there may be allowed now.
	PlaceChanged func(ctx context.Context, guildID string)
	// ChannelGone is called when a channel was deleted.
	ChannelGone func(ctx context.Context, guildID, channelID string)
	// ThreadGone is called when a thread was deleted.
	ThreadGone func(ctx context.Context, guildID, threadID string)
}

const (
	maxNotices     = 8  // handlers running at once for events other than interactions
	maxBusyAnswers = 32 // busy answers running at once; further interactions get no answer
)

// dispatcher runs the handlers in limited number.
type dispatcher struct {
	cfg      Config
	handlers Handlers
	events   map[string]func(ctx context.Context, data []byte) // handlers of other events, by their names
	log      *slog.Logger

	clock     *discordClock
	admission *admission
	notices   chan struct{} // one for each other event being handled
	busy      chan struct{} // one for each busy answer
	dropped   atomic.Int64

	ctx      context.Context // of all handlers; outlives the context of Run by the grace time
	cancel   context.CancelFunc
	stopping chan struct{}
}

func newDispatcher(cfg Config, h Handlers, clock *discordClock, log *slog.Logger) *dispatcher {
	return &dispatcher{
		cfg:       cfg,
		handlers:  h,
		events:    h.notices(),
		log:       log,
		clock:     clock,
		admission: newAdmission(cfg),
		notices:   make(chan struct{}, maxNotices),
		busy:      make(chan struct{}, maxBusyAnswers),
		stopping:  make(chan struct{}),
	}
}

// start must be called before the first event.
func (d *dispatcher) start(ctx context.Context) {
	d.ctx, d.cancel = context.WithCancel(context.WithoutCancel(ctx))
}

// drain refuses new events, waits for running handlers, and then ends their context. It takes every
// slot of the other handlers and keeps it; when it has all of them, none is running.
func (d *dispatcher) drain() {
	close(d.stopping)
	defer d.cancel()
	grace := time.NewTimer(d.cfg.GraceTimeout)
	defer grace.Stop()
	if !d.await(d.admission.close(), grace.C) {
		return
	}
	for _, slots := range []chan struct{}{d.notices, d.busy} {
		for range cap(slots) {
			select {
			case slots <- struct{}{}:
			case <-grace.C:
				d.logOverdue()
				return
			}
		}
	}
}

// await waits for the end of the interactions. It returns false if the grace time ends before.
func (d *dispatcher) await(idle <-chan struct{}, grace <-chan time.Time) bool {
	select {
	case <-idle:
		return true
	case <-grace:
		d.logOverdue()
		return false
	}
}

func (d *dispatcher) logOverdue() {
	d.log.Error("handlers are still running after the grace time: cancelling them",
		slog.Int("interactions", d.admission.inProgress()), slog.Duration("grace", d.cfg.GraceTimeout))
}

// take returns what handles an event, nil if nothing does. It decides without waiting whether an
// interaction gets a place, so that those who wait do so in the order of the events. What it returns
// must be called, and returns when the handler is done.
func (d *dispatcher) take(event string, data []byte) (handle func()) {
	if event == "INTERACTION_CREATE" {
		d.recoverPanic("decoding", "", func() { handle = d.admit(decodeInteraction(data)) })
		return handle
	}
	if notice := d.events[event]; notice != nil {
		return func() { d.notice(event, func(ctx context.Context) { notice(ctx, data) }) }
	}
	return nil
}

// notices returns what to do at the events other than interactions, by their names. Events without
// a handler are missing, so that they are not decoded.
func (h Handlers) notices() map[string]func(ctx context.Context, data []byte) {
	type ctx = context.Context
	all := map[string]func(ctx, []byte){}
	if h.Ready != nil {
		all["READY"] = decoded(func(c ctx, r *discordgo.Ready) { h.Ready(c, r) })
	}
	if h.Resumed != nil {
		all["RESUMED"] = func(c ctx, _ []byte) { h.Resumed(c) }
	}
	if h.GuildSeen != nil {
		all["GUILD_CREATE"] = decoded(func(c ctx, g *discordgo.Guild) {
			if g.ID != "" && !g.Unavailable {
				h.GuildSeen(c, g)
			}
		})
	}
	if h.GuildGone != nil {
		all["GUILD_DELETE"] = decoded(func(c ctx, e *eventPlace) {
			if e.ID != "" && !e.Unavailable {
				h.GuildGone(c, e.ID)
			}
		})
	}
	if h.PlaceChanged != nil {
		for _, name := range []string{"CHANNEL_UPDATE", "THREAD_UPDATE", "GUILD_ROLE_UPDATE", "GUILD_MEMBER_UPDATE"} {
			all[name] = decoded(func(c ctx, e *eventPlace) {
				if e.GuildID != "" {
					h.PlaceChanged(c, e.GuildID)
				}
			})
		}
	}
	if h.ChannelGone != nil {
		all["CHANNEL_DELETE"] = decoded(func(c ctx, e *eventPlace) { h.ChannelGone(c, e.GuildID, e.ID) })
	}
	if h.ThreadGone != nil {
		all["THREAD_DELETE"] = decoded(func(c ctx, e *eventPlace) { h.ThreadGone(c, e.GuildID, e.ID) })
	}
	return all
}

// eventPlace is what most events say about a server, a channel or a thread.
type eventPlace struct {
	ID          string `json:"id"`
	GuildID     string `json:"guild_id"`
	Unavailable bool   `json:"unavailable"`
}

// decoded returns a handler of an event's text. What cannot be decoded of it is left out.
func decoded[T any](handle func(context.Context, *T)) func(context.Context, []byte) {
	return func(ctx context.Context, data []byte) {
		e := new(T)
		_ = json.Unmarshal(data, e)
		handle(ctx, e)
	}
}

// admit decides without waiting whether an interaction gets a place at once, later or not at all.
// It returns a function that handles or answers the interaction accordingly, nil if that is
// impossible. The function must be called, because it gives the place back.
func (d *dispatcher) admit(i interaction) (handle func()) {
	arrived := time.Now()
	handler := d.handlers.Interaction
	switch {
	case i.event == nil:
		d.log.Error("an interaction could not be decoded or answered", slog.Any("err", i.err))
		return nil
	case i.err != nil:
		d.log.Error("an interaction could not be decoded", slog.String("interaction", i.event.ID),
			slog.Int("type", int(i.event.Type)), slog.Any("err", i.err))
		handler = d.handlers.Unreadable
	}
	if handler == nil {
		return nil
	}
	seen := &receipt{interaction: i.event.Interaction, channel: i.channel, arrived: arrived, within: d.cfg.AnswerWithin, clock: d.clock}
	who := originOf(i.event)
	waiting, verdict := d.admission.apply(who)
	return func() {
		if waiting != nil {
			verdict = d.admission.wait(waiting, d.stopping)
		}
		switch verdict {
		case admitted:
			defer d.admission.leave(who)
			d.guard(i.event, seen, handler)
		case crowded:
			d.answerBusy(i.event, seen, d.handlers.Busy)
		case flooding:
			d.answerBusy(i.event, seen, d.handlers.SlowDown)
		case ignored:
			d.drop()
		}
	}
}

// isStopping reports whether the bot is stopping.
func (d *dispatcher) isStopping() bool {
	select {
	case <-d.stopping:
		return true
	default:
		return false
	}
}

// answerBusy answers an interaction that is not handled. If too many of those answers are running
// it only counts, because further requests would make the overload worse.
func (d *dispatcher) answerBusy(i *discordgo.InteractionCreate, seen *receipt, handler Handler) {
	if handler == nil {
		return
	}
	select {
	case d.busy <- struct{}{}:
		defer func() { <-d.busy }()
		d.guard(i, seen, handler)
	default:
		if d.isStopping() { // drain takes the slots of busy answers, too
			d.log.Info("an interaction was not answered because the bot is stopping", slog.String("interaction", i.ID))
			return
		}
		d.drop()
	}
}

// drop counts an interaction that gets no answer. Only the 1st, 2nd, 4th, 8th and so on is logged,
// so that a flood does not fill the log.
func (d *dispatcher) drop() {
	if n := d.dropped.Add(1); n&(n-1) == 0 {
		d.log.Error("interactions were not answered because too many came at once", slog.Int64("so_far", n))
	}
}

// guard runs the handler of an interaction and recovers from its panic.
func (d *dispatcher) guard(i *discordgo.InteractionCreate, seen *receipt, handler Handler) {
	ctx, cancel := context.WithTimeout(context.WithValue(d.ctx, receiptKey{}, seen), d.cfg.HandlerTimeout)
	defer cancel()
	defer seen.close()
	if !d.recoverPanic("interaction", i.ID, func() { handler(ctx, i) }) && d.handlers.OnPanic != nil {
		d.recoverPanic("answer after a panic", i.ID, func() { d.handlers.OnPanic(ctx, i) })
	}
}

// notice runs the handler of an event other than an interaction.
func (d *dispatcher) notice(event string, handler func(context.Context)) {
	select {
	case d.notices <- struct{}{}:
		defer func() { <-d.notices }()
	case <-d.stopping:
		return
	}
	ctx, cancel := context.WithTimeout(d.ctx, d.cfg.HandlerTimeout)
	defer cancel()
	d.recoverPanic(event, "", func() { handler(ctx) })
}

func (d *dispatcher) recoverPanic(what, id string, f func()) (survived bool) {
	defer func() {
		if p := recover(); p != nil {
			d.log.Error("a handler panicked", slog.String("handling", what), slog.String("id", id),
				slog.String("panic", fmt.Sprint(p)), slog.String("stack", string(debug.Stack())))
		}
	}()
	f()
	return true
}
