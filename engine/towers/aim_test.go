package towers

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/longrun"
)

// TestCursorReachesEveryPlacement checks positions of a random game of each mode, one with expert
// and one without. Steps along the axes lead from the first legal placement to every other one, but
// not to other facings where they do not matter.
func TestCursorReachesEveryPlacement(t *testing.T) {
	longrun.Only(t, "it tries all placements one after another")
	t.Parallel()
	for _, opts := range []engine.Options{
		{"mode": modeTactical}, {"mode": modeQuick, "expert": "true"},
	} {
		seats := []engine.SeatInfo{{Name: "ana"}, {Name: "bo"}, {Name: "cleo"}}
		r := rand.New(rand.NewPCG(4, 4))
		p, err := Rules{}.Start(opts, seats, Game.Deal(opts, seats, r))
		require.NoError(t, err)
		verbs := map[engine.Verb]bool{}
		for step := range 90 {
			turn := Rules{}.Turn(&p).Slice()
			seat := turn[r.IntN(len(turn))]
			if step == 8 || step > 70 && len(verbs) < 4 {
				requireReached(t, &p, seat, verbs)
			}
			sound := Rules{}.Sound(&p, seat, nil)
			require.NoError(t, Rules{}.Apply(&p, sound[r.IntN(len(sound))]))
		}
		require.Len(t, verbs, 4, opts)
	}
}

// requireReached checks that a cursor reaches every legal placement of the seat.
func requireReached(t *testing.T, p *Position, seat engine.Seat, verbs map[engine.Verb]bool) {
	t.Helper()
	reached := map[engine.Verb]map[engine.Move]bool{}
	for _, m := range (Rules{}).Legal(p, seat, nil) {
		if len(info.VerbInfo(m.Verb).Axes) == 0 {
			continue
		}
		if reached[m.Verb] == nil {
			reached[m.Verb] = reachable(p, m)
			verbs[m.Verb] = true
		}
		if m.Verb == verbTower && !p.expert {
			m.Args[1] = 1
		}
		require.True(t, reached[m.Verb][m], "%s", Game.AppendMove(nil, m))
	}
}

// reachable returns all moves that a cursor reaches from a move.
func reachable(p *Position, from engine.Move) map[engine.Move]bool {
	reached := map[engine.Move]bool{from: true}
	for todo := []engine.Move{from}; len(todo) > 0; {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, axis := range info.VerbInfo(m.Verb).Axes {
			for _, by := range []int{1, -1} {
				if next, ok := (Rules{}).Aim(p, m, axis, by); ok && !reached[next] {
					reached[next] = true
					todo = append(todo, next)
				}
			}
		}
	}
	return reached
}
