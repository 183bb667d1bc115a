package towers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// requireKept checks that what a round's position keeps is what it would count anew.
func (g *randomGame) requireKept(t testing.TB) {
	t.Helper()
	if !g.quick || g.stage == Over {
		return
	}
	p := g.Position
	for i := range p.zones {
		z := &p.zones[i]
		towers, _ := p.in(uint8(i + 1))
		z.nobled, z.bare = numberSet{}, openTowers{}
		for _, n := range towers {
			switch tower := &p.towers[n]; {
			case !tower.nobles.none():
				z.nobled.add(n)
			case !p.buried.has(n):
				z.bare.add(tower.at.Level)
			}
		}
		if p.round.in.Has(engine.Seat(i + 1)) {
			p.survey(uint8(i + 1))
		}
	}
	p.weigh(p.round.in)
	require.Equal(t, g.Position, p)
	for seat := engine.Seat(1); seat <= p.seats && !p.expert; seat++ {
		for _, zone := range zonesOf(seat, p.round.in) {
			require.True(t, zone == 0 || p.side(zone, seat).scored == p.zonePoints(zone, colourOf(seat)), "the points of seat %d in zone %d are outdated", seat, zone)
		}
	}
}
