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
		if s.Table.Fork != 0 {
			break // its deal has the options
		}
		values, now := sentences.MenuValues(o), in.Get(s.Table.Options, o.Name)
		if !slices.Contains(values, now) {
			values = append(slices.Clone(values), now)
		}
		c := control.Control{Action: control.Option, Table: s.ID, Arg: o.Name}
		m.Components = append(m.Components, control.Row(control.ValueMenu(c, "", values, now, func(value string) string {
			return r.Words.Pair(
				r.Words.Say(in.ID+".option."+o.Name+".name"), sentences.OptionValue(r.Words, in, o, value),
			)
		})))
	}
	m.Components = append(m.Components, control.Row(limitMenu(r.Words, s)), control.Row(hintsMenu(r.Words, s)))
	return m
}

// limitMenu returns the menu of the time per turn: the paces, the limits without a reserve, and
// what the table has now.
func limitMenu(w *text.Words, s tables.Loaded) discordgo.SelectMenu {
	now, all := s.Table.TimeControl(), slices.Clone(table.Paces)
	for _, l := range table.Limits {
		all = append(all, table.TimeControl{Limit: l})
	}
	if !slices.Contains(all, now) {
		all = append(all, now)
	}
	return control.ValueMenu(control.Control{Action: control.Limit, Table: s.ID}, "", all, now,
		func(c table.TimeControl) string { return sentences.TimeControlLine(w, c, "") })
}

func hintsMenu(w *text.Words, s tables.Loaded) discordgo.SelectMenu {
	c := control.Control{Action: control.Hints, Table: s.ID}
	return control.ValueMenu(c, "", []bool{false, true}, s.Table.Hints,
		func(on bool) string { return sentences.HintsText(w, on, "") })
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

// usualStandIn is the level of stand-ins if /game new names none.
const usualStandIn = 3

const standInOption = "stand-in"

// chosenStandIn returns the level of stand-ins in the command's options, 0 for none.
func chosenStandIn(r *interaction.Request) int {
	level, err := strconv.Atoi(r.Options[standInOption])
	if err != nil {
		return usualStandIn
	}
	return level
}

// pressStandIns handles the button that chooses the level of a lobby's stand-ins, and its menu.
func pressStandIns(ctx context.Context, r *interaction.Request) error {
	if r.Chosen() == "" {
		s, err := loadHosted(ctx, r)
		if err != nil {
			return err
		}
		r.Answer.Whisper(ctx, standInMessage(r, s, ""))
		return nil
	}
	level, err := strconv.Atoi(r.Chosen())
	if err != nil {
		return engine.Refuse(table.RefusedOption, "", "why", "an unknown level")
	}
	before, after, err := changeLobby(ctx, r, func(at int64) table.Event {
		return table.SetStandIns(level, r.User, at)
	})
	if err != nil {
		return err
	}
	r.Answer.InPlace(ctx, standInMessage(r, after, sentences.LobbyChange(r.Words, before.Table, after.Table)))
	return nil
}

// standInMessage returns a message with the menu of the levels of stand-ins, below a note.
func standInMessage(r *interaction.Request, s tables.Loaded, note string) *message.Message {
	c := control.Control{Action: control.StandIns, Table: s.ID}
	menu := control.ValueMenu(c, "", levelsFrom(0), s.Table.StandInLevel,
		func(level int) string { return sentences.StandInText(r.Words, level, "") })
	return &message.Message{
		Content:    strings.TrimSpace(note + "\n" + r.Words.Say("bot.stand_in.choose")),
		Components: []discordgo.MessageComponent{control.Row(menu)},
	}
}
