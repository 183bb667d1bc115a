package seats

import (
	"context"
	"strconv"

	"amytis/bot/handle/interaction"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

func anySeat(*table.Table, engine.Seat) bool { return true }

func started(t *table.Table, _ engine.Seat) bool { return t.State != nil }

func inTurn(t *table.Table, seat engine.Seat) bool { return t.Turn().Has(seat) }

// suggestSeats returns the handler that offers the players of the channel's table for which fits is
// true, by seat number.
func suggestSeats(fits func(*table.Table, engine.Seat) bool) interaction.Handler {
	return interaction.Offering(func(ctx context.Context, r *interaction.Request, o *interaction.Offer) {
		s, err := r.Table(ctx)
		if err != nil {
			return
		}
		for i, p := range s.Table.Players {
			if fits(s.Table, engine.Seat(i+1)) {
				o.Add(sentences.PlainName(r.Words, p), strconv.Itoa(i+1))
			}
		}
	})
}
