package gardens

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// TestCursorReachesEveryLegalPlacement checks positions of random games. Steps along the axes lead
// from the first legal placement to every other one.
func TestCursorReachesEveryLegalPlacement(t *testing.T) {
	looked := 0
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 3))
		seats := []engine.SeatInfo{{Name: "ana"}, {Name: "bo"}}
		opts := engine.Options{"overlap": [...]string{overlapNever, overlapAdjacent}[seed%2]}
		p, err := Rules{}.Start(opts, seats, Rules{}.Deal(opts, seats, r))
		require.NoError(t, err)
		for step := 0; p.stage != Over; step++ {
			turn := Rules{}.Turn(&p).Slice()
			legal := Rules{}.Legal(&p, turn[r.IntN(len(turn))], nil)
			if step%9 == 0 && legal[0].Verb == verbPlace {
				looked++
				reached := reachable(&p, legal[0])
				for _, m := range legal {
					if m.Verb == verbPlace {
						require.True(t, reached[m], "%s from %s", Game.AppendMove(nil, m),
							Game.AppendMove(nil, legal[0]))
					}
				}
			}
			require.NoError(t, Rules{}.Apply(&p, legal[r.IntN(len(legal))]))
		}
	}
	require.Greater(t, looked, 10)
}

// reachable returns all moves that a cursor reaches from a move.
func reachable(p *Position, from engine.Move) map[engine.Move]bool {
	reached := map[engine.Move]bool{from: true}
	for todo := []engine.Move{from}; len(todo) > 0; {
		m := todo[0]
		todo = todo[1:]
		for _, axis := range placeAxes {
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
