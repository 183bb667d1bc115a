package towers

import "amytis/engine"

// roundScore is the score of a round of quick.
type roundScore struct {
	in      engine.SeatSet // the seats between which the zones were laid out
	points  [MaxSeats][2]uint8
	left    [MaxSeats]uint8
	winners engine.SeatSet
	timeUp  bool
}

// score returns the seat's score of the round: the points of its weaker zone.
func (r *roundScore) score(seat engine.Seat) uint8 {
	return min(r.points[seat-1][0], r.points[seat-1][1])
}

// scoreRound returns the score of the round as if it ended now.
func (p *Position) scoreRound() roundScore {
	r := roundScore{in: p.round.in}
	var zones [maxZones + 1][MaxSeats]uint8
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		if r.in.Has(seat) {
			zones[seat] = p.zonePoints(uint8(seat))
		}
	}
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		if r.in.Has(seat) {
			pair := zonesOf(seat, r.in)
			r.points[seat-1] = [2]uint8{zones[pair[0]][seat-1], zones[pair[1]][seat-1]}
			r.left[seat-1] = uint8(p.player(seat).pieces())
		}
	}
	r.winners = r.best(r.in &^ p.resigned)
	return r
}

// best returns the seats of a set with the highest score and, of those, with the fewest pieces
// left.
func (r *roundScore) best(of engine.SeatSet) (best engine.SeatSet) {
	score, left := -1, 0
	for seat := engine.Seat(1); seat <= MaxSeats; seat++ {
		if !of.Has(seat) {
			continue
		}
		mine, have := int(r.score(seat)), int(r.left[seat-1])
		switch {
		case mine > score || mine == score && have < left:
			best, score, left = engine.Seats(seat), mine, have
		case mine == score && have == left:
			best |= engine.Seats(seat)
		}
	}
	return best
}

// building holds the colours and facings of a connected building, as bits, for scoring.
type building struct {
	colours, facings uint8
	// doubled is the level that counts double for each colour so far (expert).
	doubled [MaxSeats]uint8
}

// hasOther reports whether nobles of another colour stand on the building.
func (b *building) hasOther(c Colour) bool { return b.colours&^(1<<c) != 0 }

// oneWay reports whether all towers face the same way.
func (b *building) oneWay() bool { return b.facings&(b.facings-1) == 0 }

// zonePoints returns each colour's points in a zone as if the round ended now.
func (p *Position) zonePoints(zone uint8) (points [MaxSeats]uint8) {
	buildings := p.buildingsIn(zone)
	for i := range p.standing() {
		t := &p.towers[i]
		if t.at.Zone != zone {
			continue
		}
		b := &buildings[t.part]
		for c := Blue; c <= White; c++ {
			if !t.nobles.scores(c) || !b.hasOther(c) {
				continue
			}
			points[c-1] += t.at.Level
			if doubled := b.doubled[c-1]; p.expert && b.oneWay() && t.at.Level > doubled {
				points[c-1] += t.at.Level - doubled
				b.doubled[c-1] = t.at.Level
			}
		}
	}
	return points
}

// buildingsIn returns the buildings of a zone by part.
func (p *pieces) buildingsIn(zone uint8) (all [firstArch]building) {
	for i := range p.standing() {
		t := &p.towers[i]
		if t.at.Zone == zone {
			b := &all[t.part]
			b.colours |= t.nobles.colours()
			b.facings |= 1 << t.facing
		}
	}
	return all
}

// scores reports whether a noble of the colour scores on this tower. It must be the only one of its
// colour, without a large noble of another colour.
func (n *nobles) scores(c Colour) bool {
	return n.of(c) == 1 && (n.large == 0 || n.large == c)
}

// colours returns the set of colours on the tower, one bit each.
func (n *nobles) colours() uint8 {
	set := uint8(0)
	for c := Blue; c <= White; c++ {
		if n.of(c) > 0 {
			set |= 1 << c
		}
	}
	return set
}
