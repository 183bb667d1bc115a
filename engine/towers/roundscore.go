package towers

import (
	"cmp"

	"amytis/engine"
)

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

func (p *Position) scoreRound() roundScore {
	r := roundScore{in: p.round.in}
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		if r.in.Has(seat) {
			pair := zonesOf(seat, r.in)
			c := colourOf(seat)
			r.points[seat-1] = [2]uint8{p.zonePoints(pair[0], c), p.zonePoints(pair[1], c)}
			r.left[seat-1] = uint8(p.player(seat).pieces())
		}
	}
	r.winners = (r.in &^ p.resigned).Best(r.compare)
	return r
}

// compare puts the higher score first and, of equal ones, the fewer pieces left.
func (r *roundScore) compare(a, b engine.Seat) int {
	return cmp.Or(cmp.Compare(r.score(a), r.score(b)), cmp.Compare(r.left[b-1], r.left[a-1]))
}

// building holds the colours and facings of a connected building, as bits, for scoring.
type building struct {
	colours colourSet
	facings uint8
}

// zonePoints returns a colour's points in a zone as if the round ended now.
func (p *Position) zonePoints(zone uint8, c Colour) (points uint8) {
	towers, _ := p.in(zone)
	var buildings [maxParts]building
	for _, i := range towers {
		t := &p.towers[i]
		b := &buildings[t.part]
		b.colours |= t.nobles.colours()
		b.facings |= 1 << t.facing
	}
	// doubled is the level that counts double in each building so far (expert).
	var doubled [maxParts]uint8
	for _, i := range towers {
		t := &p.towers[i]
		b := buildings[t.part]
		if !t.nobles.scores(c) || !b.colours.others(c) {
			continue
		}
		points += t.at.Level
		oneWay := b.facings&(b.facings-1) == 0
		if most := &doubled[t.part]; p.expert && oneWay && t.at.Level > *most {
			points += t.at.Level - *most
			*most = t.at.Level
		}
	}
	return points
}

// scores reports whether the colour's noble is its only one here, without another's large one.
func (n nobles) scores(c Colour) bool {
	return n.countAll(c) == 1 && (n.large() == 0 || n.large() == c)
}

// colourSet is a set of colours. A colour has the bit that is its lowest one in nobles.
type colourSet uint16

func (c Colour) bit() colourSet { return 1 << (smallBits * (c - 1)) }

func (s colourSet) others(c Colour) bool { return s&^c.bit() != 0 }

func (n nobles) colours() colourSet {
	set := colourSet(n|n>>1) & (1 << largeOffset / smallMask)
	if large := n.large(); large != 0 {
		set |= large.bit()
	}
	return set
}
