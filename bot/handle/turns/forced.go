package turns

import (
	"context"
	"log/slog"

	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

// forcedNote says when the bot will take the only possible step for a seat. It returns "" if there
// is none, and in lessons, whose tables no sweeper knows.
func forcedNote(ctx context.Context, r *interaction.Request, t *table.Table, seat engine.Seat) string {
	if r.Guide != nil || r.Tables == nil {
		return ""
	}
	step, forced, err := r.Tables.Forced.Step(ctx, t, seat)
	if err != nil && ctx.Err() == nil {
		r.Log.Error("reading whether a forced step is automatic", slog.Any("err", err))
	}
	if !forced {
		return ""
	}
	return sentences.ForcedNote(r.Words, t, step.Move, step.At, choice.Undoable(t, seat))
}
