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

// Handler handles one interaction. Its context ends after Config.HandlerTimeout, or when the bot stops and its grace
// is over. The interaction has a type, and data of that type.
type Handler func(ctx context.Context, i *discordgo.InteractionCreate)

// Handlers is what the bot does with events. Only Interaction is required. All of them run at the same time as others,
// and may panic: that is logged and harms nobody else. Events can come twice, late or in another order.
type Handlers struct {
	// Interaction handles commands, presses, autocomplete and modals.
	Interaction Handler
	// Busy answers an interaction that cannot be handled because too many are, or because the bot is stopping.
	// It should be quick.
	Busy Handler
	// Unreadable answers an interaction that discordgo could not decode. It has an ID and a token, but perhaps no type
	// and no data.
	Unreadable Handler
	// OnPanic answers the player after Interaction panicked.
	OnPanic Handler

	// Ready is called for each new session, not for resumed ones.
	Ready func(ctx context.Context, r *discordgo.Ready)
	// Resumed is called when a session goes on after its connection was lost.
	Resumed func(ctx context.Context)
	// GuildSeen is called for each server after Ready, when the bot is added to one, and when one is back from an outage.
	GuildSeen func(ctx context.Context, g *discordgo.Guild)
	// GuildGone is called when the bot was removed from a server; not when the server is out.
	GuildGone func(ctx context.Context, guildID string)
	// PlaceChanged is called when permissions, a channel or a thread of a server have changed: what was refused there may
	// be allowed now.
	PlaceChanged func(ctx context.Context, guildID string)
	// ChannelGone is called when a channel was deleted.
	ChannelGone func(ctx context.Context, guildID, channelID string)
	// ThreadGone is called when a thread was deleted.
	ThreadGone func(ctx context.Context, guildID, threadID string)
}

const (
	maxNotices     = 8  // handlers of what is not an interaction, at once
	maxBusyAnswers = 32 // polite refusals at once; beyond that there is only silence
)

// dispatcher runs the handlers, bounded. discordgo starts a goroutine for every event; here is where they queue.
type dispatcher struct {
	cfg      Config
	handlers Handlers
	log      *slog.Logger

	slots   chan struct{} // one for each interaction being handled
	notices chan struct{} // one for each other event being handled
	busy    chan struct{} // one for each refusal
	waiting atomic.Int64
	dropped atomic.Int64

	ctx      context.Context // of all handlers: outlives the one given to Run by the grace
	cancel   context.CancelFunc
	stopping chan struct{}
}

func newDispatcher(cfg Config, h Handlers, log *slog.Logger) *dispatcher {
	return &dispatcher{
		cfg:      cfg,
		handlers: h,
		log:      log,
		slots:    make(chan struct{}, cfg.MaxHandlers),
		notices:  make(chan struct{}, maxNotices),
		busy:     make(chan struct{}, maxBusyAnswers),
		stopping: make(chan struct{}),
	}
}

// start must be called before the first event.
func (d *dispatcher) start(ctx context.Context) {
	d.ctx, d.cancel = context.WithCancel(context.WithoutCancel(ctx))
}

// drain refuses what comes from now on, waits for what runs, and then ends the handlers' context. It takes every slot:
// when it has them all, nothing runs. It keeps them.
func (d *dispatcher) drain() {
	close(d.stopping)
	defer d.cancel()
	grace := time.NewTimer(d.cfg.GraceTimeout)
	defer grace.Stop()
	for _, slots := range []chan struct{}{d.slots, d.notices, d.busy} {
		for range cap(slots) {
			select {
			case slots <- struct{}{}:
			case <-grace.C:
				d.log.Error("handlers are still running after the grace time: cancelling them",
					slog.Int("interactions", len(d.slots)), slog.Duration("grace", d.cfg.GraceTimeout))
				return
			}
		}
	}
}

// dispatch hands an event to its handler and returns when that is done.
func (d *dispatcher) dispatch(e *discordgo.Event) {
	switch ev := e.Struct.(type) {
	case *discordgo.InteractionCreate:
		d.interaction(ev, e.RawData)
	case *discordgo.Ready:
		if d.handlers.Ready != nil {
			d.notice(e.Type, func(ctx context.Context) { d.handlers.Ready(ctx, ev) })
		}
	case *discordgo.Resumed:
		if d.handlers.Resumed != nil {
			d.notice(e.Type, d.handlers.Resumed)
		}
	case *discordgo.GuildCreate:
		if d.handlers.GuildSeen != nil && ev.Guild != nil && !ev.Unavailable {
			d.notice(e.Type, func(ctx context.Context) { d.handlers.GuildSeen(ctx, ev.Guild) })
		}
	case *discordgo.GuildDelete:
		if d.handlers.GuildGone != nil && ev.Guild != nil && !ev.Unavailable {
			d.notice(e.Type, func(ctx context.Context) { d.handlers.GuildGone(ctx, ev.ID) })
		}
	case *discordgo.ChannelUpdate, *discordgo.ThreadUpdate, *discordgo.GuildRoleUpdate, *discordgo.GuildMemberUpdate:
		if guild := guildOf(e.RawData); d.handlers.PlaceChanged != nil && guild != "" {
			d.notice(e.Type, func(ctx context.Context) { d.handlers.PlaceChanged(ctx, guild) })
		}
	case *discordgo.ChannelDelete:
		if d.handlers.ChannelGone != nil && ev.Channel != nil {
			d.notice(e.Type, func(ctx context.Context) { d.handlers.ChannelGone(ctx, ev.GuildID, ev.ID) })
		}
	case *discordgo.ThreadDelete:
		if d.handlers.ThreadGone != nil && ev.Channel != nil {
			d.notice(e.Type, func(ctx context.Context) { d.handlers.ThreadGone(ctx, ev.GuildID, ev.ID) })
		}
	}
}

// guildOf is the server that an event says it is about, "" if it says none.
func guildOf(raw json.RawMessage) string {
	var event struct {
		GuildID string `json:"guild_id"`
	}
	_ = json.Unmarshal(raw, &event) // what cannot be read is about no server
	return event.GuildID
}

// interaction waits for a slot and runs the handler, or refuses politely.
func (d *dispatcher) interaction(i *discordgo.InteractionCreate, raw []byte) {
	handler := d.handlers.Interaction
	if !readable(i) {
		i = salvage(raw)
		if i == nil {
			d.log.Error("an interaction could not be decoded, nor answered", slog.Int("bytes", len(raw)))
			return
		}
		d.log.Error("an interaction could not be decoded", slog.String("interaction", i.ID), slog.Int("type", int(i.Type)))
		handler = d.handlers.Unreadable
	}
	if handler == nil {
		return
	}
	if !d.enter() {
		d.refuse(i)
		return
	}
	defer func() { <-d.slots }()
	d.guard(i, raw, handler)
}

// stops reports whether the bot is being stopped.
func (d *dispatcher) stops() bool {
	select {
	case <-d.stopping:
		return true
	default:
		return false
	}
}

// enter takes a slot if one gets free soon enough.
func (d *dispatcher) enter() bool {
	if d.stops() {
		return false
	}
	select {
	case d.slots <- struct{}{}:
		return true
	default:
	}
	if d.waiting.Add(1) > int64(d.cfg.MaxWaiting) {
		d.waiting.Add(-1)
		return false
	}
	defer d.waiting.Add(-1)
	timer := time.NewTimer(d.cfg.WaitTimeout)
	defer timer.Stop()
	select {
	case d.slots <- struct{}{}:
		return true
	case <-timer.C:
	case <-d.stopping:
	}
	return false
}

// refuse gives the busy answer. When even those pile up it only counts: more requests would make the overload worse.
func (d *dispatcher) refuse(i *discordgo.InteractionCreate) {
	if d.handlers.Busy == nil {
		return
	}
	select {
	case d.busy <- struct{}{}:
		defer func() { <-d.busy }()
		d.guard(i, nil, d.handlers.Busy)
	default:
		if d.stops() { // and has taken the places of refusals, too
			d.log.Info("an interaction was not answered: the bot stops", slog.String("interaction", i.ID))
			return
		}
		if n := d.dropped.Add(1); n&(n-1) == 0 { // at 1, 2, 4, 8 ...: a flood must not flood the log
			d.log.Error("interactions were not answered at all: far too many at once", slog.Int64("so_far", n))
		}
	}
}

// guard runs a handler of an interaction and survives its panic.
func (d *dispatcher) guard(i *discordgo.InteractionCreate, raw []byte, handler Handler) {
	ctx, cancel := context.WithTimeout(context.WithValue(d.ctx, eventKey{}, raw), d.cfg.HandlerTimeout)
	defer cancel()
	if !d.survive("interaction", i.ID, func() { handler(ctx, i) }) && d.handlers.OnPanic != nil {
		d.survive("answer to a panic", i.ID, func() { d.handlers.OnPanic(ctx, i) })
	}
}

// notice runs a handler of another event.
func (d *dispatcher) notice(event string, handler func(context.Context)) {
	select {
	case d.notices <- struct{}{}:
		defer func() { <-d.notices }()
	case <-d.stopping:
		return
	}
	ctx, cancel := context.WithTimeout(d.ctx, d.cfg.HandlerTimeout)
	defer cancel()
	d.survive(event, "", func() { handler(ctx) })
}

func (d *dispatcher) survive(what, id string, f func()) (survived bool) {
	defer func() {
		if p := recover(); p != nil {
			d.log.Error("a handler panicked", slog.String("handling", what), slog.String("id", id),
				slog.String("panic", fmt.Sprint(p)), slog.String("stack", string(debug.Stack())))
		}
	}()
	f()
	return true
}

// readable tells whether discordgo's typed getters can be called without a panic, and whether there is a player.
func readable(i *discordgo.InteractionCreate) bool {
	if i == nil || i.Interaction == nil || i.User == nil && (i.Member == nil || i.Member.User == nil) {
		return false
	}
	switch i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		return i.Type == discordgo.InteractionApplicationCommand ||
			i.Type == discordgo.InteractionApplicationCommandAutocomplete
	case discordgo.MessageComponentInteractionData:
		return i.Type == discordgo.InteractionMessageComponent
	case discordgo.ModalSubmitInteractionData:
		return i.Type == discordgo.InteractionModalSubmit
	}
	return false
}

// salvage takes from an undecodable interaction what is needed to answer it: nil if that is not there either.
func salvage(raw []byte) *discordgo.InteractionCreate {
	var few struct {
		ID        string                    `json:"id"`
		AppID     string                    `json:"application_id"`
		Type      discordgo.InteractionType `json:"type"`
		GuildID   string                    `json:"guild_id"`
		ChannelID string                    `json:"channel_id"`
		Token     string                    `json:"token"`
		Locale    discordgo.Locale          `json:"locale"`
	}
	_ = json.Unmarshal(raw, &few) // fields after a bad one are still filled
	if few.ID == "" || few.Token == "" {
		return nil
	}
	return &discordgo.InteractionCreate{Interaction: &discordgo.Interaction{
		ID: few.ID, AppID: few.AppID, Type: few.Type, GuildID: few.GuildID, ChannelID: few.ChannelID,
		Token: few.Token, Locale: few.Locale,
	}}
}
