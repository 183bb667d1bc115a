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
	// Unreadable answers an interaction that discordgo could not decode. It has an ID and a token,
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

// dispatcher runs the handlers in limited number. discordgo starts a goroutine for every event;
// they wait here for their turn.
type dispatcher struct {
	cfg      Config
	handlers Handlers
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

// dispatch gives an event to its handler and returns when the handler is done.
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
		if guild := eventGuild(e.RawData); d.handlers.PlaceChanged != nil && guild != "" {
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

// eventGuild returns the server that an event names, "" if it names none.
func eventGuild(raw json.RawMessage) string {
	var event struct {
		GuildID string `json:"guild_id"`
	}
	_ = json.Unmarshal(raw, &event) // an unreadable event names no server
	return event.GuildID
}

// interaction waits for a place and runs the handler, or answers that there is none.
func (d *dispatcher) interaction(i *discordgo.InteractionCreate, raw []byte) {
	if handle := d.admit(i, raw); handle != nil {
		handle()
	}
}

// admit decides without waiting whether an interaction gets a place at once, later or not at all.
// It returns a function that handles or answers the interaction accordingly, nil if that is
// impossible. The function must be called, because it gives the place back.
func (d *dispatcher) admit(i *discordgo.InteractionCreate, raw []byte) (handle func()) {
	arrived := time.Now()
	handler := d.handlers.Interaction
	if !readable(i) {
		i = salvage(raw)
		if i == nil {
			d.log.Error("an interaction could not be decoded or answered", slog.Int("bytes", len(raw)))
			return nil
		}
		d.log.Error(
			"an interaction could not be decoded",
			slog.String("interaction", i.ID),
			slog.Int("type", int(i.Type)),
		)
		handler = d.handlers.Unreadable
	}
	if handler == nil {
		return nil
	}
	who := originOf(i)
	waiting, verdict := d.admission.apply(who)
	return func() {
		if waiting != nil {
			verdict = d.admission.wait(waiting, d.stopping)
		}
		switch verdict {
		case admitted:
			defer d.admission.leave(who)
			d.guard(i, raw, arrived, handler)
		case crowded:
			d.answerBusy(i, d.handlers.Busy)
		case flooding:
			d.answerBusy(i, d.handlers.SlowDown)
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
func (d *dispatcher) answerBusy(i *discordgo.InteractionCreate, handler Handler) {
	if handler == nil {
		return
	}
	select {
	case d.busy <- struct{}{}:
		defer func() { <-d.busy }()
		d.guard(i, nil, time.Now(), handler)
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
func (d *dispatcher) guard(i *discordgo.InteractionCreate, raw []byte, arrived time.Time, handler Handler) {
	ctx, cancel := context.WithTimeout(context.WithValue(d.ctx, eventKey{}, raw), d.cfg.HandlerTimeout)
	defer cancel()
	seen := &receipt{interaction: i.Interaction, arrived: arrived, within: d.cfg.AnswerWithin, clock: d.clock}
	defer seen.close()
	ctx = context.WithValue(ctx, receiptKey{}, seen)
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

// readable reports whether discordgo's typed getters work without a panic, and whether the
// interaction names a player.
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

// salvage returns the parts of an undecodable interaction that are needed to answer it, nil if they
// are missing too.
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
