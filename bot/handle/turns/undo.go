package turns

import (
	"context"
	"errors"

	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
)

// errOutdated means that the pressed control belongs to an earlier position.
var errOutdated = errors.New("turns: the control belongs to an earlier position")

// undo handles /game undo and each game's own undo command.
func undo(ctx context.Context, r *interaction.Request) error {
	s, err := r.InChannel(ctx)
	if err != nil {
		return err
	}
	after, err := undoStep(ctx, r, s.ID, 0)
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

// pressUndo handles the button Undo.
func pressUndo(ctx context.Context, r *interaction.Request) error {
	c := r.Control()
	if _, err := undoStep(ctx, r, c.Table, c.Version); err != nil {
		return err
	}
	return showPanel(ctx, r, c.Table, r.Words.Say("bot.turn.undone"))
}

// undoStep undoes the user's last step and returns the table after it. If at is not 0 but the
// version of an earlier position, it returns errOutdated instead.
func undoStep(ctx context.Context, r *interaction.Request, id table.ID, at table.Version) (tables.Loaded, error) {
	_, after, err := r.Act(ctx, id, func(t *table.Table) ([]table.Event, error) {
		seat, err := r.SeatAt(t)
		if err == nil {
			err = checkActs(t, seat)
		}
		if err != nil {
			return nil, err
		}
		if at != 0 && !t.StillValid(seat, at) {
			return nil, errOutdated
		}
		return []table.Event{table.Undo(seat, r.User, r.Now().UnixMilli())}, nil
	}, nil)
	return after, err
}
