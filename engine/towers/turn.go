package towers

import "amytis/engine"

// The number of pieces of a tactical turn.
const (
	minPlaced = 4
	maxPlaced = 5
)

func (Rules) Turn(p *Position) engine.SeatSet {
	switch {
	case p.stage == Over:
		return 0
	case p.quick:
		return p.round.in &^ p.round.stuck
	}
	return engine.Seats(p.turn.active)
}

// Pace returns the zero Pace in tactical. Quick is live, with the clock of the option.
func (Rules) Pace(p *Position) engine.Pace {
	if !p.quick {
		return engine.Pace{}
	}
	pace := engine.Pace{Live: true, Since: int(p.round.since)}
	if p.clock > 0 {
		pace.Clock = int(p.clock)
		pace.TimeUp = engine.Move{Seat: engine.Chance, Verb: verbTime}
	}
	return pace
}

func (Rules) Apply(p *Position, m engine.Move) error {
	if f := p.check(&m); f.code != allowed {
		return p.refuse(f, &m)
	}
	p.moves++
	switch m.Verb {
	case engine.Resign:
		p.resign(m.Seat, m.Args[0] != 0)
	case engine.Skip:
		p.skip(engine.Seat(m.Args[0]))
	case verbDone:
		p.endTurn()
	case verbStuck:
		p.sayStuck(m.Seat)
	case verbTime:
		p.endRound(true)
	default:
		p.act(&m)
		if p.quick && p.stops(p.player(m.Seat)) {
			p.endRound(false)
		}
	}
	return nil
}

// act plays a placement, a special move or a taking back that check has allowed.
func (p *Position) act(m *engine.Move) {
	if p.quick || p.turn.placed == 0 {
		p.fresh = numberSet{}
		p.freshBridges = 0
	}
	switch m.Verb {
	case verbSwap:
		p.swap(swapOf(m))
	case verbTurn:
		p.turnTower(cellIn(m.Args[:1]), Facing(m.Args[1]))
	case verbTake:
		p.takeNoble(m.Seat, cellIn(m.Args[:1]))
	default:
		p.build(m)
	}
}

func (p *Position) build(m *engine.Move) {
	pm := placementOf(m)
	p.place(m.Seat, &pm)
	if p.quick {
		return
	}
	p.turn.placed++
	if pm.size() != 0 {
		p.turn.barred = true
	}
}

// checkEnd checks whether the turn could end as it stands.
func checkEnd(p *Position) string {
	switch {
	case p.stage != Placing:
		return allowed
	case p.turn.placed < minPlaced:
		return refusedFew
	case !p.connected():
		return refusedParts
	case p.turn.first && !p.turn.grown:
		return refusedNotGrown
	}
	return allowed
}

// endTurn passes the turn on. The game ends if all nobles stand or the next has no room (T-5).
func (p *Position) endTurn() {
	if allStand(p) {
		p.finish(p.best())
		return
	}
	last := p.turn
	p.stage = Placing
	p.turn = turn{active: nextSeat(last.active, p.left())}
	p.turn.first = last.first && p.turn.active > last.active
	if room(p, p.turn.active) < minPlaced {
		p.finish(p.best())
	}
}

// Foresee passes over the seats before seat. What they have placed in a turn that goes on stays.
func (Rules) Foresee(p *Position, seat engine.Seat) bool {
	for p.stage != Over && p.turn.active != seat && !p.resigned.Has(seat) {
		p.endTurn()
	}
	return p.stage != Over
}

func allStand(p *Position) bool {
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		if pl := p.player(seat); !p.resigned.Has(seat) && pl.small+pl.large > 0 {
			return false
		}
	}
	return true
}

func (p *Position) finish(winners engine.SeatSet) {
	p.stage = Over
	p.winners = winners
}

// checkLeave checks a skip or a resignation: a begun tactical turn must be able to end (T-15).
func checkLeave(p *Position, seat engine.Seat) string {
	if !p.quick && seat == p.turn.active && p.turn.placed > 0 && checkEnd(p) != allowed {
		return engine.RefusedUnfinished
	}
	return allowed
}

// skip ends a seat's turn, or in quick its round.
func (p *Position) skip(seat engine.Seat) {
	if p.quick {
		p.sayStuck(seat)
		return
	}
	p.endTurn()
}

// resign removes a seat. The last seat left wins, the best one after the last person.
func (p *Position) resign(seat engine.Seat, last bool) {
	p.resigned |= engine.Seats(seat)
	switch {
	case last && p.quick:
		p.finish(p.left().Best(func(a, b engine.Seat) int { return int(p.player(a).won) - int(p.player(b).won) }))
	case last:
		p.finish(p.best())
	case p.left().Len() == 1:
		p.finish(p.left())
	case p.quick:
		p.sayStuck(seat)
	case seat == p.turn.active:
		p.endTurn()
	}
}
