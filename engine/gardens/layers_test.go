package gardens

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func TestLayersAndRatingFollowFromTheGarden(t *testing.T) {
	seats := fourSeats()
	r := rand.New(rand.NewPCG(1, 1))
	for range 8 {
		p, err := Rules{}.Start(nil, seats, Rules{}.Deal(nil, seats, r))
		require.NoError(t, err)
		for turn := (Rules{}).Turn(&p); turn != 0; turn = (Rules{}).Turn(&p) {
			seat := engine.Seat(1)
			for !turn.Has(seat) {
				seat++
			}
			m := Rules{}.Draw(&p, seat, r)
			require.NoError(t, Rules{}.Apply(&p, m))
			for i := range p.seats {
				g := p.gardens[i]
				require.Equal(t, layersOf(&g), g.layers)
				kept, fit := g.rating, g.fit
				g.rate()
				require.Equal(t, g.rating, kept)
				require.Equal(t, g.fit, fit)
			}
		}
	}
}

// layersOf returns the layers as they follow from the holes.
func layersOf(g *garden) (l layers) {
	for i, level := range g.h {
		h := Hole(i + 1)
		if g.free(h) {
			l.free |= bit(h)
		}
		if g.fresh > 0 && g.isFresh(h) {
			l.fresh |= bit(h)
		}
		if level > 0 {
			l.icons[g.icon(h)] |= bit(h)
		}
		l.levels[level] |= bit(h)
		l.tops[max(level, g.top[i])] |= bit(h)
	}
	return l
}
