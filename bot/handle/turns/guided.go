package turns

import (
	"context"
	"log/slog"
	"slices"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// guideOf returns the guide of an unstored table, the zero Guide of another.
func guideOf(r *interaction.Request) (g interaction.Guide) {
	if r.Unstored != nil {
		g = r.Unstored.Guide()
	}
	return g
}

func guidedPanel(
	ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat, note string,
) *message.Message {
	g := r.Unstored.Guide()
	turns := ""
	if g.TellsTurns {
		turns = computersTurns(r, s.Table, seat)
	}
	m := &message.Message{Content: text.Lines(note, turns, g.Text)}
	legal := r.Rankings.Of(s.ID, s.Table, seat)
	if g.Copy && !g.Rests {
		m.Content = text.Lines(m.Content, needOf(r.Words, s.Table, seat))
	}
	if g.Rests {
		m.Components = panelRows(r, s, nil, g.Buttons, nil)
	} else {
		m.Components = panelControls(r, s, seat, legal)
	}
	if g.Picture.View == "" {
		g.Picture = ownPicture(r, s, seat, legal, note)
	}
	interaction.AttachBoard(ctx, r, m, s.ID, s.Table, g.Picture)
	return m
}

// computersTurns returns lines about the computers' turns since the seat's last step. It returns ""
// out of turn, and in a live game, where the computers never pause.
func computersTurns(r *interaction.Request, t *table.Table, seat engine.Seat) string {
	if !t.Solo() || !t.Turn().Has(seat) || t.State.Pace().Live {
		return ""
	}
	lines, err := sentences.Since(r.Words, t, seat, false)
	if err != nil {
		r.Log.Error("telling the turns of computers", slog.Any("err", err))
		return ""
	}
	return text.Lines(lines...)
}

// belowGuide returns what below the text of an unstored table.
func belowGuide(r *interaction.Request, what string) string {
	return text.Lines(guideOf(r).Text, what)
}

// firstGhost returns where the cursor begins: in a lesson at or beside its move, or at the planned
// move, or else at otherwise.
func firstGhost(r *interaction.Request, s tables.Loaded, spots []engine.Move, otherwise engine.Move) engine.Move {
	if g := guideOf(r); slices.Contains(spots, g.Move) {
		return g.Ghost
	}
	if m := r.PlannedNext(s.Table); slices.Contains(spots, m) {
		return m
	}
	return otherwise
}
