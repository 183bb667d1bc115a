package turns

import (
	"cmp"
	"context"
	"errors"
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

// pressMove plays a control's move. If the player would lose something by it, it asks first.
func pressMove(ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat) error {
	text := cmp.Or(r.Chosen(), r.Control().Arg)
	if verb, things := strings.CutPrefix(r.Control().Arg, choice.ThingsMark); things {
		text = choice.WithThings(verb, r.AllChosen())
	}
	return pressed(ctx, r, s, seat, text)
}

// pressed plays the move that a control stands for, after a question if the player would lose
// something by it.
func pressed(ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat, text string) error {
	m, err := choice.ParseMove(s.Table.Game, seat, text)
	if err != nil {
		return err
	}
	if question := lossQuestion(r, s, m); question != nil && r.Control().Action != control.Sure {
		r.Answer.InPlace(ctx, question)
		return nil
	}
	return playPressed(ctx, r, s, m, panelAfter)
}

// viewAfter returns the view after a move, below a note. s is the table after the move.
type viewAfter func(ctx context.Context, r *interaction.Request, s tables.Loaded, m engine.Move, note string) view

func panelAfter(ctx context.Context, r *interaction.Request, s tables.Loaded, _ engine.Move, note string) view {
	return panelView(ctx, r, s, s.Table.Seat(r.User), note) // in a sandbox maybe the next seat
}

// playPressed plays a move and shows what to do next. It returns errOutdated for a move that was
// offered at an earlier position.
func playPressed(ctx context.Context, r *interaction.Request, s tables.Loaded, m engine.Move, next viewAfter) error {
	othersActed := false // since the move was offered; stays false in a live game
	choose := func(t *table.Table, seat engine.Seat) (engine.Move, error) {
		if !t.StillValid(seat, r.Control().Version) {
			return engine.Move{}, errOutdated
		}
		othersActed = t.Version != r.Control().Version && !t.State.Pace().Live
		return m, nil
	}
	err := playShown(ctx, r, s, choose, next, r.Answer.InPlace)
	var refused *engine.RuleError
	switch {
	case errors.Is(err, errOutdated):
		return err
	case errors.As(err, &refused) && othersActed:
		return showRefusal(ctx, r, s, r.Words.Say("bot.turn.moved_on")+"\n", err)
	case errors.As(err, &refused): // in a live game another player was quicker
		return showRefusal(ctx, r, s, "", err)
	}
	return interaction.About(s.Table, err)
}

// playShown plays the move that choose returns and answers, by a method of r.Answer, with what to
// do next: while the seat is in turn, the view that next returns. To a command it says which may
// follow.
func playShown(
	ctx context.Context, r *interaction.Request, s tables.Loaded,
	choose func(*table.Table, engine.Seat) (engine.Move, error), next viewAfter, answer func(context.Context, *message.Message),
) error {
	var line string
	var over *message.Message // the answer if the turn is over
	copied := guideOf(r).Copy // the guide changes while a step is taken
	var m engine.Move
	after, err := play(ctx, r, choose, func(before, after tables.Loaded, made engine.Move) {
		m, over = made, nil
		line = sentences.Line(r.Words, sentences.ReadBy(before.Table, m.Seat), m)
		if copied {
			line = ""
		}
		if r.Unstored == nil && !after.Table.Turn().Has(m.Seat) {
			over = overMessage(ctx, r, before, after, m, line)
		}
	})
	if err == nil && r.Unstored != nil { // a lesson has gone on to its next step
		after, err = r.Tables.Load(ctx, r.Unstored.ID())
	}
	if err != nil {
		return err
	}
	if over != nil {
		show(ctx, r, after, m.Seat, view{over, redrawPanel(r, m.Seat)}, answer)
		return nil
	}
	if r.Control().Action == "" {
		line += "\n" + sentences.CanDo(r.Words, after.Table, m.Seat)
	}
	show(ctx, r, after, m.Seat, next(ctx, r, after, m, line), answer)
	r.NoteLook(ctx, after)
	return nil
}

// showRefusal answers with the current turn panel, below a note and a refusal's words.
func showRefusal(ctx context.Context, r *interaction.Request, s tables.Loaded, note string, refused error) error {
	note += r.Answer.Explain(s.Table, refused)
	now, err := r.Tables.Load(ctx, s.ID)
	if err != nil {
		return err
	}
	return showPanel(ctx, r, now, note, func(ctx context.Context, m *message.Message) {
		r.Answer.AddRule(m, s.ID, s.Table, refused)
		r.Answer.InPlace(ctx, m)
	})
}

// lossQuestion returns the question before a move that loses something, nil if it does not.
func lossQuestion(r *interaction.Request, s tables.Loaded, m engine.Move) *message.Message {
	if _, err := s.Table.State.Apply(m); err != nil {
		return nil // playing the move refuses it
	}
	in := s.Table.Game.Info()
	d := s.Table.State.Describe(m)
	if d.Loss == "" {
		return nil
	}
	return sureMessage(r, s, r.Words.T(in.ID+".loss."+d.Loss, sentences.MoveArgs(r.Words, s.Table, m, d)),
		sentences.ButtonWord(r.Words, in.ID, in.VerbInfo(m.Verb).Subcommand()),
		control.At(control.Sure, s.ID, s.Table, choice.FormatMove(s.Table.Game, m)))
}

// sureMessage returns a warning with a button that does what all the same, and a way back.
func sureMessage(r *interaction.Request, s tables.Loaded, warning, what string, c control.Control) *message.Message {
	sure := control.Button(r.Words, "bot.button.sure", discordgo.DangerButton, c)
	sure.Label = text.Cut(r.Words.Pair(sure.Label, what), control.MaxLabel)
	return &message.Message{
		Content:         "⚠️ " + warning,
		Components:      []discordgo.MessageComponent{control.Row(sure, control.BackButton(r.Words, s.ID, s.Table))},
		KeepAttachments: true,
	}
}
