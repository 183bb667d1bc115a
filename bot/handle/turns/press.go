package turns

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// pressMove handles the controls that play a move. If the player would lose something by it, it
// asks for confirmation first.
func pressMove(ctx context.Context, r *interaction.Request) error {
	return playControl(ctx, r, func(s tables.Loaded, m engine.Move) *message.Message { return lossQuestion(r, s, m) })
}

// pressSure handles the button that confirms a move.
func pressSure(ctx context.Context, r *interaction.Request) error {
	return playControl(ctx, r, func(tables.Loaded, engine.Move) *message.Message { return nil })
}

// playControl plays the move of a control, unless ask returns a question, which it shows instead.
func playControl(
	ctx context.Context, r *interaction.Request, ask func(tables.Loaded, engine.Move) *message.Message,
) error {
	s, seat, err := loadControl(ctx, r)
	if err != nil {
		return err
	}
	text := r.Chosen()
	if text == "" {
		text = r.Control().Arg
	}
	m, err := choice.ParseMove(s.Table.Game, seat, text)
	if err != nil {
		return interaction.About(s.Table, err)
	}
	if question := ask(s, m); question != nil {
		r.Answer.InPlace(ctx, question)
		return nil
	}
	return playPressed(ctx, r, s, m, showPanelAfter)
}

// showNext answers with the next thing to do after a move, below a note. s is the table after it.
type showNext func(ctx context.Context, r *interaction.Request, s tables.Loaded, m engine.Move, note string) error

// showPanelAfter answers with the turn panel.
func showPanelAfter(ctx context.Context, r *interaction.Request, s tables.Loaded, _ engine.Move, note string) error {
	return showPanel(ctx, r, s.ID, note)
}

// playPressed plays a move and shows what to do next, if the seat is still in turn. It does not
// play a move that was offered for an earlier position, but returns errOutdated.
func playPressed(ctx context.Context, r *interaction.Request, s tables.Loaded, m engine.Move, next showNext) error {
	othersActed := false // since the move was offered; stays false in a live game
	done, err := play(ctx, r, s.ID, func(t *table.Table, seat engine.Seat) (engine.Move, error) {
		if !t.StillValid(seat, r.Control().Version) {
			return engine.Move{}, errOutdated
		}
		othersActed = t.Version != r.Control().Version && !t.State.Pace().Live
		return m, nil
	})
	var refused *engine.RuleError
	switch {
	case errors.Is(err, errOutdated):
		return err
	case errors.As(err, &refused) && othersActed:
		return showRefusal(ctx, r, s, r.Words.Say("bot.turn.moved_on")+"\n", err)
	case errors.As(err, &refused): // in a live game another player was quicker
		return showRefusal(ctx, r, s, "", err)
	case err != nil:
		return interaction.About(s.Table, err)
	}
	after, err := r.Tables.Load(ctx, s.ID)
	if err == nil && (after.Table.Turn().Has(m.Seat) || r.Guide != nil) {
		note, _, _ := strings.Cut(done.Content, "\n")
		if r.Guide == nil && movedLast(after.Table) != m.Seat && !sinceTurn(r, after.Table, m.Seat).Empty() {
			note = "" // computers have moved already, so the panel opens with their turns
		}
		return next(ctx, r, after, m, note)
	}
	r.Answer.InPlace(ctx, done)
	if err == nil {
		keepPanelFresh(r, after, m.Seat)
	}
	return nil
}

// movedLast returns the seat of the last move that was not left to chance, or Chance without one.
func movedLast(t *table.Table) engine.Seat {
	for _, m := range slices.Backward(t.Moves) {
		if m.Move.Seat != engine.Chance {
			return m.Move.Seat
		}
	}
	return engine.Chance
}

// showRefusal answers with the current turn panel, below a note and the words of a refusal.
func showRefusal(ctx context.Context, r *interaction.Request, s tables.Loaded, note string, refused error) error {
	note += r.Answer.Explain(s.Table, refused)
	return answerWithPanel(ctx, r, s.ID, note, func(ctx context.Context, m *message.Message) {
		r.Answer.AddRule(m, s.ID, s.Table, refused)
		r.Answer.InPlace(ctx, m)
	})
}

// loadControl returns the table of the pressed control and the user's seat. The error is
// errOutdated if the control belongs to an earlier position, and a refusal if the user has no seat.
func loadControl(ctx context.Context, r *interaction.Request) (s tables.Loaded, seat engine.Seat, err error) {
	c := r.Control()
	if s, err = r.Tables.Load(ctx, c.Table); err != nil {
		return s, 0, err
	}
	if seat, err = r.SeatAt(s.Table); err != nil {
		return s, 0, interaction.About(s.Table, err)
	}
	if !s.Table.StillValid(seat, c.Version) {
		return s, seat, errOutdated
	}
	return s, seat, nil
}

// lossQuestion returns the question before a move by which the player loses something, nil if
// nothing is lost.
func lossQuestion(r *interaction.Request, s tables.Loaded, m engine.Move) *message.Message {
	if _, err := s.Table.State.Apply(m); err != nil {
		return nil // playing the move refuses it
	}
	in := s.Table.Game.Info()
	d := s.Table.State.Describe(m)
	if d.Loss == "" {
		return nil
	}
	sure := control.Button(r.Words, "bot.button.sure", discordgo.DangerButton,
		control.At(control.Sure, s.ID, s.Table.Version, choice.FormatMove(s.Table.Game, m)))
	what := sentences.ButtonWord(r.Words, in.ID, in.VerbInfo(m.Verb).Subcommand())
	sure.Label = text.Cut(r.Words.Pair(sure.Label, what), control.MaxLabel)
	return &message.Message{
		Content: "⚠️ " + r.Words.T(in.ID+".loss."+d.Loss, sentences.MoveArgs(r.Words, in, s.Table, m, d)),
		Components: []discordgo.MessageComponent{control.Row(
			sure, backButton(r, s),
		)},
		KeepAttachments: true,
	}
}
