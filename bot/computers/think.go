package computers

import (
	"context"
	"fmt"
	"time"

	"amytis/bot/tables"
	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/table"
)

// maxSteps bounds the steps of one commit. No turn of a game has as many, so it only makes sure that
// thinking ends.
const maxSteps = 200

// think returns the steps of a seat up to the end of its turn, or up to a chance move. In a live game
// it is one step. The same table at the same version gives the same steps, so a repeated attempt
// plays nothing else. There are none if the seat's turn was begun so that it cannot end.
func (w *Worker) think(ctx context.Context, s tables.Loaded, seat engine.Seat) ([]engine.Move, error) {
	t, in := s.Table, s.Table.Game.Info()
	player := w.players[in.ID]
	if player == nil {
		player = ai.NewPlayer(t.Game)
		w.players[in.ID] = player
	}
	_, level, _ := t.Player(seat).User.Computer()
	state, stop := t.State, w.stop(ctx)
	var steps []engine.Move
	for len(steps) < maxSteps {
		chosen := player.Choose(state, seat, ai.Level(level), seedOf(s.ID, t.Version, len(steps)), stop)
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
		if len(chosen) == 0 || state.Pace().Live || ctx.Err() != nil {
			break
		}
	}
	return steps, ctx.Err()
}

// seedOf returns the seed of the choice that a computer makes at a version of a table, after some
// steps that it has chosen.
func seedOf(id table.ID, v table.Version, steps int) uint64 {
	return uint64(id)*0x9e3779b97f4a7c15 + uint64(v)<<16 + uint64(steps)
}

// stop returns the function that ends a search with the context. While people wait it makes the
// search pause again and again.
func (w *Worker) stop(ctx context.Context) func() bool {
	resumed := time.Now()
	return func() bool {
		if time.Since(resumed) > busySlice && w.Busy() {
			time.Sleep(busyPause)
			resumed = time.Now()
		}
		return ctx.Err() != nil
	}
}
