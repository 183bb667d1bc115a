package gardens

import (
	"math/bits"
	"slices"

	"amytis/engine"
)

// What things are worth beyond the points of the moment, in hundredths of a point. Each was
// measured in games of two with 120 to 180 turns tried, the new weights against the old ones. Below
// is the mean lead in points, with the 95 % interval.
//
// These helped: icons at full value until 5 turns before the end instead of 12, with lines and
// sites (3.3 ± 1.3, n = 240); decorations that can be built in this turn (2.0 ± 1.5, n = 200);
// rotations drawn by what they make possible (2.3 ± 1.5, n = 200). These did not: sites 12 and
// spots 5; icons at full value until 4 turns before the end; fountains and bridges 20, stairs 16;
// kinds 90; pillars 65 and tiles 80; pillars at full value until 3 turns before the end; more for
// the highest level.
const (
	worthPoint    = 100
	worthCovered  = 1  // a hole that a tile covers; breaks a tie
	worthPillar   = 45 // a single pillar that can be stored
	worthTile     = 60 // a tile at hand
	worthKind     = 60 // each of the four kinds of a set that is still to be completed
	worthFountain = 12 // per level, a free fountain icon with room for another one beside it
	worthBridge   = 12 // per level, a free bridge icon with room for another one in line
	worthStairs   = 12 // per level, a free stairs icon with room for another one beside it
	worthSpot     = 3  // per level, any free spot, since it can bear a tile
	worthLine     = 20 // a row or a column with a statue in it
	worthSite     = 6  // per level, a place for a tile
	worthReady    = 80 // percent of the points of a decoration that can be built in this turn
	worthAligned  = 80 // per level, a statue that can be built in this turn
	maxSites      = 4  // places of a level that count
	pillarTurns   = 12 // turns left in which pillars and tiles at hand are worth their full value
	iconTurns     = 5  // turns left in which sets begun and free icons are worth their full value
	siteTurns     = 12 // turns left in which lines and places are worth their full value
)

// rating is what a garden is worth now, updated by moves, since a search often asks for it.
type rating struct {
	points  int16 // victory points
	covered uint8 // holes of the board that tiles cover
	ready   int32 // decorations that can be built in this turn
	icons   int32 // sets begun and free icons
	shape   int32 // lines of statues and places for tiles
}

// rate brings the sites and the rating up to date.
func (g *garden) rate() {
	var of shown
	s := g.scoreOf(&of)
	g.fit = g.sites()
	ready, icons := g.iconsFree()
	g.rating = rating{
		points:  int16(s.Total),
		covered: uint8(numHoles - s.OpenHoles),
		ready:   ready,
		icons:   icons + of.setsBegun(),
		shape:   g.shape(),
	}
}

func (Rules) Tuning() engine.Tuning {
	return engine.Tuning{
		Tries: [3]int{20, 200, 2000}, Ahead: engine.AtNextTurn,
		Swing: [2]int{1350, 200}, Tempo: [2]int{0, 440}, Slip: 640,
	}
}

// Worth counts the points, and what pillars, tiles, sets begun and free icons may still bring.
func (Rules) Worth(p *Position, worth *[engine.MaxSeats + 1]int32) {
	for i := range p.seats {
		g := &p.gardens[i]
		n := worthPoint*int32(g.rating.points) + worthCovered*int32(g.rating.covered)
		if seat := engine.Seat(i + 1); p.stage != Over && !p.resigned.Has(seat) {
			n += g.potential(p.turnsLeft(seat))
		}
		worth[i+1] = n
	}
	engine.AddWins(worth, p.winners)
}

// turnsLeft returns the number of turns that a seat has left, without the one that it is in.
func (p *Position) turnsLeft(seat engine.Seat) int32 {
	n := int32(p.rounds) + 1 - int32(p.round)
	if p.next != 0 && p.next <= seat {
		n++
	}
	return n
}

func (Rules) Terms(p *Position, seat engine.Seat) engine.Score {
	g := &p.gardens[seat-1]
	turns := p.turnsLeft(seat)
	var of shown
	g.scoreOf(&of)
	sets := of.setsBegun()
	pillars, tiles := g.stored()
	return engine.Score{
		{Name: "pillars", Value: int(faded(pillars, turns, pillarTurns))},
		{Name: "tiles", Value: int(faded(tiles, turns, pillarTurns))},
		{Name: "sets", Value: int(faded(sets, turns, iconTurns))},
		{Name: "icons", Value: int(faded(g.rating.icons-sets, turns, iconTurns))},
		{Name: "room", Value: int(faded(g.rating.shape, turns, siteTurns))},
	}
}

// potential rates what the garden may still bring in this turn and in a number of others.
func (g *garden) potential(turns int32) int32 {
	pillars, tiles := g.stored()
	return g.rating.ready + faded(pillars+tiles, turns, pillarTurns) +
		faded(g.rating.icons, turns, iconTurns) + faded(g.rating.shape, turns, siteTurns)
}

// faded returns a worth that is full while so many turns are left.
func faded(worth, turns, full int32) int32 { return worth * min(turns, full) / full }

// stored rates the pillars and the tiles at hand.
func (g *garden) stored() (pillars, tiles int32) {
	pillars = worthPillar * int32(min(g.singles, storedSingles))
	if g.building {
		pillars = worthPillar * int32(g.singles+2*g.doubles)
	}
	if g.notch != 0 {
		tiles += worthTile
	}
	if g.dug != 0 {
		tiles += worthTile
	}
	return pillars, tiles
}

// setsBegun rates how far the next set of flowers and the next set of decorations have come.
func (s *shown) setsBegun() int32 {
	return worthKind * (ahead(s.flowers[Jasmine:]) + ahead(s.pieces[Statue:]))
}

// ahead returns the number of kinds that have more than the kind with the fewest.
func ahead(count []int) int32 {
	least := slices.Min(count)
	n := int32(0)
	for _, of := range count {
		if of > least {
			n++
		}
	}
	return n
}

// shape rates the rows and columns with statues, and the places for tiles.
func (g *garden) shape() int32 {
	n := int32(0)
	for i := range size {
		if g.rowStatues[i] > 0 {
			n += worthLine
		}
		if g.colStatues[i] > 0 {
			n += worthLine
		}
	}
	for level := uint8(1); level <= g.highest+1; level++ {
		n += worthSite * int32(level) * min(maxSites, count(g.fit[level]&^g.at))
	}
	return n
}

// aligned returns the holes in whose row or column a statue stands, all holes if no statue stands.
func (g *garden) aligned() (s uint64) {
	if g.statues == 0 {
		return ^s
	}
	for i := range size {
		if g.rowStatues[i] > 0 {
			s |= 0xff << (i * size)
		}
		if g.colStatues[i] > 0 {
			s |= 0x0101_0101_0101_0101 << i
		}
	}
	return s
}

// iconsFree rates the visible spots where nothing stands; ready counts those for this turn.
func (g *garden) iconsFree() (ready, icons int32) {
	f := &g.layers
	clear := f.tops[0]
	statues := f.icons[Statue] & f.free & f.fresh
	if statues != 0 {
		statues &= g.aligned()
	}
	stairs := f.icons[Stairs] & f.free
	stairsBelow := uint64(0)
	for l := uint8(1); l <= g.highest; l++ {
		level := int32(l)
		free := f.levels[l] & f.free
		above := clear | f.tops[l]
		icons += worthSpot * level * count(free)
		ready += worthAligned * level * count(statues&free)
		if set := f.icons[Fountain] & free; set != 0 {
			icons += worthFountain * level * count(set&beside(clear))
			ready += worthReady * perLevelBig * level * count(set&f.fresh&beside(set))
		}
		set := stairs & free
		if set != 0 {
			icons += worthStairs * level * count(set&beside(above))
			ready += worthReady * 2 * level * count(set&f.fresh&beside(stairsBelow|stairs&f.levels[l+1]))
		}
		stairsBelow = set
		if set := f.icons[Bridge] & free; set != 0 {
			icons += worthBridge * level * count(set&beyond(clear, clear))
			ready += worthReady * perLevelBig * level * count(set&f.fresh&beyond(clear, set))
		}
		clear = above
	}
	return ready, icons
}

func count(s uint64) int32 { return int32(bits.OnesCount64(s)) }

const (
	notWest = 0xfefe_fefe_fefe_fefe // all columns but a
	notEast = 0x7f7f_7f7f_7f7f_7f7f // all columns but h
)

// beside returns the holes next to one of a set.
func beside(s uint64) uint64 { return s<<size | s>>size | s<<1&notWest | s>>1&notEast }

// beyond returns the holes that are two away from one of far, over one of mid.
func beyond(mid, far uint64) uint64 {
	return (far<<size&mid)<<size | (far>>size&mid)>>size |
		(far<<1&notWest&mid)<<1&notWest | (far>>1&notEast&mid)>>1&notEast
}
