package towers

import "amytis/engine"

// side is what a zone holds for one of its two seats.
type side struct {
	points  int32      // a hundred times the points that the nobles there probably keep; see worthQuick
	scored  uint8      // points as if the round ended now, without expert
	exposed [2]uint8   // levels of the two highest small nobles that a large one could join
	open    openTowers // the towers on which another noble would score
}

func (p *pieces) side(zone uint8, seat engine.Seat) *side {
	return sideOf(&p.zones[zone-1].sides, zone, seat)
}

func sideOf(sides *[2]side, zone uint8, seat engine.Seat) *side {
	if engine.Seat(zone) == seat {
		return &sides[0]
	}
	return &sides[1]
}

// change is what a placement changes in a zone beside its bare towers.
type change struct {
	tower  uint8     // that a noble joins, noTower for none
	nobles nobles    // on it afterwards
	joined numberSet // the parts that become one
}

const noTower = maxTowers

func (p *Position) survey(zone uint8) {
	z := &p.zones[zone-1]
	z.sides = p.sidesAfter(zone, &z.bare, &change{tower: noTower})
}

// sidesAfter returns what a zone holds for its seats after a change that leaves some towers bare.
func (p *Position) sidesAfter(zone uint8, bare *openTowers, ch *change) (sides [2]side) {
	sides[0].open, sides[1].open = *bare, *bare
	nobled := p.zones[zone-1].nobled
	if ch.tower != noTower {
		nobled.add(ch.tower)
	}
	var on [maxParts]colourSet
	for rest := nobled; rest != (numberSet{}); {
		i := rest.pop()
		on[p.towers[i].part] |= p.noblesAfter(i, ch).colours()
	}
	var together colourSet
	for rest := ch.joined; rest != (numberSet{}); {
		together |= on[rest.pop()]
	}
	for rest := ch.joined; rest != (numberSet{}); {
		on[rest.pop()] = together
	}
	colours := [2]Colour{Colour(zone), colourOf(nextSeat(engine.Seat(zone), p.round.in))}
	for rest := nobled; rest != (numberSet{}); {
		i := rest.pop()
		t := &p.towers[i]
		n := p.noblesAfter(i, ch)
		for j, c := range colours {
			sides[j].settled(t.at.Level, n, c, on[t.part].others(c))
		}
	}
	return sides
}

func (p *Position) noblesAfter(i uint8, ch *change) nobles {
	if i == ch.tower {
		return ch.nobles
	}
	return p.towers[i].nobles
}

// settled counts nobles on a tower for a colour. others says that its building has other colours.
func (s *side) settled(level uint8, on nobles, c Colour, others bool) {
	large := on.large()
	switch n := on.countAll(c); {
	case n == 0 && large == 0:
		s.open.add(level)
	case n != 1 || large != 0 && large != c:
	case !others:
		s.points += chanceWaiting * int32(level)
	default:
		s.points += worthPoint * int32(level)
		s.scored += level
		switch {
		case large != 0:
		case level > s.exposed[0]:
			s.exposed[0], s.exposed[1] = level, s.exposed[0]
		case level > s.exposed[1]:
			s.exposed[1] = level
		}
	}
}

// openTowers counts towers by level, those on which a noble could be the first.
type openTowers struct {
	count  [MaxLevel + 1]uint8
	levels uint32 // a bit for each level with such a tower
}

func (o *openTowers) add(level uint8) {
	o.count[level]++
	o.levels |= 1 << level
}

func (o *openTowers) remove(level uint8) {
	if o.count[level]--; o.count[level] == 0 {
		o.levels &^= 1 << level
	}
}

// opening is which open towers a placement adds and takes away: their levels, 0 for none.
type opening struct {
	opens  uint8
	closes [span]uint8
}

// opening returns how a tower or a bridge changes the open towers: it closes those below it.
func (p *pieces) opening(pm *placement) (o opening) {
	first, step, n := pm.spots()
	for i := range n {
		c := p.stacks.column(first + i*step)
		if pm.at.Level < c.built() {
			continue
		}
		if c.roof > 0 && p.towers[c.roof-1].nobles.none() {
			o.closes[i] = p.towers[c.roof-1].at.Level
		}
		if pm.verb == verbTower {
			o.opens = pm.at.Level
		}
	}
	return o
}

func (o *openTowers) change(by opening) {
	if by.opens > 0 {
		o.add(by.opens)
	}
	for _, level := range by.closes {
		if level > 0 {
			o.remove(level)
		}
	}
}

// openIn returns the open towers of a zone: without nobles, and with nothing anywhere above.
func (p *pieces) openIn(zone uint8) *openTowers {
	if zone == 0 {
		return &p.levels.open
	}
	return &p.zones[zone-1].bare
}

// levelCount counts what levels hold, on all tables together. Index 0 is unused.
type levelCount struct {
	nobles [MaxLevel + 1][MaxSeats]uint8 // by level and colour
	open   openTowers                    // of tactical
	top    uint8                         // the highest level with a tower
}
