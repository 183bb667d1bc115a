package turns

import (
	"context"
	"log/slog"

	"amytis/bot/interaction"
	"amytis/bot/pictures"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// pressPanel handles the buttons that open the turn panel, which shows the legal moves with a
// picture. From a public message it answers with a new ephemeral message; an ephemeral message is
// edited.
func pressPanel(ctx context.Context, r *interaction.Request) error {
	id := r.Control().Table
	if err := readyIfAlone(ctx, r, id); err != nil {
		return err
	}
	return showPanel(ctx, r, id, "")
}

// ShowPanel answers with the turn panel of the user at a table, always in a new message. It is the
// bot's first answer in a game that starts at once. A message with the pressed button would stand
// above that of the table, where the user may not see it. A user who is alone against computers is
// ready for the round by it.
func ShowPanel(ctx context.Context, r *interaction.Request, id table.ID) error {
	if err := readyIfAlone(ctx, r, id); err != nil {
		return err
	}
	return answerWithPanel(ctx, r, id, "", r.Whisper)
}

// showPanel answers with the current turn panel, below a note.
func showPanel(ctx context.Context, r *interaction.Request, id table.ID, note string) error {
	return answerWithPanel(ctx, r, id, note, r.AnswerInPlace)
}

// answerWithPanel answers with the current turn panel, below a note, by a method of the request.
func answerWithPanel(
	ctx context.Context, r *interaction.Request, id table.ID, note string,
	answer func(context.Context, *session.Message),
) error {
	s, err := r.Tables.Load(ctx, id)
	if err != nil {
		return err
	}
	seat, err := r.SeatAt(s.Table)
	if err != nil {
		return interaction.About(s.Table, err)
	}
	answer(ctx, panelMessage(ctx, r, s, seat, note))
	return nil
}

// panelMessage returns the turn panel of a seat, below a note if that is not empty.
func panelMessage(
	ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat, note string,
) *session.Message {
	m := &session.Message{Content: needOf(r.Words, s.Table, seat)}
	if told := computersTurns(r, s.Table, seat); told != "" {
		m.Content = told + "\n" + m.Content
	}
	if note != "" {
		m.Content = note + "\n" + m.Content
	}
	legal := r.Rankings.Of(s.ID, s.Table, seat)
	if s.Table.Round.Waiting {
		m.Components = roundControls(r, s, seat)
	} else if s.Table.Turn().Has(seat) {
		m.Components = panelControls(r, s, seat, legal)
	} else {
		m.Components = waitControls(r.Words, s.ID, s.Table)
	}
	want := pictures.Request{View: s.Table.Game.Info().BoardView(), Seat: seat, Asker: seat}
	if len(legal.Moves) > 0 {
		want.View = s.Table.Game.Info().VerbInfo(legal.Moves[0].Verb).View
	}
	r.Pictures.Attach(ctx, r.Words, m, s.ID, s.Table, want)
	return m
}

// needOf returns what a seat has to do now. It is the sentence of telling.CanDo if the game says
// nothing, or if the seat cannot go on.
func needOf(w *text.Words, t *table.Table, seat engine.Seat) string {
	if t.Round.Waiting {
		return telling.CanDo(w, t, seat)
	}
	if need := telling.Need(w, t, seat); need != "" && len(t.State.Legal(seat, nil)) > 0 {
		return "**" + need + "**"
	}
	return telling.CanDo(w, t, seat)
}

// maxComputersLines limits the lines about the computers' turns in a panel, in characters.
const maxComputersLines = 600

// computersTurns returns lines about what computers have done since the last step of the seat, if
// its player is alone against them. The public message tells it as well, but may be out of view. It
// returns "" while the seat is not in turn, and in a live game, where the computers never pause.
func computersTurns(r *interaction.Request, t *table.Table, seat engine.Seat) string {
	if !t.Solo() || !t.Turn().Has(seat) || t.State.Pace().Live {
		return ""
	}
	lines, err := telling.LinesSince(r.Words, t, seat)
	if err != nil {
		r.Log.Error("telling the turns of computers", slog.Any("err", err))
		return ""
	}
	return telling.LastLines(lines, maxComputersLines)
}
