package turns

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/choice"
	"amytis/bot/control"
	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/engine"
	"amytis/engine/table"
)

// pressMove plays a move from a panel, after one more question if something would be lost by it.
func pressMove(ctx context.Context, r *interaction.Request) error {
	return pressed(ctx, r, func(s tables.Loaded, m engine.Move) *session.Message { return warned(r, s, m) })
}

// pressSure plays a move that was asked about.
func pressSure(ctx context.Context, r *interaction.Request) error {
	return pressed(ctx, r, func(tables.Loaded, engine.Move) *session.Message { return nil })
}

// pressed plays the move of a control, unless ask has a question first.
func pressed(ctx context.Context, r *interaction.Request, ask func(tables.Loaded, engine.Move) *session.Message) error {
	s, seat, err := atControl(ctx, r)
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
		r.AnswerInPlace(ctx, question)
		return nil
	}
	return playPressed(ctx, r, s, m)
}

// playPressed plays a move and shows the panel as it is then. A move that was offered for an
// earlier position is not played: the player gets the current panel instead.
func playPressed(ctx context.Context, r *interaction.Request, s tables.Loaded, m engine.Move) error {
	surprised := false // others have acted since the move was offered
	done, err := play(ctx, r, s.ID, func(t *table.Table, seat engine.Seat) (engine.Move, error) {
		if !t.Means(seat, r.Control().Version) {
			return engine.Move{}, errMovedOn
		}
		surprised = t.Version != r.Control().Version && !t.State.Pace().Live
		return m, nil
	})
	var refused *engine.RuleError
	switch {
	case errors.Is(err, errMovedOn):
		return err
	case errors.As(err, &refused) && surprised:
		return showPanel(ctx, r, s.ID, r.Words.Say("bot.turn.moved_on")+"\n"+r.Explain(s.Table, err))
	case errors.As(err, &refused): // where all act at once, somebody was quicker
		return showPanel(ctx, r, s.ID, r.Explain(s.Table, err))
	case err != nil:
		return interaction.About(s.Table, err)
	}
	if after, err := r.Tables.Load(ctx, s.ID); err == nil && after.Table.Turn().Has(m.Seat) {
		note, _, _ := strings.Cut(done.Content, "\n")
		return showPanel(ctx, r, s.ID, note)
	}
	r.AnswerInPlace(ctx, done)
	return nil
}

// atControl reads the table of a control and where who pressed it sits. The error is errMovedOn if
// the control was shown for an earlier position.
func atControl(ctx context.Context, r *interaction.Request) (s tables.Loaded, seat engine.Seat, err error) {
	c := r.Control()
	if s, err = r.Tables.Load(ctx, c.Table); err != nil {
		return s, 0, err
	}
	if seat, err = r.SeatAt(s.Table); err != nil {
		return s, 0, interaction.About(s.Table, err)
	}
	if !s.Table.Means(seat, c.Version) {
		return s, seat, errMovedOn
	}
	return s, seat, nil
}

// warned asks once more before a move by which something is lost; nil if there is nothing to ask.
func warned(r *interaction.Request, s tables.Loaded, m engine.Move) *session.Message {
	if _, err := s.Table.State.Apply(m); err != nil {
		return nil // it is refused in a moment
	}
	in := s.Table.Game.Info()
	d := s.Table.State.Describe(m)
	if d.Loss == "" {
		return nil
	}
	return &session.Message{
		Content: "⚠️ " + r.Words.T(in.ID+".loss."+d.Loss, telling.MoveArgs(r.Words, in, s.Table, m, d)),
		Components: []discordgo.MessageComponent{control.Row(
			control.Button(r.Words, "bot.button.sure", discordgo.DangerButton,
				control.At(control.Sure, s.ID, s.Table.Version, choice.FormatMove(s.Table.Game, m))),
			backButton(r, s),
		)},
		KeepAttachments: true,
	}
}
