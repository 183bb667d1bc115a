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

// undo handles /game undo and the buttons. It asks first if it must.
func undo(ctx context.Context, r *interaction.Request) error {
	s, err := undoStep(ctx, r)
	if errors.Is(err, errAsk) {
		sure := control.At(control.UndoSure, s.ID, s.Table, "")
		r.Answer.InPlace(ctx, sureMessage(r, s, r.Words.Say("bot.turn.undo_far"), r.Words.Say("bot.button.undo"), sure))
		return nil
	}
	if err != nil {
		return err
	}
	note := r.Words.Say("bot.turn.undone")
	if r.Control().Action == "" && s.Table.Turn().Has(s.Table.Seat(r.User)) {
		note += "\n" + sentences.CanDo(r.Words, s.Table, s.Table.Seat(r.User))
	}
	return showPanel(ctx, r, s, note, r.Answer.InPlace)
}

// undoStep undoes the user's last step and returns the table after it. It returns errOutdated if
// the pressed control belongs to an earlier position, and errAsk with the present table if the user
// has to confirm first.
func undoStep(ctx context.Context, r *interaction.Request) (tables.Loaded, error) {
	at := r.Control().Version
	sure := r.Control().Action == control.UndoSure || r.Unstored != nil
	before, after, err := r.Act(ctx, func(t *table.Table) ([]table.Event, error) {
		seat, err := actingSeat(r, t)
		if err != nil {
			return nil, err
		}
		if r.Forgotten || at != 0 && !t.StillValid(seat, at) {
			return nil, errOutdated
		}
		back := table.Undo(seat, r.User, r.Now().UnixMilli())
		if !sure && t.TakesBackOthers(back) {
			return nil, errAsk
		}
		return []table.Event{back}, nil
	}, nil)
	if errors.Is(err, errAsk) {
		return before, err
	}
	if err == nil && r.Unstored != nil { // after is not the table of the lesson's earlier step
		return r.Tables.Load(ctx, r.Unstored.ID())
	}
	return after, err
}
