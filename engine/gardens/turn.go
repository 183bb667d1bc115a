package gardens

import (
	"cmp"

	"amytis/engine"
)

func (Rules) Turn(p *Position) engine.SeatSet {
	if p.stage == Over {
		return 0
	}
	building := p.building()
	if p.next != 0 && (p.together || building == 0) {
		building |= engine.Seats(p.next)
	}
	return building
}

// building returns the seats that have dug and not ended their turn.
func (p *Position) building() engine.SeatSet {
	return engine.SeatsWhere(int(p.seats), func(seat engine.Seat) bool { return p.garden(seat).building })
}

// mayDig reports whether the seat's dig is awaited, in `turns` not while somebody is building.
func (p *Position) mayDig(seat engine.Seat) bool {
	return p.stage == Playing && p.next == seat && (p.together || p.building() == 0)
}

// removals returns the number of clay tiles removed in set-up 5.
func (p *Position) removals() uint8 { return [maxSeats + 1]uint8{2: 6, 3: 3}[p.seats] }

// nextRemoval moves on to the next seat that removes a tile (set-up 5), or to round 1.
func (p *Position) nextRemoval() {
	for ; p.removed < p.removals(); p.removed++ {
		seat := engine.Seat(p.removed%p.seats + 1)
		if !p.resigned.Has(seat) {
			p.next = seat
			return
		}
	}
	p.stage = Playing
	p.nextRound()
}

// nextRound starts the next round, or ends the game after the last one.
func (p *Position) nextRound() {
	if p.round > p.rounds {
		p.finish()
		return
	}
	p.round++
	p.next = p.seatAfter(0)
}

// seatAfter returns the next seat that has not resigned, 0 after the last one.
func (p *Position) seatAfter(seat engine.Seat) engine.Seat {
	for s := seat + 1; s <= engine.Seat(p.seats); s++ {
		if !p.resigned.Has(s) {
			return s
		}
	}
	return 0
}

// finish ends the game. Of those who play on, the most VP win, then the fewest open holes.
func (p *Position) finish() {
	p.stage = Over
	p.next = 0
	p.winners = p.playing().Best(func(a, b engine.Seat) int {
		mine, theirs := &p.garden(a).rating, &p.garden(b).rating
		return cmp.Or(cmp.Compare(mine.points, theirs.points), cmp.Compare(mine.covered, theirs.covered))
	})
}

// end stores and ends the turn (part C). keep is the dug tile if it goes into the notch, else 0.
func (p *Position) end(seat engine.Seat, keep Tile) error {
	g := p.garden(seat)
	if keep != 0 && keep != g.dug {
		return engine.Refuse(refusedKeep, "C", "tile", keep.words())
	}
	g.store(keep)
	p.roundOver()
	return nil
}

// store does part C: six single pillars stay, and the dug tile is kept or discarded.
func (g *garden) store(keep Tile) {
	if keep != 0 {
		g.notch = keep
	}
	g.singles = min(g.singles, storedSingles)
	g.doubles = 0
	g.dug = 0
	g.fresh = 0
	g.layers.fresh = 0
	g.asUsed = false
	g.building = false
	g.rate()
}

// roundOver starts the next round if all seats have dug and ended their turns.
func (p *Position) roundOver() {
	if p.next == 0 && p.building() == 0 {
		p.nextRound()
	}
}

// skip ends the turn of a seat whose removal or dig is awaited, or that is building (G-15).
func (p *Position) skip(seat engine.Seat) {
	switch {
	case p.garden(seat).building:
		p.garden(seat).store(0)
		p.roundOver()
	case p.stage == Removing && p.next == seat:
		p.removed++
		p.nextRemoval()
	default:
		p.next = p.seatAfter(seat)
		p.roundOver()
	}
}

// resign removes a seat from the game, which ends if it is the last person's (G-15).
func (p *Position) resign(seat engine.Seat, last bool) {
	p.resigned |= engine.Seats(seat)
	if g := p.garden(seat); g.building {
		g.store(0)
	}
	switch {
	case last || p.playing().Len() == 1:
		p.finish()
	case p.stage == Removing:
		p.nextRemoval()
	default:
		if p.next == seat {
			p.next = p.seatAfter(seat)
		}
		p.roundOver()
	}
}

// playing returns the seats that have not resigned.
func (p *Position) playing() engine.SeatSet { return (1<<(p.seats+1) - 2) &^ p.resigned }
