package towers

import "amytis/engine"

// What things are worth beyond the points of the moment. Chances are in a hundred.
//
// They were tuned by self-play: one seat with other numbers among two with the old ones, 120 games
// each. Nobles in hand worth twice as much or nothing lose, and so does a lower chanceLeast. What
// made no difference in 399 games each, with 72 turns tried: dangers twice as high, or half;
// dangerClosed 30; chanceOne 35; chanceOne 15 with chanceTwo 9; perTurn 3 or 2. Nor did a forecast
// that deals out all nobles in hand, and it took a fifth of the speed.
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

func (Rules) Tuning() engine.Tuning {
	return engine.Tuning{
		Tries: [3]int{10, 50, 2250}, Slips: [2]int{60, 30}, Ahead: engine.AtAnswers,
		Swing: [2]int{800, 850}, LiveSwing: [2]int{12_000, 500}, Tempo: [2]int{190, 0},
		Slip: 360, LiveSlip: 33,
	}
}

// Worth counts the points, how safe they are, and the levels that the nobles in hand can still win.
func (Rules) Worth(p *Position, worth *[engine.MaxSeats + 1]int32) {
	if p.quick {
		p.worthQuick(worth)
	} else {
		p.worthTactical(worth)
	}
	engine.AddWins(worth, p.winners)
}

func (Rules) Terms(p *Position, seat engine.Seat) engine.Score {
	switch {
	case p.resigned.Has(seat):
		return nil
	case p.quick:
		var worth [engine.MaxSeats + 1]int32
		p.worthQuick(&worth)
		return engine.Score{{Name: "zones", Value: int(worth[seat]) - worthRound*int(p.player(seat).won)}}
	}
	o := outlook{changed: changed{p: p}, levelCount: &p.levels, placed: p.turn.placed}
	o.assessSeats()
	s := p.scored()
	levels := totalOf(p, &s, seat) + int(p.player(seat).bridges)
	return engine.Score{
		{Name: "danger", Value: o.standing(seat) - worthPoint*levels},
		{Name: "nobles", Value: o.prospects(seat)},
	}
}

// changed is a position in which a seat, 0 for none, has another player.
type changed struct {
	p     *Position
	seat  engine.Seat
	after *player
}

func (c *changed) player(seat engine.Seat) *player {
	if seat == c.seat {
		return c.after
	}
	return c.p.player(seat)
}

type outlook struct {
	changed
	*levelCount
	placed uint8              // pieces placed in the turn
	ranks  [MaxLevel + 1]rank // of the levels with nobles
	turns  int                // that each seat will probably still have
	rivals int                // seats with nobles in hand
}

func (p *Position) worthTactical(worth *[engine.MaxSeats + 1]int32) {
	if p.stage == Over {
		s := p.scored()
		for seat := engine.Seat(1); seat <= p.seats; seat++ {
			worth[seat] = int32(worthPoint*totalOf(p, &s, seat) + tiedHighLevel*s.highest(seat))
		}
		return
	}
	o := outlook{changed: changed{p: p}, levelCount: &p.levels, placed: p.turn.placed}
	o.value(worth)
}

func (o *outlook) value(worth *[engine.MaxSeats + 1]int32) {
	o.assessSeats()
	for seat := engine.Seat(1); seat <= o.p.seats; seat++ {
		if !o.p.resigned.Has(seat) {
			worth[seat] = int32(o.standing(seat) + o.prospects(seat) - o.bridgesLeft(seat))
		}
	}
}

func (o *outlook) assessSeats() {
	for level := 1; level <= int(o.top); level++ {
		if count := &o.nobles[level]; *count != [MaxSeats]uint8{} {
			o.ranks[level] = rankOf(count)
		}
	}
	least := -1
	for seat := engine.Seat(1); seat <= o.p.seats; seat++ {
		if o.p.resigned.Has(seat) {
			continue
		}
		pl := o.player(seat)
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
	r := o.ranks[level]
	if r.by == seat {
		return int(r.most), int(r.second)
	}
	return int(o.nobles[level][seat-1]), int(r.most)
}

// rank is the seat with the most nobles on a level, one of them for a tie, and the next most.
type rank struct {
	by           engine.Seat
	most, second uint8
}

func rankOf(count *[MaxSeats]uint8) (r rank) {
	for i, n := range count {
		switch {
		case n > r.most:
			r = rank{engine.Seat(i + 1), n, r.most}
		case n > r.second:
			r.second = n
		}
	}
	return r
}

// standing returns the worth of the levels that a seat wins, less for those in danger.
func (o *outlook) standing(seat engine.Seat) int {
	rivals := o.rivals
	if o.player(seat).nobles() > 0 {
		rivals--
	}
	n := 0
	for level := 1; level <= int(o.top); level++ {
		mine, theirs := o.most(level, seat)
		if mine <= theirs {
			continue
		}
		danger := dangerClosed
		if o.open.count[level] > 0 {
			danger = dangerOpen
		}
		lead := mine - theirs
		danger = danger * min(rivals, 3) * min(o.turns, dangerTurns) / (dangerTurns * lead * lead)
		n += level * (worthPoint - min(danger, worthPoint))
	}
	return n
}

// prospects returns the worth of the nobles in a seat's hand: they win the highest levels possible.
func (o *outlook) prospects(seat engine.Seat) int {
	nobles := o.player(seat).nobles()
	turns := o.turns
	if seat == o.p.turn.active && o.placed < minPlaced {
		turns++
	}
	nobles = min(nobles, perTurn*turns)
	top := int(o.top)
	projected := min(MaxLevel, top+1+min(mostGrowth, o.turns*int(o.p.seats)/growthTurns))
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

// bridgesLeft returns what the bridges in a seat's hand cost: little while there is time.
func (o *outlook) bridgesLeft(seat engine.Seat) int {
	return int(o.player(seat).bridges) * max(worthPoint-bridgePerTurn*o.turns, bridgeLeast)
}

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
