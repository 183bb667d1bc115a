package towers

import (
	"math"
	"math/bits"

	"amytis/engine"
)

// What things are worth in quick, in hundredths of a point of a round. Chances are in a hundred.
//
// The points of the moment and the heights alone do not help: level 5 then lost to level 2, because
// its small nobles were joined by large ones and it did not see the end of the round coming. With
// the chances below level 3 won 47 % of 90 games of three against level 2, and 58 % once the search
// let the others answer. With a clock, level 5 won 4 of 16 first rounds against two of level 2, 15
// with holding nobles, and 12 with holding until 8 pieces were left.
const (
	worthRound     = 6000 // a round won
	worthStronger  = 15   // a point in the seat's stronger zone
	worthLeft      = 2    // a piece that is left: the fewest break a tie
	worthFar       = 40   // a point while the end of the round is far
	worthNear      = 120  // and how much more when a seat has no nobles left
	chanceWaiting  = 30   // that another colour joins the building of a noble
	chanceOverrun  = 60   // that a rival's large noble joins a small one
	chanceOpen     = 60   // that a noble in hand gets to an open tower
	chanceUnbuilt  = 25   // and to level 1 where no tower is open
	beforeTheOther = 1    // nobles that a seat places before a rival places its last
	chanceHeld     = 110  // with a clock: that one kept in hand does better, as the building still grows
	holdUntil      = 14   // as long as the seat has more building pieces
)

// worthQuick counts rounds won, then what the seats will probably score in this round.
func (p *Position) worthQuick(worth *[engine.MaxSeats + 1]int32) {
	o := roundOutlook{changed: changed{p: p}, prospects: p.round.prospects}
	o.value(worth)
}

// prospects are what the seats can expect of a round, kept since a step changes only a few.
type prospects struct {
	points [MaxSeats]int32 // that a seat will probably score, in hundredths
	// least is the fewest nobles in a hand in the round. With a clock it is all nobles, since then
	// they do not end the round.
	least int8
}

// weigh finds out what some seats can expect of the round.
func (p *Position) weigh(seats engine.SeatSet) {
	o := roundOutlook{changed: changed{p: p}, prospects: p.round.prospects}
	o.weigh(seats)
	p.round.prospects = o.prospects
}

// affected returns the seats that can expect something else after a placement, with the same least.
func (p *Position) affected(seat engine.Seat, pm *placement) engine.SeatSet {
	if pm.verb == verbLarge {
		return p.round.in // it no longer threatens the rival in the other zone
	}
	return engine.Seats(seat, rivalIn(pm.at.Zone, seat, p.round.in))
}

type roundOutlook struct {
	changed
	prospects
	zone  uint8 // has other sides than in the position, 0 for none
	sides *[2]side
}

// weigh finds out what some seats can expect, or all if the fewest nobles in a hand change.
func (o *roundOutlook) weigh(seats engine.SeatSet) {
	p := o.p
	least := noblesSmall + noblesLarge
	for seat := engine.Seat(1); seat <= p.seats && p.clock == 0; seat++ {
		if (p.round.in &^ p.round.stuck).Has(seat) {
			least = min(least, o.player(seat).nobles())
		}
	}
	if o.least != int8(least) {
		seats = p.round.in
		o.least = int8(least)
	}
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		if (seats &^ p.resigned).Has(seat) {
			o.points[seat-1] = int32(o.expected(seat))
		}
	}
}

func (o *roundOutlook) value(worth *[engine.MaxSeats + 1]int32) {
	weight := worthFar + worthNear/(1+int32(o.least))
	for seat := engine.Seat(1); seat <= o.p.seats; seat++ {
		worth[seat] = worthRound * int32(o.player(seat).won)
		if o.p.stage != Over && (o.p.round.in &^ o.p.resigned).Has(seat) {
			worth[seat] += o.points[seat-1]*weight/100 - worthLeft*int32(o.player(seat).pieces())
		}
	}
}

func (o *roundOutlook) side(zone uint8, seat engine.Seat) *side {
	sides := &o.p.zones[zone-1].sides
	if zone == o.zone {
		sides = o.sides
	}
	return sideOf(sides, zone, seat)
}

func (o *roundOutlook) expected(seat engine.Seat) int {
	round := &o.p.round
	var zones [2]outlet
	for i, zone := range zonesOf(seat, round.in) {
		s := o.side(zone, seat)
		zones[i].points = int(s.points)
		if large := o.player(rivalIn(zone, seat, round.in)).large; large > 0 {
			zones[i].points -= chanceOverrun * int(s.exposed[0])
			if large > 1 {
				zones[i].points -= chanceOverrun * int(s.exposed[1])
			}
		}
		zones[i].open = &s.open
		zones[i].chance = chanceOpen
		if pl := o.player(seat); o.p.clock > 0 && pl.towers+pl.bridges > holdUntil {
			zones[i].chance = chanceHeld
		}
		zones[i].levels = s.open.levels
	}
	if !round.stuck.Has(seat) {
		place(&zones, min(o.player(seat).nobles(), int(o.least)+beforeTheOther))
	}
	weaker, stronger := min(zones[0].points, zones[1].points), max(zones[0].points, zones[1].points)
	return weaker + stronger*worthStronger/100
}

// outlet is a zone in which a seat places nobles.
type outlet struct {
	points int
	gain   int // what the next noble will probably score, as will others up to left
	left   uint8
	// open are the towers for the nobles after these, and chance is that they get to one.
	open   *openTowers
	chance int
	levels uint32
}

// next turns to the highest open towers.
func (z *outlet) next() {
	if z.levels == 0 {
		z.gain, z.left = chanceUnbuilt, math.MaxUint8
		return
	}
	level := bits.Len32(z.levels) - 1
	z.gain, z.left = z.chance*level, z.open.count[level]
	z.levels &^= 1 << level
}

// place adds what nobles in a seat's hand will probably score. Each goes to the weaker zone.
func place(zones *[2]outlet, nobles int) {
	zones[0].next()
	zones[1].next()
	for range nobles {
		z := &zones[0]
		if zones[1].points < z.points {
			z = &zones[1]
		}
		z.points += z.gain
		if z.left--; z.left == 0 {
			z.next()
		}
	}
}

func rivalIn(zone uint8, seat engine.Seat, in engine.SeatSet) engine.Seat {
	if other := engine.Seat(zone); other != seat {
		return other
	}
	return nextSeat(seat, in)
}
