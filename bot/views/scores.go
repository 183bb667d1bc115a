package views

import (
	"context"

	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/bot/telling"
	"amytis/engine"
	"amytis/engine/table"
)

// pressScores handles the button Scores: it shows each player's score, item by item.
func pressScores(ctx context.Context, r *interaction.Request) error {
	s, err := r.Tables.Load(ctx, r.Control().Table)
	switch {
	case err != nil:
		return err
	case s.Table.State == nil:
		return interaction.About(s.Table, engine.Refuse(table.RefusedNotStarted, ""))
	}
	r.Whisper(ctx, &session.Message{Content: telling.ScoreText(r.Words, s.Table)})
	return nil
}
