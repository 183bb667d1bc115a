package seats

import (
	"context"
	"strconv"

	"amytis/bot/discord/interactions"
	"amytis/bot/handle/interaction"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

func suggestJoined(ctx context.Context, r *interaction.Request) error {
	return suggestSeats(ctx, r, func(*table.Table, engine.Seat) bool { return true })
}

// suggestPlayers completes the name of a player of a game that has started.
func suggestPlayers(ctx context.Context, r *interaction.Request) error {
	return suggestSeats(ctx, r, func(t *table.Table, _ engine.Seat) bool { return t.State != nil })
}

func suggestAwaited(ctx context.Context, r *interaction.Request) error {
	return suggestSeats(ctx, r, func(t *table.Table, seat engine.Seat) bool { return t.Turn().Has(seat) })
}

// suggestSeats offers the players of the channel's table for which fits is true, by seat number.
func suggestSeats(ctx context.Context, r *interaction.Request, fits func(*table.Table, engine.Seat) bool) error {
	offer := interaction.Offer{Typed: r.Options[r.Focused]}
	if s, err := r.Table(ctx); err == nil {
		for i, p := range s.Table.Players {
			if fits(s.Table, engine.Seat(i+1)) {
				offer.Add(sentences.PlainName(r.Words, p), strconv.Itoa(i+1))
			}
		}
	}
	r.Answer.Respond(ctx, interactions.Choices(offer.Choices...))
	return nil
}
