package posts

import (
	"context"

	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// forced returns a line for each seat that the bot plays because it has no choice.
func (wr *Writer) forced(ctx context.Context, w *text.Words, t *table.Table, seats engine.SeatSet) (lines []string) {
	for _, seat := range seats.Slice() {
		if step, forced, err := wr.tables.Forced.Step(ctx, t, seat); err == nil && forced {
			lines = append(lines, sentences.ForcedLine(w, t, step.Move, step.At))
		}
	}
	return lines
}
