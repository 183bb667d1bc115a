package towers

import "amytis/engine"

// roundScore is how a round of quick ended.
type roundScore struct {
	in      engine.SeatSet // for which zones were laid out
	points  [MaxSeats][2]uint8
	left    [MaxSeats]uint8
	winners engine.SeatSet
	timeUp  bool
}

// score is what the round brought a seat: the points of its weaker zone.
func (r *roundScore) score(seat engine.Seat) uint8 {
	return min(r.points[seat-1][0], r.points[seat-1][1])
}

// scoreRound scores the round as if it ended now.
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
			pair := p.zonesOf(seat, r.in)
			r.points[seat-1] = [2]uint8{zones[pair[0]][seat-1], zones[pair[1]][seat-1]}
			r.left[seat-1] = uint8(p.player(seat).pieces())
		}
	}
	r.winners = r.best(r.in &^ p.resigned)
	return r
}

// best are those of some seats with the highest score, and of them those with
// the fewest pieces left.
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

// building is what scoring asks of a part, by the numbers of colours and
// facings.
type building struct {
	colours, facings uint8
	// doubled is the level that counts twice for a colour in expert, so far.
	doubled [MaxSeats]uint8
}

func (b *building) hasOther(c Colour) bool { return b.colours&^(1<<c) != 0 }

// oneWay reports whether all towers face the same way.
func (b *building) oneWay() bool { return b.facings&(b.facings-1) == 0 }

// zonePoints is what each colour has in a zone, as if the round ended now.
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

func (p *Position) buildingsIn(zone uint8) (all [firstArch]building) {
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

// scores reports whether a colour's noble counts: the only one of it there, and
// no large one but itself.
func (n *nobles) scores(c Colour) bool {
	return n.of(c) == 1 && (n.large == 0 || n.large == c)
}

// colours is the set of colours that stand there, a bit each.
func (n *nobles) colours() uint8 {
	set := uint8(0)
	for c := Blue; c <= White; c++ {
		if n.of(c) > 0 {
			set |= 1 << c
		}
	}
	return set
}
