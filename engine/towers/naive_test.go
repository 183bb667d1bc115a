package towers

import "amytis/engine"

// The rules again, written as simply as possible: from the view, cell by cell.

// naiveCells returns the cells of a zone that pieces fill.
func naiveCells(z ZoneView) map[Cell]bool {
	cells := map[Cell]bool{}
	for _, t := range z.Towers {
		cells[t.At] = true
	}
	for _, b := range z.Bridges {
		for _, at := range b.Cells() {
			cells[at] = true
		}
	}
	return cells
}

// naiveParts counts the connected parts of a zone.
func naiveParts(z ZoneView) int {
	cells, parts := naiveCells(z), 0
	for at := range naiveCells(z) {
		if cells[at] {
			parts++
			naiveFlood(cells, at)
		}
	}
	return parts
}

// naiveFlood removes all cells that are connected to a cell, and returns them.
func naiveFlood(cells map[Cell]bool, at Cell) (flooded []Cell) {
	if !cells[at] {
		return nil
	}
	delete(cells, at)
	flooded = append(flooded, at)
	for _, by := range [][3]int{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}} {
		next := Cell{Zone: at.Zone, Col: at.Col + uint8(by[0]), Row: at.Row + uint8(by[1]),
			Level: at.Level + uint8(by[2])}
		flooded = append(flooded, naiveFlood(cells, next)...)
	}
	return flooded
}

// naiveTotals returns the totals of a tactical game.
func naiveTotals(v *View) []int {
	totals := make([]int, len(v.Players))
	for i := range totals {
		totals[i] = -v.Players[i].Bridges
	}
	for level := 1; level <= MaxLevel; level++ {
		count := map[Colour]int{}
		for _, t := range v.Zones[0].Towers {
			if int(t.At.Level) == level {
				for _, n := range t.Nobles {
					count[n.Colour]++
				}
			}
		}
		for i := range totals {
			alone := count[Colour(i+1)] > 0
			for c, n := range count {
				alone = alone && (c == Colour(i+1) || n < count[Colour(i+1)])
			}
			if alone {
				totals[i] += level
			}
		}
	}
	return totals
}

// naivePoints returns the points of a colour in a zone of quick.
func naivePoints(z ZoneView, c Colour, expert bool) int {
	cells, points := naiveCells(z), 0
	for at := range naiveCells(z) {
		points += naiveBuilding(z, naiveFlood(cells, at), c, expert)
	}
	return points
}

// naiveBuilding returns the points of a colour on one connected building.
func naiveBuilding(z ZoneView, cells []Cell, c Colour, expert bool) int {
	here := map[Cell]bool{}
	for _, at := range cells {
		here[at] = true
	}
	points, best, others := 0, 0, false
	facings := map[Facing]bool{}
	for _, t := range z.Towers {
		if !here[t.At] {
			continue
		}
		facings[t.Facing] = true
		mine, large := 0, 0
		for _, n := range t.Nobles {
			if n.Colour == c {
				mine++
			} else {
				others = true
			}
			if n.Size == Large && n.Colour != c {
				large++
			}
		}
		if mine == 1 && large == 0 {
			points += int(t.At.Level)
			best = max(best, int(t.At.Level))
		}
	}
	switch {
	case !others:
		return 0
	case expert && len(facings) == 1:
		return points + best
	}
	return points
}

// naiveBest returns the winners of a round of quick.
func naiveBest(r RoundView, seats []engine.Seat) (best []engine.Seat) {
	for _, seat := range seats {
		beaten := false
		for _, other := range seats {
			mine, theirs := r.Score[seat-1], r.Score[other-1]
			beaten = beaten || theirs > mine || theirs == mine && r.Left[other-1] < r.Left[seat-1]
		}
		if !beaten {
			best = append(best, seat)
		}
	}
	return best
}
