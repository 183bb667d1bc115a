package bot

import (
	"context"
	"errors"

	"amytis/bot/games"
	"amytis/engine/table"
)

// errMovedOn says that a control was shown for an earlier position.
var errMovedOn = errors.New("bot: the game has moved on")

// takeBack undoes the last step of who asked; at a version, if it is not 0.
func (r *request) takeBack(ctx context.Context, id table.ID, at table.Version) (g games.Entry, t *table.Table, err error) {
	s, err := r.desk.load(ctx, id)
	if err != nil {
		return g, nil, err
	}
	g, _ = games.Find(s.table.Game.Info().ID)
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
	if err != nil {
		return g, s.table, err
	}
	return g, after.table, nil
}

// undo is /game undo.
func (r *request) undo(ctx context.Context) {
	s, err := r.desk.inChannel(ctx, r.channel)
	if err != nil {
		r.fail(ctx, games.Entry{}, nil, err)
		return
	}
	g, t, err := r.takeBack(ctx, s.id, 0)
	if err != nil {
		r.fail(ctx, g, s.table, err)
		return
	}
	r.whisper(ctx, r.panel(ctx, g, seen{id: s.id, table: t}, t.Seat(r.user), r.words.Say("bot.turn.undone")))
}
