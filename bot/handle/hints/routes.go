// Package hints has the handlers that advise a player. A hint shows what the strongest computer
// would play: its first step, then the whole turn, with a reason in the game's terms. "Why not?"
// compares the move that the player has in mind. The search is in engine/ai, and the moves are
// played in bot/handle/turns. The package knows no game.
package hints

import (
	"context"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
)

// Routes returns the handlers of this package by route. They ask the adviser, which must run.
func Routes(a *Adviser) interaction.Routes {
	with := func(h func(context.Context, *interaction.Request, *Adviser) error) interaction.Handler {
		return func(ctx context.Context, r *interaction.Request) error { return h(ctx, r, a) }
	}
	return interaction.Routes{
		"game hint":          with(hintCommand),
		"?game hint":         suggestMove,
		":" + control.Hint:   with(pressHint),
		":" + control.WhyNot: with(pressWhyNot),
	}
}
