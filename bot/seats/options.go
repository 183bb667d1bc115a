package seats

import (
	"context"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/control"
	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// pressOptions handles the button Options of a lobby: it shows a menu for every option.
func pressOptions(ctx context.Context, r *interaction.Request) error {
	s, err := r.Tables.Load(ctx, r.Control().Table)
	if err != nil {
		return err
	}
	r.Whisper(ctx, optionsMessage(r, s))
	return nil
}

// optionsMessage returns the message with a menu for each option, one for the time limit and one
// for hints.
func optionsMessage(r *interaction.Request, s tables.Loaded) *session.Message {
	in := s.Table.Game.Info()
	m := &session.Message{Content: r.Words.Say("bot.lobby.choose"), Components: control.NoComponents}
	for _, o := range in.Options {
		menu := discordgo.SelectMenu{
			MenuType: discordgo.StringSelectMenu,
			CustomID: control.Control{Action: control.Option, Table: s.ID, Version: 0, Arg: o.Name}.ID(),
		}
		values, now := telling.MenuValues(o), in.Get(s.Table.Options, o.Name)
		if !slices.Contains(values, now) {
			values = append(slices.Clone(values), now)
		}
		for _, value := range values {
			label := r.Words.Pair(
				r.Words.Say(in.ID+".option."+o.Name+".name"), telling.OptionValue(r.Words, in, o, value),
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

// limitMenu returns the menu of the limits on the time per turn.
func limitMenu(w *text.Words, s tables.Loaded) discordgo.SelectMenu {
	menu := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu,
		CustomID: control.Control{Action: control.Limit, Table: s.ID}.ID(),
	}
	for _, l := range table.Limits {
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label:   text.Cut(telling.LimitText(w, l, ""), control.MaxMenuText),
			Value:   l.String(),
			Default: l == s.Table.Limit,
		})
	}
	return menu
}

// hintsMenu returns the menu that turns hints on or off.
func hintsMenu(w *text.Words, s tables.Loaded) discordgo.SelectMenu {
	menu := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu,
		CustomID: control.Control{Action: control.Hints, Table: s.ID}.ID(),
	}
	for _, on := range []bool{false, true} {
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label:   text.Cut(telling.HintsText(w, on, ""), control.MaxMenuText),
			Value:   strconv.FormatBool(on),
			Default: on == s.Table.Hints,
		})
	}
	return menu
}

// pressOption handles the menu of an option.
func pressOption(ctx context.Context, r *interaction.Request) error {
	options := engine.Options{r.Control().Arg: r.Chosen()}
	return configure(ctx, r, func(at int64) table.Event { return table.Choose(options, r.User, at) })
}

// pressLimit handles the menu of time limits.
func pressLimit(ctx context.Context, r *interaction.Request) error {
	limit := table.ParseLimit(r.Chosen())
	return configure(ctx, r, func(at int64) table.Event { return table.SetLimit(limit, r.User, at) })
}

// pressHints handles the menu that turns hints on or off.
func pressHints(ctx context.Context, r *interaction.Request) error {
	on := r.Chosen() == strconv.FormatBool(true)
	return configure(ctx, r, func(at int64) table.Event { return table.SetHints(on, r.User, at) })
}

// configure changes a lobby by the event that change makes for a time in Unix milliseconds, if the
// user is its host or a moderator. It answers with the updated menus.
func configure(ctx context.Context, r *interaction.Request, change func(at int64) table.Event) error {
	_, after, err := r.Act(ctx, r.Control().Table, func(t *table.Table) ([]table.Event, error) {
		if !r.Hosts(t) {
			return nil, engine.Refuse(refusedNotHost, "")
		}
		return []table.Event{change(r.Now().UnixMilli())}, nil
	}, nil)
	if err != nil {
		return err
	}
	r.AnswerInPlace(ctx, optionsMessage(r, after))
	return nil
}
