// Package turns answers everything about playing a turn: the commands of each game with their
// autocomplete, the turn panel with its menus and its cursor, and taking a step back.
package turns

import (
	"context"
	"errors"

	"amytis/bot/choice"
	"amytis/bot/control"
	"amytis/bot/games"
	"amytis/bot/interaction"
)

// Routes are the ways to play a turn: a command for each action of each game, and the controls of
// the turn panel.
func Routes() interaction.Routes {
	all := interaction.Routes{
		"game undo": undo,

		":" + control.Panel:  pressPanel,
		":" + control.Move:   orPanel(pressMove),
		":" + control.Sure:   orPanel(pressSure),
		":" + control.Pick:   orPanel(pressPick),
		":" + control.Cursor: orPanel(pressCursor),
		":" + control.Undo:   orPanel(pressUndo),
	}
	for _, g := range games.All {
		command := g.Info().Command + " "
		all[command+"undo"] = undo
		for _, sub := range choice.Subcommands(g.Info()) {
			all[command+sub.Name] = func(ctx context.Context, r *interaction.Request) error {
				return playCommand(ctx, r, g, sub)
			}
			all["?"+command+sub.Name] = func(ctx context.Context, r *interaction.Request) error {
				return suggestMove(ctx, r, g, sub)
			}
		}
	}
	return all
}

// orPanel shows the current turn panel where a control turns out to be of an earlier position.
func orPanel(h interaction.Handler) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		err := h(ctx, r)
		if errors.Is(err, errMovedOn) {
			return showPanel(ctx, r, r.Control().Table, r.Words.Say("bot.turn.moved_on"))
		}
		return err
	}
}
