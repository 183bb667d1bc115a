package bot

import (
	"amytis/bot/games"
	"context"
	"errors"
)

// turnRoutes are the ways to play a turn: a command for each action of each game, and the
// controls of the turn panel.
func turnRoutes() routes {
	all := routes{
		"game undo": (*request).undo,

		":" + actPanel:  (*request).pressPanel,
		":" + actMove:   orPanel((*request).pressMove),
		":" + actSure:   orPanel((*request).pressSure),
		":" + actPick:   orPanel((*request).pressPick),
		":" + actCursor: orPanel((*request).pressCursor),
		":" + actUndo:   orPanel((*request).pressUndo),
	}
	for _, g := range games.All {
		command := g.Info().Command + " "
		all[command+"undo"] = (*request).undo
		for _, sub := range subcommands(g.Info()) {
			all[command+sub.name] = func(r *request, ctx context.Context) error { return r.playCommand(ctx, g, sub) }
			all["?"+command+sub.name] = func(r *request, ctx context.Context) error { return r.suggestMove(ctx, g, sub) }
		}
	}
	return all
}

// orPanel shows the current turn panel where a control turns out to be of an earlier position.
func orPanel(h handler) handler {
	return func(r *request, ctx context.Context) error {
		err := h(r, ctx)
		if errors.Is(err, errMovedOn) {
			return r.showPanel(ctx, r.control().Table, r.words.Say("bot.turn.moved_on"))
		}
		return err
	}
}
