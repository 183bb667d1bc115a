package babel

import "amytis/engine"

// migrants is the number of cards that a migration moves.
const migrants = 3

// act plays an action that check has allowed, then checks the totals.
func (p *Position) act(m *engine.Move) {
	me, opponent := p.player(m.Seat), p.player(other(m.Seat))
	p.acted++
	switch m.Verb {
	case Travel:
		me.pawn = People(m.Args[0])
		me.hand[me.pawn-1]--
		p.discards[me.pawn-1]++
	case Settle:
		card := People(m.Args[0])
		me.hand[card-1]--
		me.column(me.pawn).push(card)
	case Build:
		p.build(m)
	case Migrate:
		p.migrated = true
		me.column(People(m.Args[0])).moveTo(me.column(People(m.Args[1])), migrants)
	default:
		column := me.column(me.pawn)
		column.cut(column.trioAt(powerOf(m))) // one card of the people's first trio (B-4)
		p.discards[powerOf(m)-1]++
		p.use(m, me, opponent)
	}
	p.checkTotals(m.Seat)
}

// build puts the top card of a yard on the temple at the pawn's site.
func (p *Position) build(m *engine.Move) {
	me := p.player(m.Seat)
	from := me
	if Yard(m.Args[0]) == Opp {
		from = p.player(other(m.Seat))
	}
	t := me.temple(me.pawn)
	*t = t.withStep(from.yardTop())
	if from.start {
		from.start = false
	} else {
		from.yard.pop()
	}
}

// use applies a power after its card was discarded.
func (p *Position) use(m *engine.Move, me, opponent *player) {
	site := me.pawn
	mine, theirs := me.column(site), opponent.column(site)
	temple := opponent.temple(site)
	switch m.Verb {
	case Demolish:
		for _, s := range p.demolished(*temple) {
			p.quarry.push(s)
			p.returned++
		}
		*temple = 0
	case Steal:
		card := temple.top()
		*temple = temple.withoutStep(card)
		*me.temple(site) = me.temple(site).withStep(card)
	case Deport:
		p.discards[m.Args[0]-1] += theirs.cutAll(People(m.Args[0]))
	case Convert:
		theirs.moveTo(mine, theirs.tail())
	case SkipStep:
		p.build(m)
	case Halve:
		opponent.owed += uint8(opponent.keeps() / 2)
	}
}

// The totals that decide the game (babel.md, "End").
const (
	finalTotal   = 15 // begins the final phase, or wins
	winningTotal = 20 // wins in the final phase
	safeTotal    = 10 // a lower total loses
)

// checkTotals checks the totals after an action of seat, which may have changed both.
func (p *Position) checkTotals(seat engine.Seat) {
	mine, theirs := p.player(seat).total(), p.player(other(seat)).total()
	if !p.final && mine >= finalTotal {
		if theirs < safeTotal {
			p.finish(Fifteen, engine.Seats(seat))
			return
		}
		p.final = true
	}
	switch {
	case !p.final:
	case mine >= winningTotal:
		p.finish(Twenty, engine.Seats(seat))
	case theirs < safeTotal:
		p.finish(BelowTen, engine.Seats(seat))
	}
}

func (p *Position) finish(reason Reason, winners engine.SeatSet) {
	p.stage, p.reason, p.winners = Over, reason, winners
}
