package turns

import (
	"context"
	"errors"

	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
)

var errOutdated = errors.New("turns: the control belongs to an earlier position")

// undo handles /game undo and each game's undo command.
func undo(ctx context.Context, r *interaction.Request) error {
	after, err := undoStep(ctx, r)
	if err != nil {
		return err
	}
	seat := after.Table.Seat(r.User)
	m := panelMessage(ctx, r, after, seat, r.Words.Say("bot.turn.undone"))
	if after.Table.Turn().Has(seat) {
		m.Content += "\n" + sentences.CanDo(r.Words, after.Table, seat)
	}
	r.Answer.Whisper(ctx, m)
	return nil
}

func pressUndo(ctx context.Context, r *interaction.Request) error {
	after, err := undoStep(ctx, r)
	if err != nil {
		return err
	}
	return showPanel(ctx, r, after, r.Words.Say("bot.turn.undone"), r.Answer.InPlace)
}

// undoStep undoes the user's last step and returns the table after it. It returns errOutdated if
// the pressed control belongs to an earlier position.
func undoStep(ctx context.Context, r *interaction.Request) (tables.Loaded, error) {
	at := r.Control().Version
	_, after, err := r.Act(ctx, func(t *table.Table) ([]table.Event, error) {
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
		return []table.Event{table.Undo(seat, r.User, r.Now().UnixMilli())}, nil
	}, nil)
	if err == nil && r.Guide != nil { // after is not the table of the lesson's earlier step
		return r.Tables.Load(ctx, after.ID)
	}
	return after, err
}
