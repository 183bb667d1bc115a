package seats

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

// A channel has one game at a time. A player who is refused another one gets buttons: to go on
// with that game, to end it if nobody else plays it, or to open the new one in a thread.

// These options are those of the refused request, and what its button does besides.
const threadOption, endOption, routeOption = "thread", "end", "route"

// channelTaken returns the refusal of a second game in a channel, with a link to the first.
func channelTaken(ctx context.Context, r *interaction.Request) error {
	s, err := r.InChannel(ctx)
	if err != nil {
		return err
	}
	var buttons []discordgo.MessageComponent
	add := func(key string, style discordgo.ButtonStyle, c control.Control) {
		buttons = append(buttons, control.Button(r.Words, "bot.button."+key, style, c))
	}
	if s.Table.Seat(r.User) != 0 && r.Place != interaction.Elsewhere {
		add("go_on_there", discordgo.PrimaryButton, control.At(control.Panel, s.ID, s.Table, ""))
	}
	instead := func(option string, style discordgo.ButtonStyle) {
		options := maps.Clone(r.Options)
		options[option] = "true"
		options[routeOption] = cmp.Or(options[routeOption], r.Route())
		c := control.Control{Action: control.Anew, Table: r.Control().Table, Arg: interaction.AsTyped(options)}
		if slices.Contains(openers, options[routeOption]) && len(c.ID()) <= control.MaxCustomID {
			add("anew_"+option, style, c)
		}
	}
	if playsAlone(s.Table, r.User) {
		instead(endOption, discordgo.DangerButton)
	}
	if r.Place == interaction.OnServer && interaction.Here(ctx) == interaction.InChannel && r.Missing(interaction.InNewThread) == "" {
		instead(threadOption, discordgo.SecondaryButton)
	}
	return interaction.WithWays(engine.Refuse(tables.RefusedChannelTaken, "", "link", sentences.TableLink(s.Header)), "", buttons...)
}

// playsAlone reports whether a user is the only person at a table.
func playsAlone(t *table.Table, user table.UserID) bool {
	another := func(p table.Player) bool { return !p.IsComputer() && p.User != user }
	return t.Joined(user) && !slices.ContainsFunc(t.Players, another)
}

// openers are the routes whose request can be taken again with its options.
var openers = []string{
	"game new", "=" + control.New, "game solo", ":" + control.Solo, "game rematch", ":" + control.Rematch,
}

// anew handles the buttons of channelTaken: it opens the game that was refused, after the channel's
// has ended or in a thread.
func anew(ctx context.Context, r *interaction.Request) error {
	maps.Copy(r.Options, interaction.Typed(r.Control().Arg))
	route := r.Options[routeOption]
	if !slices.Contains(openers, route) { // no message of the bot has such a button
		return engine.Refuse(table.RefusedOption, "", "why", "an unknown route")
	}
	s, err := r.InChannel(ctx)
	if err == nil && r.Options[endOption] != "" && playsAlone(s.Table, r.User) {
		// The interaction is noted with the new table: it is committed once.
		_, _, err = r.Tables.Act(ctx, s, 0, func(*table.Table) ([]table.Event, error) {
			return []table.Event{table.Abort(r.User, r.Now().UnixMilli())}, nil
		}, nil)
	}
	if err != nil && engine.RefusalCode(err) != tables.RefusedNoTable {
		return err
	}
	return Routes()[route](ctx, r)
}
