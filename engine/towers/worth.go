package towers

import "amytis/engine"

// What things are worth beyond the points of the moment. Chances are in a hundred.
//
// They were tuned by self-play: one seat with other numbers among two with the old ones, 120 games
// each. Nobles in hand that are worth twice as much or nothing lose, and so does a lower
// chanceLeast.
const (
	worthPoint = 100
	// A noble in hand is worth its chance to win a level alone.
	chanceOne       = 22 // one noble wins the level
	chanceTwo       = 13 // it takes two
	chanceHigher    = 5  // less for each level that is still to be built
	chanceLeast     = 10
	growthTurns     = 2 // turns in which the building grows by a level
	mostGrowth      = 8
	perTurn         = 4  // nobles that a seat can place in a turn
	dangerOpen      = 30 // a rival can tie a level at once
	dangerClosed    = 15 // a rival must build for it
	dangerTurns     = 4  // turns left from which the danger is full
	bridgeLeast     = 20 // what a bridge in hand costs early
	bridgePerTurn   = 12 // and less for each turn left
	tiedHighLevel   = 3  // breaks a tie (T-4)
	piecesPerTurn10 = 45 // ten times the pieces of a turn
)

// Worth counts the points, how safe they are, and the levels that the nobles in hand can still win.
func (Rules) Worth(p *Position, worth *[engine.MaxSeats + 1]int32) bool {
	switch {
	case p.quick:
		p.worthQuick(worth)
	default:
		p.worthTactical(worth)
	}
	for seat := engine.Seat(1); p.stage == Over && seat <= p.seats; seat++ {
		if p.winners.Has(seat) {
			worth[seat] += engine.WinWorth
		}
	}
	return true
}

// outlook is what the worth of a tactical position depends on.
type outlook struct {
	// count is the number of nobles by level and seat, open the number of towers that a noble of
	// any colour could stand on.
	count [MaxLevel + 1][MaxSeats]uint8
	open  [MaxLevel + 1]uint8
	top   uint8 // the highest level with a tower
	// turns is the number of turns that each seat will probably still have.
	turns int
	// rivals is the number of seats with nobles in hand.
	rivals int
}

// worthTactical values a tactical position.
func (p *Position) worthTactical(worth *[engine.MaxSeats + 1]int32) {
	if p.stage == Over {
		s := p.levels()
		for seat := engine.Seat(1); seat <= p.seats; seat++ {
			worth[seat] = int32(worthPoint*totalOf(p, &s, seat) + tiedHighLevel*s.highest(seat))
		}
		return
	}
	var o outlook
	o.look(p)
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		if !p.resigned.Has(seat) {
			worth[seat] = int32(o.standing(p, seat) + o.prospects(p, seat) - o.bridgesLeft(p, seat))
		}
	}
}

// look surveys the building and the pieces in hand.
func (o *outlook) look(p *Position) {
	var tops [width * width]uint8
	for i := range p.standing() {
		at := p.towers[i].at
		tops[at.spot()] = max(tops[at.spot()], at.Level)
	}
	for i := range p.lying() {
		first, step := p.bridges[i].spots()
		for range span {
			tops[first] = max(tops[first], p.bridges[i].From.Level)
			first += step
		}
	}
	for i := range p.standing() {
		t := &p.towers[i]
		o.top = max(o.top, t.at.Level)
		if t.nobles.none() {
			if tops[t.at.spot()] == t.at.Level {
				o.open[t.at.Level]++
			}
			continue
		}
		for c := range p.seats {
			o.count[t.at.Level][c] += t.nobles.of(Colour(c + 1))
		}
	}
	least := -1
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		if p.resigned.Has(seat) {
			continue
		}
		pl := p.player(seat)
		if pieces := pl.pieces(); least < 0 || pieces < least {
			least = pieces
		}
		if pl.small+pl.large > 0 {
			o.rivals++
		}
	}
	o.turns = 10 * least / piecesPerTurn10
}

// most returns the number of nobles of a seat on a level and the most of another seat.
func (o *outlook) most(level int, seat engine.Seat) (mine, theirs int) {
	for i, n := range o.count[level] {
		if engine.Seat(i+1) == seat {
			mine = int(n)
		} else {
			theirs = max(theirs, int(n))
		}
	}
	return mine, theirs
}

// standing returns the worth of the levels that a seat wins, less for those in danger.
func (o *outlook) standing(p *Position, seat engine.Seat) int {
	rivals := o.rivals
	if pl := p.player(seat); pl.small+pl.large > 0 {
		rivals--
	}
	n := 0
	for level := 1; level <= int(o.top); level++ {
		mine, theirs := o.most(level, seat)
		if mine <= theirs {
			continue
		}
		danger := dangerClosed
		if o.open[level] > 0 {
			danger = dangerOpen
		}
		lead := mine - theirs
		danger = danger * min(rivals, 3) * min(o.turns, dangerTurns) / (dangerTurns * lead * lead)
		n += level * (worthPoint - min(danger, worthPoint))
	}
	return n
}

// prospects returns the worth of the nobles in a seat's hand: they win the highest levels that can
// be won, while turns are left to place them.
func (o *outlook) prospects(p *Position, seat engine.Seat) int {
	pl := p.player(seat)
	nobles := int(pl.small + pl.large)
	turns := o.turns
	if seat == p.turn.active && p.turn.placed < minPlaced {
		turns++
	}
	nobles = min(nobles, perTurn*turns)
	top := int(o.top)
	projected := min(MaxLevel, top+1+min(mostGrowth, o.turns*int(p.seats)/growthTurns))
	n := 0
	for level := projected; level >= 1 && nobles > 0; level-- {
		mine, theirs := o.most(level, seat)
		needed := theirs - mine + 1
		if needed <= 0 || needed > 2 || needed > nobles {
			continue
		}
		chance := chanceOne
		if needed == 2 {
			chance = chanceTwo
		}
		n += level * max(chance-chanceHigher*max(level-top-1, 0), chanceLeast) * worthPoint / 100
		nobles -= needed
	}
	return n
}

// bridgesLeft returns what the bridges in a seat's hand cost: little while there is time to place
// them.
func (o *outlook) bridgesLeft(p *Position, seat engine.Seat) int {
	return int(p.player(seat).bridges) * max(worthPoint-bridgePerTurn*o.turns, bridgeLeast)
}
