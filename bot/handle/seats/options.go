package seats

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

func pressOptions(ctx context.Context, r *interaction.Request) error {
	s, err := loadLobby(ctx, r)
	if err != nil {
		return err
	}
	r.Answer.Whisper(ctx, optionsMessage(r, s))
	return nil
}

// optionsMessage returns the message with a menu for each option, the time per turn, and hints.
func optionsMessage(r *interaction.Request, s tables.Loaded) *message.Message {
	in := s.Table.Game.Info()
	m := &message.Message{Content: r.Words.Say("bot.lobby.choose"), Components: message.NoComponents}
	for _, o := range in.Options {
		menu := discordgo.SelectMenu{
			MenuType: discordgo.StringSelectMenu,
			CustomID: control.Control{Action: control.Option, Table: s.ID, Version: 0, Arg: o.Name}.ID(),
		}
		values, now := sentences.MenuValues(o), in.Get(s.Table.Options, o.Name)
		if !slices.Contains(values, now) {
			values = append(slices.Clone(values), now)
		}
		for _, value := range values {
			label := r.Words.Pair(
				r.Words.Say(in.ID+".option."+o.Name+".name"), sentences.OptionValue(r.Words, in, o, value),
			)
			menu.Options = append(menu.Options, discordgo.SelectMenuOption{
				Label:   text.Cut(label, control.MaxMenuText),
				Value:   value,
				Default: value == now,
			})
		}
		m.Components = append(m.Components, control.Row(menu))
	}
	m.Components = append(m.Components, control.Row(limitMenu(r.Words, s)), control.Row(hintsMenu(r.Words, s)))
	return m
}

// limitMenu returns the menu of the time per turn: the paces, the limits without a reserve, and
// what the table has now.
func limitMenu(w *text.Words, s tables.Loaded) discordgo.SelectMenu {
	menu := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu,
		CustomID: control.Control{Action: control.Limit, Table: s.ID}.ID(),
	}
	now, all := s.Table.TimeControl(), slices.Clone(table.Paces)
	for _, l := range table.Limits {
		all = append(all, table.TimeControl{Limit: l})
	}
	if !slices.Contains(all, now) {
		all = append(all, now)
	}
	for _, c := range all {
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label:   text.Cut(sentences.TimeControlLine(w, c, ""), control.MaxMenuText),
			Value:   c.String(),
			Default: c == now,
		})
	}
	return menu
}

func hintsMenu(w *text.Words, s tables.Loaded) discordgo.SelectMenu {
	menu := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu,
		CustomID: control.Control{Action: control.Hints, Table: s.ID}.ID(),
	}
	for _, on := range []bool{false, true} {
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label:   text.Cut(sentences.HintsText(w, on, ""), control.MaxMenuText),
			Value:   strconv.FormatBool(on),
			Default: on == s.Table.Hints,
		})
	}
	return menu
}

func pressOption(ctx context.Context, r *interaction.Request) error {
	options := engine.Options{r.Control().Arg: r.Chosen()}
	return configure(ctx, r, func(at int64) table.Event { return table.Choose(options, r.User, at) })
}

func pressLimit(ctx context.Context, r *interaction.Request) error {
	c := table.ParseTimeControl(r.Chosen())
	return configure(ctx, r, func(at int64) table.Event {
		return table.SetLimit(c.Limit, r.User, at).WithReserve(c.Reserve)
	})
}

func pressHints(ctx context.Context, r *interaction.Request) error {
	on := r.Chosen() == strconv.FormatBool(true)
	return configure(ctx, r, func(at int64) table.Event { return table.SetHints(on, r.User, at) })
}

// changeLobby commits the event that change makes for a time in Unix milliseconds, if the user is
// the host of the control's table or a moderator.
func changeLobby(
	ctx context.Context, r *interaction.Request, change func(at int64) table.Event,
) (before, after tables.Loaded, err error) {
	return r.Act(ctx, func(t *table.Table) ([]table.Event, error) {
		if !r.Hosts(t) {
			return nil, engine.Refuse(refusedNotHost, "")
		}
		return []table.Event{change(r.Now().UnixMilli())}, nil
	}, nil)
}

// configure does changeLobby and answers with the updated menus.
func configure(ctx context.Context, r *interaction.Request, change func(at int64) table.Event) error {
	before, after, err := changeLobby(ctx, r, change)
	if err != nil {
		return err
	}
	m := optionsMessage(r, after)
	m.Content = strings.TrimSpace(sentences.LobbyChange(r.Words, before.Table, after.Table) + "\n" + m.Content)
	r.Answer.InPlace(ctx, m)
	return nil
}
