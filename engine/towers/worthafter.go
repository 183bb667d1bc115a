package towers

import "amytis/engine"

// WorthAfter values placements. It finds out about the new piece only what the worth depends on.
func (Rules) WorthAfter(p *Position, m engine.Move, worth *[engine.MaxSeats + 1]int32) bool {
	if m.Verb < verbTower || m.Verb > verbLarge {
		return false
	}
	pm := placementOf(&m)
	after := *p.player(m.Seat)
	*after.left(m.Verb)--
	if p.quick {
		return p.worthQuickAfter(m.Seat, &pm, &after, worth)
	}
	p.worthTacticalAfter(m.Seat, &pm, &after, worth)
	return true
}

// worthTacticalAfter values a tactical position after a placement, which changes a player to after.
func (p *Position) worthTacticalAfter(
	seat engine.Seat, pm *placement, after *player, worth *[engine.MaxSeats + 1]int32,
) {
	levels := p.levels
	if pm.size() == 0 {
		levels.open.change(p.opening(pm))
		if pm.verb == verbTower {
			levels.top = max(levels.top, pm.at.Level)
		}
	} else {
		i := p.towerIndex(pm.at)
		if p.towers[i].nobles.none() && !p.buried.has(uint8(i)) {
			levels.open.remove(pm.at.Level)
		}
		levels.nobles[pm.at.Level][colourOf(seat)-1]++
	}
	o := outlook{changed: changed{p, seat, after}, levelCount: &levels, placed: p.turn.placed + 1}
	o.value(worth)
}

// worthQuickAfter is worthTacticalAfter in quick, false if the placement ends the round.
func (p *Position) worthQuickAfter(
	seat engine.Seat, pm *placement, after *player, worth *[engine.MaxSeats + 1]int32,
) bool {
	if p.stops(after) {
		return false
	}
	sides := p.sidesWith(seat, pm)
	o := roundOutlook{changed: changed{p, seat, after}, prospects: p.round.prospects, zone: pm.at.Zone, sides: &sides}
	o.weigh(p.affected(seat, pm))
	o.value(worth)
	return true
}

func (p *Position) sidesWith(seat engine.Seat, pm *placement) [2]side {
	z := &p.zones[pm.at.Zone-1]
	if pm.size() != 0 {
		return p.sidesWithNoble(z, seat, pm)
	}
	opening := p.opening(pm)
	// Parts that become one make a difference only if nobles stand on two of them.
	if z.nobled.len() > 1 {
		if touched := p.touchedBy(pm); touched.len() > 1 {
			bare := z.bare
			bare.change(opening)
			return p.sidesAfter(pm.at.Zone, &bare, &change{tower: noTower, joined: touched})
		}
	}
	sides := z.sides
	sides[0].open.change(opening)
	sides[1].open.change(opening)
	return sides
}

func (p *Position) sidesWithNoble(z *zone, seat engine.Seat, pm *placement) [2]side {
	i := uint8(p.towerIndex(pm.at))
	nobles := p.towers[i].nobles
	bare := z.bare
	if nobles.none() && !p.buried.has(i) {
		bare.remove(pm.at.Level)
	}
	nobles.add(colourOf(seat), pm.size())
	return p.sidesAfter(pm.at.Zone, &bare, &change{tower: i, nobles: nobles})
}
