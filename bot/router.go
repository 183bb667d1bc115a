package bot

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"

	"amytis/bot/choice"
	"amytis/bot/interaction"
	"amytis/bot/seats"
	"amytis/bot/session"
	"amytis/bot/settings"
	"amytis/bot/tables"
	"amytis/bot/text"
	"amytis/bot/turns"
	"amytis/bot/views"
)

// router passes each interaction to its handler.
type router struct {
	services *interaction.Services
	routes   interaction.Routes
	// recent are the interactions that came lately. Discord delivers some twice, and the second
	// would be refused, perhaps before the first is answered. That none is committed twice does not
	// depend on this memory: the store sees to it.
	recent *lru.Cache[string, struct{}]
}

// recentInteractions is how many interactions a router remembers.
const recentInteractions = 4096

// newRouter joins the routes of all packages. Two handlers of one route are an error.
func newRouter(services *interaction.Services) (*router, error) {
	routes, err := merge(seats.Routes(), turns.Routes(), views.Routes(), settings.Routes())
	if err != nil {
		return nil, err
	}
	recent, err := lru.New[string, struct{}](recentInteractions)
	if err != nil {
		return nil, err
	}
	return &router{services, routes, recent}, nil
}

// merge puts routes together. Two handlers of one route are an error.
func merge(all ...interaction.Routes) (interaction.Routes, error) {
	merged := interaction.Routes{}
	for _, some := range all {
		for route, h := range some {
			if merged[route] != nil {
				return nil, fmt.Errorf("two handlers of the route %q", route)
			}
			merged[route] = h
		}
	}
	return merged, nil
}

// refusedNoServer is the code of the refusal outside of servers.
const refusedNoServer = "no_server"

// refusals lists the codes of the refusals of all packages.
func refusals() []string {
	return slices.Concat([]string{refusedNoServer}, tables.Refusals(), choice.Refusals(), interaction.Refusals(),
		seats.Refusals(), turns.Refusals(), views.Refusals(), settings.Refusals())
}

// handle passes an interaction to its handler. A handler's error is answered here.
func (o *router) handle(ctx context.Context, i *discordgo.InteractionCreate) {
	log := o.services.Log
	if again, _ := o.recent.ContainsOrAdd(i.ID, struct{}{}); again {
		log.Debug("delivered twice", slog.String("interaction", i.ID))
		return
	}
	r, onServer := interaction.New(o.services, i.Interaction)
	if !onServer {
		r.Whisper(ctx, &session.Message{Content: r.Words.Say("table.refused." + refusedNoServer)})
		return
	}
	route := r.Route()
	h, found := o.routes[route]
	if !found {
		log.Warn("no such command", slog.String("route", route))
		r.Whisper(ctx, &session.Message{Content: r.Words.Say("bot.error.unknown")})
		return
	}
	if err := h(ctx, r); err != nil {
		r.Fail(ctx, err)
	}
}

// busy answers when too many interactions wait already.
func (o *router) busy(ctx context.Context, i *discordgo.InteractionCreate) {
	o.apologize(ctx, i, "bot.error.busy")
}

// unreadable answers an interaction of a kind that this program does not know.
func (o *router) unreadable(ctx context.Context, i *discordgo.InteractionCreate) {
	o.apologize(ctx, i, "bot.error.unknown")
}

// panicked answers after a panic of a handler, which session has logged.
func (o *router) panicked(ctx context.Context, i *discordgo.InteractionCreate) {
	o.apologize(ctx, i, "bot.error.internal")
}

func (o *router) apologize(ctx context.Context, i *discordgo.InteractionCreate, key string) {
	answer := session.Whisper(&session.Message{Content: text.For(string(i.Locale)).Say(key)})
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		answer = session.Choices()
	}
	if _, err := o.services.Client.Respond(ctx, i.Interaction, answer); err != nil {
		o.services.Log.Warn("apologizing", slog.String("interaction", i.ID), slog.Any("err", err))
	}
}
