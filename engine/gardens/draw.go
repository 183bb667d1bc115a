package gardens

import (
	"math/bits"

	"amytis/engine"
)

// Draw draws a legal move (all are sound), likelier one with high yield, level or points.
func (Rules) Draw(p *Position, seat engine.Seat, r engine.Rand) engine.Move {
	g := p.garden(seat)
	switch {
	case g.building:
		return p.drawBuilding(g, seat, r)
	case p.stage == Removing:
		return p.drawCell(verbRemove, 3, seat, r)
	}
	return p.drawCell(verbDig, 1, seat, r)
}

// drawCell draws a cell with at least the given number of tiles, for a dig by its yield.
func (p *Position) drawCell(verb engine.Verb, tiles uint8, seat engine.Seat, r engine.Rand) engine.Move {
	var weights [quarryCells]int
	total := 0
	for c := Cell(1); c <= quarryCells; c++ {
		if p.height[c-1] < tiles {
			continue
		}
		weight := 1
		if verb == verbDig {
			yield := int(p.yield(c, p.garden(seat).flower))
			weight += yield * yield
		}
		weights[c-1] = weight
		total += weight
	}
	if total == 0 {
		return engine.Move{Seat: seat, Verb: verb}
	}
	drawn := uint32(drawIndex(weights[:], total, r)) + 1
	return engine.Move{Seat: seat, Verb: verb, Args: [engine.ArgSlots]uint32{drawn}}
}

// drawIndex draws an index by the weights, which add up to total.
func drawIndex(weights []int, total int, r engine.Rand) int {
	n := r.IntN(total)
	i := 0
	for n >= weights[i] {
		n -= weights[i]
		i++
	}
	return i
}

// The chances in a hundred with which a building seat goes on.
const (
	chanceDecorate = 80 // if it can
	chanceFirst    = 92 // to place a tile if it has placed none
	chanceSecond   = 60 // to place another one
	chanceKeep     = 80 // to keep the dug tile
)

func (p *Position) drawBuilding(g *garden, seat engine.Seat, r engine.Rand) engine.Move {
	if g.fresh > 0 && p.mayBeReady(g) && r.IntN(100) < chanceDecorate {
		if m := p.drawDecor(g, seat, r); m.Verb != 0 {
			return m
		}
	}
	chance := chanceFirst
	if g.fresh > 0 {
		chance = chanceSecond
	}
	if g.dug|g.notch != 0 && r.IntN(100) < chance {
		if m := p.drawPlacement(g, seat, r); m.Verb != 0 {
			return m
		}
	}
	m := engine.Move{Seat: seat, Verb: verbEnd}
	if g.dug != 0 && r.IntN(100) < chanceKeep {
		m.Args[0] = uint32(g.dug)
	}
	return m
}

// mayBeReady reports whether a decoration might be legal; it is quick.
func (p *Position) mayBeReady(g *garden) bool {
	return g.rating.ready > 0 || p.changesIcons() && !g.asUsed
}

// drawDecor draws a decoration by the points that it adds, the zero Move if there is none.
func (p *Position) drawDecor(g *garden, seat engine.Seat, r engine.Rand) engine.Move {
	var room [64]engine.Move
	var weightRoom [64]int
	weights := weightRoom[:0]
	total := 0
	legal := legalDecor(p, g, seat, room[:0])
	for i := range legal {
		m := &legal[i]
		level := int(g.h[m.Args[0]-1])
		weight := level
		switch m.Verb {
		case verbFountain, verbBridge:
			weight = perLevelBig * level
		case verbStairs:
			weight = level + int(g.h[m.Args[1]-1])
		}
		weights = append(weights, weight*weight)
		total += weight * weight
	}
	if total == 0 {
		return engine.Move{}
	}
	return legal[drawIndex(weights, total, r)]
}

func (p *Position) drawPlacement(g *garden, seat engine.Seat, r engine.Rand) (m engine.Move) {
	tile := g.dug
	if tile == 0 || g.notch != 0 && r.IntN(2) == 0 {
		tile = g.notch
	}
	const tries = 12 // places drawn before a placement is given up
	fit := &g.fit
	total := 0
	for level := uint8(1); level <= g.highest+1; level++ {
		total += weightOfLevel(fit[level], level)
	}
	for range tries {
		if total == 0 {
			break
		}
		n := r.IntN(total)
		level := uint8(1)
		for n >= weightOfLevel(fit[level], level) {
			n -= weightOfLevel(fit[level], level)
			level++
		}
		at := Hole(nthBit(fit[level], n/int(level*level)) + 1)
		open, ok := p.drawOpen(g, at, level, r)
		if !ok {
			continue
		}
		m.Seat, m.Verb = seat, verbPlace
		rot := g.drawRotation(placement{tile: tile, at: at, level: level, open: open}, r)
		m.Args = [engine.ArgSlots]uint32{uint32(tile), uint32(at), 1 + uint32(rot), uint32(level), uint32(open)}
		return m
	}
	return m
}

func weightOfLevel(sites uint64, level uint8) int { return bits.OnesCount64(sites) * int(level*level) }

func nthBit(set uint64, n int) int {
	for ; n > 0; n-- {
		set &= set - 1
	}
	return bits.TrailingZeros64(set)
}

// drawOpen draws which corner of a tile stays open. ok is false if the tile cannot lie there.
func (p *Position) drawOpen(g *garden, at Hole, level uint8, r engine.Rand) (open Hole, ok bool) {
	if p.exactlyOver(g, at, level) {
		return NoHole, false
	}
	f := g.footing(at, level)
	corner := missing4[f.all()]
	if count4[f.all()] == 4 {
		if r.IntN(4) != 0 && g.affords(f) {
			return NoHole, true
		}
		if f.pillars() == 0 {
			return NoHole, g.affords(f)
		}
		corner = uint8(r.IntN(4))
		for f.pillars()&(1<<corner) == 0 {
			corner = (corner + 1) % 4
		}
	}
	return at + corners[corner], g.affords(f.without(corner))
}

// drawRotation draws a tile's rotation by the decorations that it makes possible without effects.
func (g *garden) drawRotation(t placement, r engine.Rand) uint8 {
	var points [len(corners)][Stairs + 1]int // by corner, of a decoration with that icon there
	for corner, d := range corners {
		if h := t.at + d; h != t.open {
			g.pointsAt(h, corner, t.level, &points[corner])
		}
	}
	var weights [rotations]int
	total := 0
	for rot := range weights {
		n := 0
		for corner, icon := range spots[t.tile][rot] {
			n += points[corner][icon]
		}
		weights[rot] = 1 + n*n
		total += weights[rot]
	}
	return uint8(drawIndex(weights[:], total, r))
}

// outward are the two directions away from a tile at each corner, as columns and rows.
var outward = [len(corners)][2][2]int{
	{{-1, 0}, {0, 1}}, {{1, 0}, {0, 1}}, {{1, 0}, {0, -1}}, {{-1, 0}, {0, -1}},
}

// pointsAt rates by icon what a decoration at h would bring, on a corner of a tile on a level.
func (g *garden) pointsAt(h Hole, corner int, level uint8, points *[Stairs + 1]int) {
	col, row := h.Col(), h.Row()
	if g.statues == 0 || g.rowStatues[row]+g.colStatues[col] > 0 {
		points[Statue] = int(level)
	}
	for _, way := range outward[corner] {
		x, y := col+way[0], row+way[1]
		if x < 0 || y < 0 || x >= size || y >= size {
			continue
		}
		near := At(x, y)
		if g.top[near-1] == 0 {
			switch icon := g.icon(near); {
			case icon == Fountain && g.h[near-1] == level:
				points[Fountain] = max(points[Fountain], perLevelBig*int(level))
			case icon == Stairs && (g.h[near-1] == level+1 || g.h[near-1]+1 == level):
				points[Stairs] = max(points[Stairs], int(level+g.h[near-1]))
			}
		}
		x, y = x+way[0], y+way[1]
		if x < 0 || y < 0 || x >= size || y >= size || g.h[near-1] >= level || g.top[near-1] >= level {
			continue
		}
		if far := At(x, y); g.h[far-1] == level && g.top[far-1] == 0 && g.icon(far) == Bridge {
			points[Bridge] = perLevelBig * int(level)
		}
	}
}
