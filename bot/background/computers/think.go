package computers

import (
	"context"
	"fmt"

	"amytis/bot/background/giveway"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/table"
)

// maxSteps bounds the steps of a commit, so that thinking ends. No turn has as many.
const maxSteps = 200

// think returns the steps of a seat up to the end of its turn or a chance move, in a live game one
// step. They depend on the table's version only, so a repeated attempt plays the same. There are
// none at a dead end.
func (w *Worker) think(
	ctx context.Context, id table.ID, t *table.Table, seat engine.Seat,
) ([]engine.Move, error) {
	in := t.Game.Info()
	player := w.players[in.ID]
	if player == nil {
		player = ai.NewPlayer(t.Game)
		w.players[in.ID] = player
	}
	_, level, _ := t.Acting(seat).Computer()
	took := measure()
	defer func() { w.thought.Add(int64(took())) }()
	state := t.State
	stop := giveway.Stop(ctx, w.Busy)
	var steps []engine.Move
	for len(steps) < maxSteps {
		chosen := player.Choose(state, seat, ai.Level(level), seedOf(id, t.Version, len(steps)), stop)
		for _, m := range chosen {
			next, err := state.Apply(m)
			if err != nil {
				return nil, fmt.Errorf("computers: level %d chose %s: %w", level, t.Game.AppendMove(nil, m), err)
			}
			state = next
			steps = append(steps, m)
			if in.VerbInfo(m.Verb).Ends || !state.Turn().Has(seat) || state.Turn().Has(engine.Chance) {
				return steps, ctx.Err()
			}
		}
		switch {
		case len(chosen) == 0:
			return nil, ctx.Err()
		case state.Pace().Live || ctx.Err() != nil:
			return steps, ctx.Err()
		}
	}
	return steps, ctx.Err()
}

// turn returns the events of a seat's turn. At a dead end, since somebody has begun the turn badly,
// they first undo it, and skip it if that does not help.
func (w *Worker) turn(ctx context.Context, s tables.Loaded, seat engine.Seat) ([]table.Event, error) {
	now := w.Now().UnixMilli()
	moves, err := w.think(ctx, s.ID, s.Table, seat)
	if err != nil {
		return nil, err
	}
	var events []table.Event
	if len(moves) == 0 {
		t := s.Table
		for lastMove(t).Seat == seat && t.Ended(lastMove(t)) == 0 {
			undo := table.Undo(seat, s.Table.Acting(seat), now)
			before, err := t.Next(undo)
			if err != nil {
				break // what it has revealed stays
			}
			t = before
			events = append(events, undo)
		}
		if moves, err = w.think(ctx, s.ID, t, seat); err != nil {
			return nil, err
		}
	}
	if len(moves) == 0 {
		return s.Table.EndTurn(seat, engine.SkipMove(seat), 0, now)
	}
	for _, m := range moves {
		events = append(events, table.Move(s.Table.Game, m, s.Table.Acting(seat), now))
	}
	return events, nil
}

func lastMove(t *table.Table) engine.Move {
	if len(t.Moves) == 0 {
		return engine.Move{}
	}
	return t.Moves[len(t.Moves)-1].Move
}

func seedOf(id table.ID, v table.Version, steps int) uint64 {
	return uint64(id)*0x9e3779b97f4a7c15 + uint64(v)<<16 + uint64(steps)
}
