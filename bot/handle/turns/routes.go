// Package turns has the handlers for playing a turn: the commands of each game with their
// autocomplete, the turn panel with its menus and its cursor, and undo. It knows no game's rules.
package turns

import (
	"context"
	"errors"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/engine"
)

func Routes() interaction.Routes {
	all := interaction.Routes{
		"game ready": ready,
		"game undo":  undo,

		"game stand-in":           askForStandIn,
		"game back":               comeBack,
		":" + control.AskStandIn:  askForStandIn,
		":" + control.StandInSure: callStandIn,
		":" + control.Return:      comeBack,

		":" + control.Panel:  pressPanel,
		":" + control.Ready:  acting(pressReady),
		":" + control.Move:   acting(pressMove),
		":" + control.Sure:   acting(pressMove),
		":" + control.Pick:   acting(pressPick),
		":" + control.Cursor: acting(pressCursor),
		":" + control.Undo:   orPanel(undo),

		":" + control.UndoSure: orPanel(undo),
		":" + control.PlaceOn:  acting(pressPlaceOn),
		":" + control.OneUp:    acting(pressPlaceOn),
	}
	for _, g := range games.All {
		command := g.Info().Command + " "
		for _, sub := range choice.Subcommands(g.Info()) {
			all[command+sub.Path()] = func(ctx context.Context, r *interaction.Request) error {
				return playCommand(ctx, r, g, sub)
			}
			all["?"+command+sub.Path()] = func(ctx context.Context, r *interaction.Request) error {
				return suggestMove(ctx, r, g, sub)
			}
		}
	}
	return all
}

// acting returns the handler of a control that acts for the user's seat at its table. It refuses a
// user without a seat, and shows the current panel if the control belongs to an earlier position.
func acting(h func(context.Context, *interaction.Request, tables.Loaded, engine.Seat) error) interaction.Handler {
	return orPanel(func(ctx context.Context, r *interaction.Request) error {
		s, err := r.Table(ctx)
		if err != nil {
			return err
		}
		seat, err := r.SeatAt(s.Table)
		switch {
		case err != nil:
		case r.Forgotten || s.ID != r.Control().Table || !s.Table.StillValid(seat, r.Control().Version):
			err = errOutdated
		default:
			r.Recall(ctx, s.ID)
			err = h(ctx, r, s, seat)
		}
		return interaction.About(s.Table, err)
	})
}

// orPanel returns a handler that calls h, and shows the current turn panel after errOutdated.
func orPanel(h interaction.Handler) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		err := h(ctx, r)
		if errors.Is(err, errOutdated) {
			note := r.Words.Say("bot.turn.moved_on")
			switch {
			case r.Done(ctx):
				note = "" // the panel is the answer to the move
			case r.Forgotten:
				note = r.Words.Say("bot.turn.forgotten")
			}
			return UpdatePanel(ctx, r, r.Pressed(), note)
		}
		return err
	}
}
