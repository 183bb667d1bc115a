package bot

import (
	"context"
	"errors"

	"amytis/engine/table"
)

// errMovedOn says that a control was shown for an earlier position.
var errMovedOn = errors.New("bot: the game has moved on")

// takeBack undoes the last step of who asked; at a version, if it is not 0.
func (r *request) takeBack(ctx context.Context, id table.ID, at table.Version) (seen, error) {
	_, after, err := r.act(ctx, id, func(t *table.Table) ([]table.Event, error) {
		seat, err := r.seatAt(t)
		if err != nil {
			return nil, err
		}
		if at != 0 && !t.Means(seat, at) {
			return nil, errMovedOn
		}
		return []table.Event{{Kind: table.Undone, At: r.now().UnixMilli(), By: r.user, Seat: seat}}, nil
	}, nil)
	return after, err
}

// undo is /game undo.
func (r *request) undo(ctx context.Context) error {
	s, err := r.desk.inChannel(ctx, r.channel)
	if err != nil {
		return err
	}
	after, err := r.takeBack(ctx, s.id, 0)
	if err != nil {
		return err
	}
	r.whisper(ctx, r.panel(ctx, gameOf(after.table), after, after.table.Seat(r.user), r.words.Say("bot.turn.undone")))
	return nil
}
