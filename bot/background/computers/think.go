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

// maxSteps bounds the steps of one commit. No turn of a game has as many, so it only makes sure
// that thinking ends.
const maxSteps = 200

// think returns the steps of a seat up to the end of its turn, or up to a chance move. In a live
// game it is one step. The same table at the same version gives the same steps, so a repeated
// attempt plays nothing else. There are none if the turn comes to a dead end.
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
	state, stop := t.State, giveway.Stop(ctx, w.Busy)
	var steps []engine.Move
	for len(steps) < maxSteps {
		chosen := player.Choose(state, seat, ai.Level(level), seedOf(id, t.Version, len(steps)), stop)
		for _, m := range chosen {
			next, err := state.Apply(m)
			if err != nil {
				return nil, fmt.Errorf("computers: level %d chose %s: %w", level, t.Game.AppendMove(nil, m), err)
			}
			state, steps = next, append(steps, m)
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

// turn returns the events of a seat's turn. If the turn comes to a dead end, since somebody has
// begun it badly, they first take back what the seat has done in it. If that does not help, they
// skip it.
func (w *Worker) turn(ctx context.Context, s tables.Loaded, seat engine.Seat) ([]table.Event, error) {
	now, user := w.Now().UnixMilli(), s.Table.Acting(seat)
	moves, err := w.think(ctx, s.ID, s.Table, seat)
	if err != nil {
		return nil, err
	}
	var events []table.Event
	if len(moves) == 0 {
		t := s.Table
		for lastMove(t).Seat == seat && t.Ended(lastMove(t)) == 0 {
			undo := table.Undo(seat, user, now)
			before, err := t.Next(undo)
			if err != nil {
				break // what it has revealed stays
			}
			t, events = before, append(events, undo)
		}
		if moves, err = w.think(ctx, s.ID, t, seat); err != nil {
			return nil, err
		}
	}
	if len(moves) == 0 {
		return s.Table.EndTurn(seat, engine.SkipMove(seat), 0, now)
	}
	for _, m := range moves {
		events = append(events, table.Move(s.Table.Game, m, user, now))
	}
	return events, nil
}

// lastMove returns the last move of a table, the zero Move if there is none.
func lastMove(t *table.Table) engine.Move {
	if len(t.Moves) == 0 {
		return engine.Move{}
	}
	return t.Moves[len(t.Moves)-1].Move
}

// seedOf returns the seed of the choice that a computer makes at a version of a table, after some
// steps that it has chosen.
func seedOf(id table.ID, v table.Version, steps int) uint64 {
	return uint64(id)*0x9e3779b97f4a7c15 + uint64(v)<<16 + uint64(steps)
}
