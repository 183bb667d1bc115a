package turns

import (
	"context"
	"errors"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
)

var errOutdated = errors.New("turns: the control belongs to an earlier position")

// errAsk means that the user has to confirm an undo.
var errAsk = errors.New("turns: the undo takes back what computers have played")

// undo handles /game undo and each game's undo command.
func undo(ctx context.Context, r *interaction.Request) error {
	after, err := undoStep(ctx, r)
	if err != nil {
		return askToUndo(ctx, r, after, err)
	}
	seat := after.Table.Seat(r.User)
	m := panelMessage(ctx, r, after, seat, r.Words.Say("bot.turn.undone"))
	if after.Table.Turn().Has(seat) {
		m.Content += "\n" + sentences.CanDo(r.Words, after.Table, seat)
	}
	r.Answer.Whisper(ctx, m)
	return nil
}

// askToUndo answers errAsk with a question, and returns any other error.
func askToUndo(ctx context.Context, r *interaction.Request, s tables.Loaded, err error) error {
	if !errors.Is(err, errAsk) {
		return err
	}
	sure := control.At(control.UndoSure, s.ID, s.Table, "")
	r.Answer.InPlace(ctx, sureMessage(r, s, r.Words.Say("bot.turn.undo_far"), r.Words.Say("bot.button.undo"), sure))
	return nil
}

func pressUndo(ctx context.Context, r *interaction.Request) error {
	after, err := undoStep(ctx, r)
	if err != nil {
		return askToUndo(ctx, r, after, err)
	}
	return showPanel(ctx, r, after, r.Words.Say("bot.turn.undone"), r.Answer.InPlace)
}

// undoStep undoes the user's last step and returns the table after it. It returns errOutdated if
// the pressed control belongs to an earlier position, and errAsk with the present table if the user
// has to confirm first.
func undoStep(ctx context.Context, r *interaction.Request) (tables.Loaded, error) {
	at, sure := r.Control().Version, r.Control().Action == control.UndoSure || r.Guide != nil
	before, after, err := r.Act(ctx, func(t *table.Table) ([]table.Event, error) {
		seat, err := r.SeatAt(t)
		if err == nil {
			err = checkActs(t, seat)
		}
		if err != nil {
			return nil, err
		}
		if r.Forgotten || at != 0 && !t.StillValid(seat, at) {
			return nil, errOutdated
		}
		back := table.Undo(seat, r.User, r.Now().UnixMilli())
		if next, err := t.Next(back); err == nil && !sure && len(t.Moves)-len(next.Moves) > 1 {
			return nil, errAsk
		}
		return []table.Event{back}, nil
	}, nil)
	if errors.Is(err, errAsk) {
		return before, err
	}
	if err == nil && r.Guide != nil { // after is not the table of the lesson's earlier step
		return r.Tables.Load(ctx, after.ID)
	}
	return after, err
}
