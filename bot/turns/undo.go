package turns

import (
	"context"
	"errors"

	"amytis/bot/interaction"
	"amytis/bot/tables"
	"amytis/engine/table"
)

// errMovedOn says that a control was shown for an earlier position.
var errMovedOn = errors.New("turns: the game has moved on")

// undo is /game undo.
func undo(ctx context.Context, r *interaction.Request) error {
	s, err := r.Tables.InChannel(ctx, r.Channel)
	if err != nil {
		return err
	}
	after, err := takeBack(ctx, r, s.ID, 0)
	if err != nil {
		return err
	}
	r.Whisper(ctx, panel(ctx, r, after, after.Table.Seat(r.User), r.Words.Say("bot.turn.undone")))
	return nil
}

// pressUndo takes back the last step from a panel.
func pressUndo(ctx context.Context, r *interaction.Request) error {
	c := r.Control()
	if _, err := takeBack(ctx, r, c.Table, c.Version); err != nil {
		return err
	}
	return showPanel(ctx, r, c.Table, r.Words.Say("bot.turn.undone"))
}

// takeBack undoes the last step of who asked; at a version, if it is not 0.
func takeBack(ctx context.Context, r *interaction.Request, id table.ID, at table.Version) (tables.Loaded, error) {
	_, after, err := r.Act(ctx, id, func(t *table.Table) ([]table.Event, error) {
		seat, err := r.SeatAt(t)
		if err != nil {
			return nil, err
		}
		if at != 0 && !t.Means(seat, at) {
			return nil, errMovedOn
		}
		return []table.Event{table.Undo(seat, r.User, r.Now().UnixMilli())}, nil
	}, nil)
	return after, err
}
