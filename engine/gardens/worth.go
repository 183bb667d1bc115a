package gardens

import "amytis/engine"

// What things are worth beyond the points of the moment, in hundredths of a point.
const (
	worthPoint    = 100
	worthPillar   = 45 // a single pillar that can be stored
	worthTile     = 60 // a tile at hand
	worthKind     = 60 // each of the four kinds of a set that is still to be completed
	worthIcon     = 12 // per level, a free icon that a new tile could use
	worthAligned  = 20 // per level, a free statue icon in line with a statue
	worthSpot     = 3  // per level, any free spot that can bear a tile
	worthOpenHole = 1  // breaks a tie
	fullGame      = 12 // rounds in which all of the above is worth its full value
)

// Worth counts the points, and what pillars, tiles at hand, sets begun and free icons may still
// bring in the rounds that are left.
func (Rules) Worth(p *Position, worth *[engine.MaxSeats + 1]int32) bool {
	var sheets [maxSeats]ScoreSheet
	for i := range p.seats {
		g := &p.gardens[i]
		s := &sheets[i]
		*s = g.score()
		worth[i+1] = int32(worthPoint*s.Total - worthOpenHole*s.OpenHoles)
		if p.stage != Over && !g.resigned {
			worth[i+1] += int32(g.potential() * p.turnsLeft(engine.Seat(i+1)) / fullGame)
		}
	}
	if p.stage == Over {
		for i := range p.seats {
			if p.wins(sheets[:p.seats], i) {
				worth[i+1] += engine.WinWorth
			}
		}
	}
	return true
}

// wins reports whether the seat at an index has won; see winners.
func (p *Position) wins(sheets []ScoreSheet, i uint8) bool {
	mine := &sheets[i]
	for j := range sheets {
		s := &sheets[j]
		if !p.gardens[j].resigned && (s.Total > mine.Total || s.Total == mine.Total && s.OpenHoles < mine.OpenHoles) {
			return false
		}
	}
	return !p.gardens[i].resigned
}

// turnsLeft returns the number of turns that a seat has left, without the one that it is in, at
// most fullGame.
func (p *Position) turnsLeft(seat engine.Seat) int {
	n := int(p.rounds) + 1 - int(p.round)
	if p.next != 0 && p.next <= seat {
		n++
	}
	return min(n, fullGame)
}

// potential rates what the garden may still bring, for a game that has fullGame rounds left.
func (g *garden) potential() int {
	n := worthPillar * int(min(g.singles, storedSingles))
	if g.building {
		n = worthPillar * int(g.singles+2*g.doubles)
	}
	if g.notch != 0 {
		n += worthTile
	}
	if g.dug != 0 {
		n += worthTile
	}
	return n + g.setsBegun() + g.iconsFree()
}

// setsBegun rates how far the next set of flowers and the next set of decorations have come.
func (g *garden) setsBegun() int {
	var flowers [Marigold + 1]int
	for i := range g.tiles[:g.numTiles] {
		if t := &g.tiles[i]; !g.tileHidden(t) {
			flowers[t.tile.Flower()]++
		}
	}
	var pieces [Stairs + 1]int
	for i := range g.decor[:g.numDecor] {
		if d := &g.decor[i]; !g.decorHidden(d) {
			pieces[d.kind]++
		}
	}
	return worthKind * (ahead(flowers[Jasmine:]) + ahead(pieces[Statue:]))
}

// ahead returns the number of kinds that have more than the kind with the fewest.
func ahead(count []int) int {
	least, n := count[0], 0
	for _, of := range count {
		least = min(least, of)
	}
	for _, of := range count {
		if of > least {
			n++
		}
	}
	return n
}

// iconsFree rates the visible spots where nothing stands.
func (g *garden) iconsFree() int {
	n := 0
	for i, level := range g.h {
		h := Hole(i + 1)
		if level == 0 || g.top[i] != 0 {
			continue
		}
		n += worthSpot * int(level)
		switch icon := g.icon(h); {
		case icon == Blank:
		case icon != Statue:
			n += worthIcon * int(level)
		case g.rowStatues[h.Row()]+g.colStatues[h.Col()] > 0:
			n += worthAligned * int(level)
		}
	}
	return n
}
