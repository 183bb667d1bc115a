// Package reviewpages has the handlers that show what the strongest computer finds about a game
// that is over: how the chances to win went, how accurate each player was, and the key moments with
// a better turn and its reason. The search is in bot/background/reviewqueue. The package knows no
// game.
package reviewpages

import (
	"context"

	"amytis/bot/background/reviewqueue"
	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
)

// Routes returns the handlers of this package by route. They ask the reviewer, which must run.
func Routes(rv *reviewqueue.Reviewer) interaction.Routes {
	with := func(h func(context.Context, *interaction.Request, *reviewqueue.Reviewer) error) interaction.Handler {
		return func(ctx context.Context, r *interaction.Request) error { return h(ctx, r, rv) }
	}
	return interaction.Routes{
		"review":               with(command),
		"?review":              interaction.SuggestPastGames,
		":" + control.Review:   with(press),
		":" + control.Reviewed: with(pressMoment),
	}
}
