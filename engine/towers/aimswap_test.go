package towers

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// TestCursorReachesEverySwap checks positions of random games with several legal swaps. Steps along
// the axes lead from any swap to every other one, of both sizes.
func TestCursorReachesEverySwap(t *testing.T) {
	t.Parallel()
	seats := []engine.SeatInfo{{Name: "ana"}, {Name: "bo"}, {Name: "cleo"}}
	looked := 0
	for seed := uint64(0); looked < 3; seed++ {
		r := rand.New(rand.NewPCG(seed, 6))
		p, err := Rules{}.Start(nil, seats, Game.Deal(nil, seats, r))
		require.NoError(t, err)
		for p.stage != Over && looked < 3 {
			seat := Rules{}.Turn(&p).Slice()[0]
			if swaps := legalSwaps(&p, seat); len(swaps) > 3 && r.IntN(8) == 0 {
				looked++
				reached := reachable(&p, swaps[r.IntN(len(swaps))])
				for _, m := range swaps {
					require.True(t, reached[m], "%s", Game.AppendMove(nil, m))
				}
			}
			sound := Rules{}.Sound(&p, seat, nil)
			require.NoError(t, Rules{}.Apply(&p, byVerb(sound, r)))
		}
	}
}

// legalSwaps returns the legal swaps of a seat.
func legalSwaps(p *Position, seat engine.Seat) []engine.Move {
	var swaps []engine.Move
	for _, m := range (Rules{}).Legal(p, seat, nil) {
		if m.Verb == verbSwap {
			swaps = append(swaps, m)
		}
	}
	return swaps
}

// byVerb returns a random move. Every verb is equally likely.
func byVerb(moves []engine.Move, r *rand.Rand) engine.Move {
	of := map[engine.Verb][]engine.Move{}
	for _, m := range moves {
		of[m.Verb] = append(of[m.Verb], m)
	}
	for {
		if some := of[engine.Verb(r.IntN(int(verbTime))+1)]; len(some) > 0 {
			return some[r.IntN(len(some))]
		}
	}
}

func TestSwapOfReturnsTheNoblesAfterTheSwap(t *testing.T) {
	m, err := Game.ParseMove("1 swap small k7.3:red l8.2:blue")
	require.NoError(t, err)
	first, second, ok := SwapOf(m)
	require.True(t, ok, "it is a swap")
	require.Equal(t, PlacementView{At: Cell{Col: 10, Row: 6, Level: 3}, Noble: NobleView{Blue, Small}}, first)
	require.Equal(t, PlacementView{At: Cell{Col: 11, Row: 7, Level: 2}, Noble: NobleView{Red, Small}}, second)
	for _, other := range []engine.Move{{}, {Seat: 1, Verb: verbSwap}, {Seat: 6, Verb: verbSwap, Args: m.Args}, {Seat: 1, Verb: verbTower, Args: m.Args}} {
		_, _, ok := SwapOf(other)
		require.False(t, ok, "%+v", other)
	}
}
