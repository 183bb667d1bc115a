package turns

import (
	"log/slog"

	"amytis/bot/handle/interaction"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

// sinceTurn returns what has happened since a seat's last step: nothing out of turn, and in a live
// game, whose public message tells each step.
func sinceTurn(r *interaction.Request, t *table.Table, seat engine.Seat) sentences.Since {
	if !t.Turn().Has(seat) || t.State.Pace().Live {
		return sentences.Since{}
	}
	since, err := sentences.NewSince(sentences.ReadBy(t, seat), seat)
	if err != nil {
		r.Log.Error("telling what has happened", slog.Any("err", err))
	}
	return since
}
