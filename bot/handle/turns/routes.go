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
		":" + control.Ready:  orPanel(pressReady),
		":" + control.Move:   orPanel(pressMove),
		":" + control.Sure:   orPanel(pressMove),
		":" + control.Pick:   orPanel(pressPick),
		":" + control.Cursor: orPanel(pressCursor),
		":" + control.Undo:   orPanel(undo),

		":" + control.UndoSure: orPanel(undo),
		":" + control.PlaceOn:  orPanel(pressPlaceOn),
		":" + control.OneUp:    orPanel(pressPlaceOn),
		":" + control.Since:    pressSince,
	}
	for _, g := range games.All {
		command := g.Info().Command + " "
		all[command+"undo"] = undo
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
			return showPanelNow(ctx, r, r.Control().Table, note)
		}
		return err
	}
}
