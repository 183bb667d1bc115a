package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"amytis/bot/session"
	"amytis/bot/text"

	"github.com/bwmarrin/discordgo"
)

// handler answers one interaction. An error that it returns is answered by request.fail.
type handler func(r *request, ctx context.Context) error

// routes are ways into the bot: commands by "command subcommand", autocomplete by the same
// behind "?", and presses by their action behind ":".
type routes map[string]handler

// merged puts the routes of all rooms together. Two handlers of one route are an error.
func merged(all ...routes) (routes, error) {
	whole := routes{}
	for _, some := range all {
		for route, h := range some {
			if whole[route] != nil {
				return nil, fmt.Errorf("two handlers of the route %q", route)
			}
			whole[route] = h
		}
	}
	return whole, nil
}

// refusedNoServer is the code of the refusal outside of servers.
const refusedNoServer = "no_server"

// refusals lists the codes of all rooms' refusals.
func refusals() []string {
	return slices.Concat([]string{refusedNoServer}, tableRefusals(), choiceRefusals(), requestRefusals(),
		seatRefusals(), turnRefusals(), viewRefusals(), settingRefusals())
}

// interaction routes an interaction to its handler.
func (b *Bot) interaction(ctx context.Context, i *discordgo.InteractionCreate) {
	if again, _ := b.recent.ContainsOrAdd(i.ID, struct{}{}); again {
		b.log.Debug("delivered twice", "interaction", i.ID)
		return
	}
	r, onServer := newRequest(b.services, i.Interaction)
	if !onServer {
		r.whisper(ctx, &session.Message{Content: r.words.Say("table.refused." + refusedNoServer)})
		return
	}
	if h, found := b.routes[r.route()]; found {
		if err := h(r, ctx); err != nil {
			r.fail(ctx, err)
		}
		return
	}
	b.log.Warn("no such command", "route", r.route())
	r.whisper(ctx, &session.Message{Content: r.words.Say("bot.error.unknown")})
}

// route names the handler, and reads a command's options on the way.
func (r *request) route() string {
	switch r.i.Type {
	case discordgo.InteractionApplicationCommand:
		return r.commandRoute(r.i.ApplicationCommandData())
	case discordgo.InteractionApplicationCommandAutocomplete:
		return "?" + r.commandRoute(r.i.ApplicationCommandData())
	case discordgo.InteractionMessageComponent:
		c, _ := parseControl(r.i.MessageComponentData().CustomID)
		return ":" + c.Action
	}
	return ""
}

func (r *request) commandRoute(data discordgo.ApplicationCommandInteractionData) string {
	route := data.Name
	options := data.Options
	for len(options) == 1 && options[0].Type == discordgo.ApplicationCommandOptionSubCommand {
		route += " " + options[0].Name
		options = options[0].Options
	}
	for _, o := range options {
		r.options[o.Name] = optionText(o)
		if o.Focused {
			r.focused = o.Name
		}
	}
	return route
}

func optionText(o *discordgo.ApplicationCommandInteractionDataOption) string {
	switch v := o.Value.(type) {
	case string:
		return v
	case bool:
		if v {
			return "true"
		}
		return "false"
	case float64:
		return strconv.Itoa(int(v))
	}
	return ""
}

// control is what the pressed button or menu says.
func (r *request) control() control {
	c, _ := parseControl(r.i.MessageComponentData().CustomID)
	return c
}

// chosen is the value chosen in a menu, "" for a button.
func (r *request) chosen() string {
	if values := r.i.MessageComponentData().Values; len(values) > 0 {
		return values[0]
	}
	return ""
}

// busy answers when too many wait already.
func (b *Bot) busy(ctx context.Context, i *discordgo.InteractionCreate) {
	b.apologize(ctx, i, "bot.error.busy")
}

// unreadable answers an interaction of a kind that this program does not know.
func (b *Bot) unreadable(ctx context.Context, i *discordgo.InteractionCreate) {
	b.apologize(ctx, i, "bot.error.unknown")
}

// panicked answers after a fault of ours, which the log tells of.
func (b *Bot) panicked(ctx context.Context, i *discordgo.InteractionCreate) {
	b.apologize(ctx, i, "bot.error.internal")
}

func (b *Bot) apologize(ctx context.Context, i *discordgo.InteractionCreate, key string) {
	answer := session.Whisper(&session.Message{Content: text.For(string(i.Locale)).Say(key)})
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		answer = session.Choices()
	}
	if _, err := b.client.Respond(ctx, i.Interaction, answer); err != nil {
		b.log.Warn("apologizing", "interaction", i.ID, "err", err)
	}
}
