package towers

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gametest"
)

// TestDrawSeldomNeedsAList checks that a drawer finds a sound move: a list takes a hundred times as
// long.
func TestDrawSeldomNeedsAList(t *testing.T) {
	for _, opts := range []engine.Options{tacticalExpert, quickExpert} {
		draw := (*drawer).drawTurn
		if opts["mode"] == modeQuick {
			draw = (*drawer).drawRound
		}
		r := rand.New(rand.NewPCG(1, 1))
		draws, lists := 0, 0
		for i := range 12 {
			p := begin(t, opts, 3+i%3)
			for p.stage != Over {
				turn := Rules{}.Turn(&p).Slice()
				seat := turn[r.IntN(len(turn))]
				m := draw(&drawer{p: &p, r: r, seat: seat})
				draws++
				if m.Verb == 0 {
					lists++
					sound := Rules{}.Sound(&p, seat, nil)
					m = sound[r.IntN(len(sound))]
				}
				require.NoError(t, Rules{}.Apply(&p, m))
			}
		}
		assert.Less(t, lists*100, 2*draws, "%v", opts)
	}
}

// TestNoNobleIsDrawnToBeTakenBack checks that an idle computer ends its round, also with a clock.
func TestNoNobleIsDrawnToBeTakenBack(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	possible := 0
	for i := range 6 {
		p := begin(t, []engine.Options{quickExpert, quickClock}[i%2], 3+i%3)
		for p.stage != Over {
			turn := Rules{}.Turn(&p).Slice()
			seat := turn[r.IntN(len(turn))]
			sound := Rules{}.Sound(&p, seat, nil)
			if slices.ContainsFunc(sound, func(m engine.Move) bool { return m.Verb == verbTake }) {
				possible++
				for range 20 {
					require.NotEqual(t, verbTake, Rules{}.Draw(&p, seat, r).Verb)
				}
			}
			require.NoError(t, Rules{}.Apply(&p, Rules{}.Draw(&p, seat, r)))
		}
	}
	require.Positive(t, possible)
}

func BenchmarkRandomGame(b *testing.B)      { gametest.BenchmarkPlayouts(b, Game, tacticalExpert, 5) }
func BenchmarkRandomGameQuick(b *testing.B) { gametest.BenchmarkPlayouts(b, Game, quickExpert, 5) }
