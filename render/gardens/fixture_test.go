package gardens

import (
	"math/rand/v2"
	"testing"

	"amytis/engine"
	game "amytis/engine/gardens"

	"github.com/stretchr/testify/require"
)

// played is a game some way in: moves are chosen by their rank with a little
// chance, so that gardens get rich.
func played(tb testing.TB, seats int, seed uint64, opts engine.Options, stop func(v *game.View) bool) *game.View {
	tb.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	infos := make([]engine.SeatInfo, seats)
	s, err := game.Game.Start(opts, infos, game.Game.Deal(opts, infos, r))
	require.NoError(tb, err)
	var legal []engine.Move
	for {
		turn := s.Turn().Slice()
		if len(turn) == 0 {
			return s.View(1).(*game.View)
		}
		if v := s.View(turn[0]).(*game.View); stop(v) {
			return v
		}
		legal = s.Legal(turn[0], legal[:0])
		s, err = s.Apply(choose(s, legal, r))
		require.NoError(tb, err)
	}
}

// choose plays what scores at once before anything else, then tiles at their
// best place, and ends when nothing is left to do.
func choose(s engine.State, legal []engine.Move, r *rand.Rand) engine.Move {
	best, value := legal[0], -1<<30
	for range min(len(legal), 60) {
		m := legal[r.IntN(len(legal))]
		n := s.Describe(m).Rank
		switch name := game.Game.Info().VerbInfo(m.Verb).Name; name {
		case "place":
			n += 100
		case "statue", "fountain", "bridge", "stairs":
			n += 1000
		}
		if n > value {
			best, value = m, n
		}
	}
	return best
}

// late is a rich position of a game of so many seats, in the middle of a turn.
func late(tb testing.TB, seats int, seed uint64) *game.View {
	return played(tb, seats, seed, nil, func(v *game.View) bool {
		g := &v.Gardens[v.Turn.Slice()[0]-1]
		return v.Round >= v.Rounds-2 && g.Building && len(g.Tiles) > 0 && g.Tiles[len(g.Tiles)-1].Fresh
	})
}

func atRound(n int) func(v *game.View) bool {
	return func(v *game.View) bool { return v.Stage == game.Playing && v.Round >= n }
}
