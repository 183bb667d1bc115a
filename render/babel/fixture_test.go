package babel

import (
	"math/rand/v2"
	"testing"

	"amytis/engine"
	game "amytis/engine/babel"

	"github.com/stretchr/testify/require"
)

// eachPosition plays a game by chance and shows its positions, the first and
// the last among them. Of few legal moves looked at, the best of its verb is
// played where keen, so that temples get high and the game ends.
func eachPosition(tb testing.TB, seed uint64, keen bool, show func(s engine.State, i int) (more bool)) {
	tb.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	infos := make([]engine.SeatInfo, 2)
	s, err := game.Game.Start(nil, infos, game.Game.Deal(nil, infos, r))
	require.NoError(tb, err)
	for i := 0; show(s, i); i++ {
		turn := s.Turn().Slice()
		if len(turn) == 0 {
			return
		}
		seat := turn[r.IntN(len(turn))]
		var move engine.Move
		if seat == engine.Chance {
			move = s.Chance(r)
		} else {
			legal := s.Legal(seat, nil)
			move = legal[r.IntN(len(legal))]
			if keen {
				move = choose(s, legal, r)
			}
		}
		s, err = s.Apply(move)
		require.NoError(tb, err)
	}
}

// choose builds where it can, settles where the column is short, travels from
// where it is long, and uses powers.
func choose(s engine.State, legal []engine.Move, r *rand.Rand) engine.Move {
	best, value := legal[0], -1<<30
	v := s.View(legal[0].Seat).(*game.View)
	me := &v.Players[legal[0].Seat-1]
	settled := 9
	if me.Pawn != game.NoPeople {
		settled = len(me.Sites[me.Pawn-1].Column)
	}
	for range min(len(legal), 12) {
		m := legal[r.IntN(len(legal))]
		n := s.Describe(m).Rank
		switch game.Game.Info().VerbInfo(m.Verb).Name {
		case "build", "steal", "skip":
			n += 1000
		case "settle":
			n += 400 - 80*settled
		case "travel":
			n += 60 * (settled - 4)
		case "migrate":
			n -= 100
		case "end":
			n += 100 - 30*me.Hand
		}
		if n > value {
			best, value = m, n
		}
	}
	return best
}

// played is the first position of a keen game that stop accepts, as seat 1 sees
// it; the last if it accepts none.
func played(tb testing.TB, seed uint64, stop func(v *game.View, i int) bool) *game.View {
	tb.Helper()
	var last *game.View
	eachPosition(tb, seed, true, func(s engine.State, i int) bool {
		last = s.View(1).(*game.View)
		return !stop(last, i)
	})
	return last
}

// late is a position with high temples and long columns.
func late(tb testing.TB, seed uint64) *game.View {
	return played(tb, seed, func(v *game.View, i int) bool {
		return v.Players[0].Total >= 9 && v.Players[1].Total >= 9 && v.Stage == game.Acting && v.Players[0].Hand > 4
	})
}
