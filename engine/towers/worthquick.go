package towers

import "amytis/engine"

// What things are worth in quick, in hundredths of a point of a round.
const (
	worthRound    = 3000 // a round won
	worthStronger = 30   // a point in the seat's stronger zone
	worthWaiting  = 30   // a level of a noble that scores once another colour joins it
	worthHeight   = 8    // a level of the zone's highest tower, for each noble in hand
	worthLeft     = 2    // a piece that is not left: it breaks a tie
	nobleMost     = 4    // nobles in hand that count for a zone
)

// worthQuick values a quick position: rounds won, then the round as it stands.
func (p *Position) worthQuick(worth *[engine.MaxSeats + 1]int32) {
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		worth[seat] = worthRound * int32(p.player(seat).won)
	}
	if p.stage == Over {
		return
	}
	var zones [maxZones + 1]zoneOutlook
	for zone := uint8(1); zone <= uint8(p.seats); zone++ {
		if p.round.in.Has(engine.Seat(zone)) {
			zones[zone].look(p, zone)
		}
	}
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		if !p.round.in.Has(seat) || p.resigned.Has(seat) {
			continue
		}
		pair := zonesOf(seat, p.round.in)
		a, b := &zones[pair[0]], &zones[pair[1]]
		one, two := a.worth(p, seat), b.worth(p, seat)
		worth[seat] += int32(min(one, two) + max(one, two)*worthStronger/100 - worthLeft*p.player(seat).pieces())
	}
}

// zoneOutlook is what the worth of a zone depends on.
type zoneOutlook struct {
	points [MaxSeats]uint8
	// waiting is the sum of the levels of nobles that would score on a building with another
	// colour.
	waiting [MaxSeats]uint8
	open    uint8 // the highest tower without nobles
}

// look surveys a zone.
func (z *zoneOutlook) look(p *Position, zone uint8) {
	z.points = p.zonePoints(zone)
	buildings := p.buildingsIn(zone)
	for i := range p.standing() {
		t := &p.towers[i]
		if t.at.Zone != zone {
			continue
		}
		if t.nobles.none() {
			z.open = max(z.open, t.at.Level)
			continue
		}
		b := &buildings[t.part]
		for c := Blue; c <= White; c++ {
			if t.nobles.scores(c) && !b.hasOther(c) {
				z.waiting[c-1] += t.at.Level
			}
		}
	}
}

// worth returns what the zone is worth to a seat.
func (z *zoneOutlook) worth(p *Position, seat engine.Seat) int {
	pl := p.player(seat)
	nobles := min(int(pl.small+pl.large), nobleMost)
	return worthPoint*int(z.points[seat-1]) + worthWaiting*int(z.waiting[seat-1]) + worthHeight*nobles*int(z.open+1)
}
