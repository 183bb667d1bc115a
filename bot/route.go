package bot

import (
	"context"
	"strconv"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/bot/text"

	"github.com/bwmarrin/discordgo"
)

// handler handles one interaction: a method of its request.
type handler func(r *request, ctx context.Context)

// handlers are all ways into the bot: commands by "command subcommand",
// autocomplete by the same behind "?", and presses by their action behind ":".
func (b *Bot) handlers() map[string]handler {
	h := map[string]handler{
		"game new":      (*request).newGame,
		"game join":     (*request).join,
		"game leave":    (*request).leave,
		"game start":    (*request).start,
		"game status":   (*request).status,
		"game undo":     (*request).undo,
		"game resign":   (*request).resign,
		"game abort":    (*request).abort,
		"game skip":     (*request).skip,
		"?game skip":    (*request).suggestAwaited,
		"game replace":  (*request).replace,
		"?game replace": (*request).suggestPlayers,
		"?game resign":  (*request).suggestJoined,
		"game rematch":  (*request).rematch,
		"game record":   (*request).record,
		"game mine":     (*request).mine,
		"board":         (*request).board,
		"?board":        (*request).suggestBoard,
		"leaderboard":   (*request).leaderboard,
		"rules":         (*request).rules,
		"?rules":        (*request).suggestRules,
		"me quiet":      (*request).quietHours,
		"settings":      (*request).settings,

		":" + actJoin:      (*request).pressJoin,
		":" + actLeave:     (*request).pressLeave,
		":" + actStart:     (*request).pressStart,
		":" + actOptions:   (*request).pressOptions,
		":" + actOption:    (*request).pressOption,
		":" + actLimit:     (*request).pressLimit,
		":" + actPanel:     (*request).pressPanel,
		":" + actMove:      (*request).pressMove,
		":" + actSure:      (*request).pressSure,
		":" + actPick:      (*request).pressPick,
		":" + actCursor:    (*request).pressCursor,
		":" + actUndo:      (*request).pressUndo,
		":" + actBoards:    (*request).pressBoards,
		":" + actScores:    (*request).pressScores,
		":" + actRules:     (*request).pressRules,
		":" + actTopic:     (*request).pressTopic,
		":" + actResign:    (*request).pressResign,
		":" + actAbort:     (*request).pressAbort,
		":" + actStandings: (*request).pressLeaderboard,
		":" + actChannels:  (*request).pressChannels,
		":" + actSkip:      (*request).pressSkip,
		":" + actTakeOut:   (*request).pressTakeOut,
		":" + actReplace:   (*request).pressReplace,
		":" + actRematch:   (*request).pressRematch,
		":" + actRecord:    (*request).pressRecord,
		":" + actTurnTo:    (*request).pressTurnTo,
	}
	for _, g := range games.All {
		h[g.Info().Command+" undo"] = (*request).undo
		for _, sub := range subcommands(g.Info()) {
			h[g.Info().Command+" "+sub.name] = func(r *request, ctx context.Context) { r.playCommand(ctx, g, sub) }
			h["?"+g.Info().Command+" "+sub.name] = func(r *request, ctx context.Context) { r.suggestMove(ctx, g, sub) }
		}
	}
	return h
}

// interaction routes an interaction to its handler.
func (b *Bot) interaction(ctx context.Context, i *discordgo.InteractionCreate) {
	if !b.recent.first(i.ID) {
		b.log.Debug("delivered twice", "interaction", i.ID)
		return
	}
	r, onServer := b.newRequest(i.Interaction)
	if !onServer {
		r.whisper(ctx, &session.Message{Content: r.words.Say("table.refused." + refusedNoServer)})
		return
	}
	if h, found := b.routes[r.route()]; found {
		h(r, ctx)
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
