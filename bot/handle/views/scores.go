package views

import (
	"context"
	"strings"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// pressScores shows each player's score, item by item, and the tally of who leads where.
func pressScores(ctx context.Context, r *interaction.Request, s tables.Loaded) error {
	if s.Table.State == nil {
		return engine.Refuse(table.RefusedNotStarted, "")
	}
	t := sentences.ReadBy(s.Table, s.Table.Seat(r.User))
	scores := sentences.ScoreText(r.Words, t)
	r.Answer.Whisper(ctx, &message.Message{Content: withTally(r.Words, t, scores)})
	return nil
}

// withTally adds the tally of a table to a text, as far as a message has room.
func withTally(w *text.Words, t *table.Table, said string) string {
	room := control.MaxContent - len([]rune(said)) - len("\n")
	return strings.TrimSpace(said + "\n" + sentences.Tally(w, t, room))
}
