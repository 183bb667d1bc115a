// Package reviewpages shows what the strongest computer finds about a game that is over: the
// chances to win, how accurate each player was, and key moments with a better turn and its reason.
// bot/background/reviewqueue searches.
package reviewpages

import (
	"context"

	"amytis/bot/background/reviewqueue"
	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
)

type handler func(context.Context, *interaction.Request, *reviewqueue.Reviewer) error

// Routes returns the handlers by route. The reviewer must run.
func Routes(rv *reviewqueue.Reviewer) interaction.Routes {
	with := func(h handler) interaction.Handler {
		return func(ctx context.Context, r *interaction.Request) error { return h(ctx, r, rv) }
	}
	return interaction.Routes{
		"review":               with(command((*interaction.Request).PastGame)),
		"@Review":              with(command((*interaction.Request).OfMessage)),
		"?review":              interaction.Offering(interaction.SuggestPastGames),
		":" + control.Review:   with(press),
		":" + control.Reviewed: with(pressMoment),
	}
}
