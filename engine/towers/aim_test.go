package towers

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gametest"
	"amytis/engine/longrun"
)

// TestCursorReachesEveryPlacement steps along the axes from the first legal placement, in each
// mode, with expert and without: to facings only where they matter.
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

func reachable(p *Position, from engine.Move) map[engine.Move]bool {
	return gametest.Reachable(from, info.VerbInfo(from.Verb).Axes,
		func(m engine.Move, axis engine.Axis, by int) (engine.Move, bool) { return Rules{}.Aim(p, m, axis, by) })
}

// TestCursorReachesEverySwap steps along the axes from any of several legal swaps, of both sizes.
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
	m := move(t, "1 swap small k7.3:red l8.2:blue")
	first, second, ok := SwapOf(m)
	require.True(t, ok, "it is a swap")
	require.Equal(t, PlacementView{At: Cell{Col: 10, Row: 6, Level: 3}, Noble: NobleView{Blue, Small}}, first)
	require.Equal(t, PlacementView{At: Cell{Col: 11, Row: 7, Level: 2}, Noble: NobleView{Red, Small}}, second)
	for _, other := range []engine.Move{{}, {Seat: 1, Verb: verbSwap}, {Seat: 6, Verb: verbSwap, Args: m.Args}, {Seat: 1, Verb: verbTower, Args: m.Args}} {
		_, _, ok := SwapOf(other)
		require.False(t, ok, "%+v", other)
	}
}
