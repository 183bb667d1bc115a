package towers

import "amytis/engine"

// What things are worth in quick, in hundredths of a point of a round. Chances are in a hundred.
//
// The points of the moment and the heights alone do not help: level 5 then lost to level 2, because
// its small nobles were joined by large ones and it did not see the end of the round coming. With
// the chances below level 3 won 47 % of 90 games of three against level 2, and 58 % once the search
// let the others answer.
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
)

// worthQuick values a quick position: rounds won, then what the seats will probably score in this
// round.
func (p *Position) worthQuick(worth *[engine.MaxSeats + 1]int32) {
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		worth[seat] = worthRound * int32(p.player(seat).won)
	}
	if p.stage == Over {
		return
	}
	var o roundOutlook
	o.look(p)
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		if p.round.in.Has(seat) && !p.resigned.Has(seat) {
			worth[seat] += int32(o.worth(p, seat))
		}
	}
}

// roundOutlook is what the worth of a round depends on.
type roundOutlook struct {
	zones [maxZones + 1]zoneOutlook
	// haste is the number of nobles in the hand of each seat in the round, and of the seat that has
	// the fewest.
	haste [MaxSeats + 1]int
	least int
}

// zoneOutlook is what a zone holds for each colour.
type zoneOutlook struct {
	// points are a hundred times the points that the nobles there probably keep.
	points [MaxSeats]int
	// open is the number of towers by level on which another noble would score.
	open [MaxSeats][MaxLevel + 1]uint8
	// exposed are the levels of the two highest small nobles that a large one could join.
	exposed [MaxSeats][2]uint8
}

// look surveys all zones.
func (o *roundOutlook) look(p *Position) {
	var colours [firstArch]uint8
	var tops [maxZones + 1][width * width]uint8
	for i := range p.standing() {
		t := &p.towers[i]
		top := &tops[t.at.Zone][t.at.spot()]
		*top = max(*top, t.at.Level)
		if !t.nobles.none() {
			colours[t.part] |= t.nobles.colours()
		}
	}
	for i := range p.lying() {
		first, step := p.bridges[i].spots()
		for range span {
			top := &tops[p.bridges[i].From.Zone][first]
			*top = max(*top, p.bridges[i].From.Level)
			first += step
		}
	}
	for i := range p.standing() {
		t := &p.towers[i]
		if tops[t.at.Zone][t.at.spot()] == t.at.Level || !t.nobles.none() {
			o.zones[t.at.Zone].add(t, colours[t.part])
		}
	}
	o.least = noblesSmall + noblesLarge
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		pl := p.player(seat)
		o.haste[seat] = int(pl.small + pl.large)
		if (p.round.in &^ p.round.stuck &^ p.resigned).Has(seat) {
			o.least = min(o.least, o.haste[seat])
		}
	}
}

// add counts a tower that could take a noble, or has some. colours are those on its building.
func (z *zoneOutlook) add(t *tower, colours uint8) {
	level := t.at.Level
	for c := Blue; c <= White; c++ {
		switch n := t.nobles.of(c); {
		case n == 0 && t.nobles.large == 0:
			z.open[c-1][level]++
		case n != 1 || t.nobles.large != 0 && t.nobles.large != c:
		case colours&^(1<<c) == 0:
			z.points[c-1] += chanceWaiting * int(level)
		default:
			z.points[c-1] += worthPoint * int(level)
			if e := &z.exposed[c-1]; t.nobles.large == 0 {
				switch {
				case level > e[0]:
					e[0], e[1] = level, e[0]
				case level > e[1]:
					e[1] = level
				}
			}
		}
	}
}

// worth returns what the round is worth to a seat.
func (o *roundOutlook) worth(p *Position, seat engine.Seat) int {
	pl := p.player(seat)
	c := colourOf(seat) - 1
	pair := zonesOf(seat, p.round.in)
	var points [2]int
	for i, zone := range pair {
		z := &o.zones[zone]
		points[i] = z.points[c]
		rival := p.player(rivalIn(zone, seat, p.round.in))
		for j := range min(rival.large, 2) {
			points[i] -= chanceOverrun * int(z.exposed[c][j])
		}
	}
	if !p.round.stuck.Has(seat) {
		o.place(&points, pair, c, o.haste[seat])
	}
	weaker, stronger := min(points[0], points[1]), max(points[0], points[1])
	value := weaker + stronger*worthStronger/100
	return value*(worthFar+worthNear/(1+o.least))/100 - worthLeft*pl.pieces()
}

// place adds what the nobles in a seat's hand will probably score. Each goes to the weaker zone.
func (o *roundOutlook) place(points *[2]int, pair [2]uint8, c Colour, nobles int) {
	level := [2]int{MaxLevel, MaxLevel}
	var used [2]uint8
	for range min(nobles, o.least+beforeTheOther) {
		i := 0
		if points[1] < points[0] {
			i = 1
		}
		open := &o.zones[pair[i]].open[c]
		for level[i] > 0 && open[level[i]] == used[i] {
			level[i]--
			used[i] = 0
		}
		if level[i] == 0 {
			points[i] += chanceUnbuilt
			continue
		}
		used[i]++
		points[i] += chanceOpen * level[i]
	}
}

// rivalIn returns the other seat of a zone.
func rivalIn(zone uint8, seat engine.Seat, in engine.SeatSet) engine.Seat {
	if other := engine.Seat(zone); other != seat {
		return other
	}
	return nextSeat(seat, in)
}
