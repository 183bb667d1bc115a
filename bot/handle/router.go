// Package handle finds the handler of each interaction. The folders below have the handlers.
package handle

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/background/reviewqueue"
	"amytis/bot/discord"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/handle/hints"
	"amytis/bot/handle/interaction"
	"amytis/bot/handle/people"
	"amytis/bot/handle/reviewpages"
	"amytis/bot/handle/seats"
	"amytis/bot/handle/settings"
	"amytis/bot/handle/trials"
	"amytis/bot/handle/turns"
	"amytis/bot/handle/views"
	"amytis/engine"
	"amytis/store"
	"amytis/store/entries"
)

// Router passes each interaction to its handler and answers the errors of all handlers. The fields
// must be set before it is used.
type Router struct {
	Services *interaction.Services
	Routes   interaction.Routes
	// OnlyCommands reports whether a server has the bot's commands but not the bot.
	OnlyCommands func(ctx context.Context, guild string) bool
	// Count is told the kind of each interaction and what became of it.
	Count  func(ctx context.Context, kind, outcome string)
	active atomic.Int32
	served atomic.Int64 // when the last interaction was done, in Unix nanoseconds
}

// Routes returns the routes of all rooms.
func Routes(adviser *hints.Adviser, rv *reviewqueue.Reviewer) interaction.Routes {
	all := interaction.Routes{}
	for _, some := range routes(adviser, rv) {
		maps.Copy(all, some)
	}
	return all
}

func routes(adviser *hints.Adviser, rv *reviewqueue.Reviewer) []interaction.Routes {
	return []interaction.Routes{
		seats.Routes(), turns.Routes(), hints.Routes(adviser), views.Routes(), settings.Routes(),
		people.Routes(), reviewpages.Routes(rv), trials.Routes(),
	}
}

// Handlers returns what Discord's interactions are passed to.
func (rt *Router) Handlers() interactions.Handlers {
	return interactions.Handlers{
		Interaction: rt.counted(rt.handle),
		Busy:        rt.counted(rt.apologizing("bot.error.busy", busy)),
		SlowDown:    rt.counted(rt.apologizing("bot.error.slow_down", flooding)),
		Hush:        rt.counted(rt.hush),
		Unreadable:  rt.counted(rt.apologizing("bot.error.unknown", unreadable)),
		OnPanic: func(ctx context.Context, i *discordgo.InteractionCreate) { // the panic is logged already
			rt.apologizing("bot.error.internal", panicked)(ctx, i)
		},
	}
}

type handler func(context.Context, *discordgo.InteractionCreate) outcome

// counted returns a handler that calls handle and counts the outcome.
func (rt *Router) counted(handle handler) interactions.Handler {
	return func(ctx context.Context, i *discordgo.InteractionCreate) {
		is := panicked // unless handle returns
		defer func() { rt.Count(ctx, cmp.Or(kinds[i.Type], "unknown"), string(is)) }()
		is = handle(ctx, i)
	}
}

// Serving reports whether an interaction is being handled, or was within servingPause.
func (rt *Router) Serving() bool {
	if rt.active.Load() > 0 {
		return true
	}
	idle := time.Since(time.Unix(0, rt.served.Load()))
	return idle >= 0 && idle < servingPause // it is negative if the clock was set back
}

// servingPause is how long answers and announcements may still be sent after an interaction.
const servingPause = 10 * time.Millisecond

func (rt *Router) done() {
	rt.served.Store(time.Now().UnixNano())
	rt.active.Add(-1)
}

func (rt *Router) handle(ctx context.Context, i *discordgo.InteractionCreate) outcome {
	rt.active.Add(1)
	defer rt.done()
	ctx = entries.Hasty(ctx, interactions.CheckInTime)
	log := rt.Services.Log
	r, readable := interaction.New(rt.Services, i.Interaction)
	if err := interactions.CheckInTime(ctx); err != nil {
		r.Answer.Fail(ctx, err)
		return late
	}
	if !readable {
		r.Answer.Whisper(ctx, &message.Message{Content: r.Words.Say("bot.error.unknown")})
		return unreadable
	}
	isCommand := i.Type == discordgo.InteractionApplicationCommand
	if isCommand && r.Place == interaction.OnServer && rt.OnlyCommands(ctx, i.GuildID) {
		link := discord.InstallLink(i.AppID, i.GuildID)
		r.Answer.Whisper(ctx, &message.Message{Content: r.Words.Say("bot.error.not_installed", "Link", link)})
		return refused
	}
	route, found := rt.Routes[r.Route]
	if !found {
		log.Warn("interaction without a handler", slog.String("route", r.Route))
		r.Answer.Whisper(ctx, &message.Message{Content: r.Words.Say("bot.error.unknown")})
		return unreadable
	}
	r.Answer.Acknowledge(ctx)
	err := route.Serve(ctx, r, trials.Enter)
	if outcomeOf(err) == refused && r.Done(ctx) {
		err = store.ErrDuplicate
	}
	if err != nil {
		r.Answer.Fail(ctx, err)
	}
	return outcomeOf(err)
}

// hush acknowledges a press without a word. Discord has no such answer to a command.
func (rt *Router) hush(ctx context.Context, i *discordgo.InteractionCreate) outcome {
	if i.Type == discordgo.InteractionMessageComponent {
		r, _ := interaction.New(rt.Services, i.Interaction)
		r.Answer.Respond(ctx, interactions.DeferUpdate())
	}
	return flooding
}

// apologizing returns the handler that answers with the text of a key.
func (rt *Router) apologizing(key string, is outcome) handler {
	return func(ctx context.Context, i *discordgo.InteractionCreate) outcome {
		r, _ := interaction.New(rt.Services, i.Interaction)
		r.Answer.Apologize(ctx, key)
		return is
	}
}

// outcome is what became of an interaction, for the operator.
type outcome string

const (
	handled    outcome = "ok"
	refused    outcome = "refused"    // by a rule or a permission
	failed     outcome = "failed"     // by a fault of the program or the store
	panicked   outcome = "panicked"   // in its handler
	repeated   outcome = "repeated"   // Discord delivered it before
	late       outcome = "late"       // Discord has shown it as failed already
	busy       outcome = "busy"       // too many were in progress
	flooding   outcome = "flooding"   // its user had too many in progress
	unreadable outcome = "unreadable" // its kind is unknown
)

func outcomeOf(err error) outcome {
	switch {
	case err == nil:
		return handled
	case errors.Is(err, store.ErrDuplicate):
		return repeated
	case errors.Is(err, rest.ErrTooLate):
		return late
	case engine.RefusalCode(err) != "":
		return refused
	}
	return failed
}

// kinds are the names of interactions for the operator.
var kinds = map[discordgo.InteractionType]string{
	discordgo.InteractionApplicationCommand:             "command",
	discordgo.InteractionApplicationCommandAutocomplete: "autocomplete",
	discordgo.InteractionMessageComponent:               "press",
	discordgo.InteractionModalSubmit:                    "form",
}
