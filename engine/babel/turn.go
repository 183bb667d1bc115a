package babel

import "amytis/engine"

// The cards of a turn's steps.
const (
	dealt    = 5 // people cards at the beginning
	drawn    = 3 // people cards in step 1
	supplied = 2 // temple cards in step 3
)

// Turn is the set of seats that may act.
func (Rules) Turn(p *Position) engine.SeatSet {
	switch p.stage {
	case Over:
		return 0
	case Shuffling:
		return engine.Seats(engine.Chance)
	}
	turn := engine.Seats(p.active)
	if p.player(other(p.active)).owed > 0 {
		turn |= engine.Seats(other(p.active))
	}
	return turn
}

// draw gives the active seat n people cards, or what there is. It waits for a
// shuffle where the pile does not suffice.
func (p *Position) draw(n uint8) {
	me := p.player(p.active)
	for ; n > 0 && p.people.n > 0; n-- {
		me.hand[p.people.pop()-1]++
	}
	if n > 0 && p.discards.size() > 0 {
		p.stage = Shuffling
		p.missing = n
		return
	}
	p.stage = Acting
	if p.skipping {
		p.skipping = false
		p.supply()
	}
}

// Chance shuffles the discards.
func (Rules) Chance(p *Position, r engine.Rand) engine.Move {
	m := engine.Move{Seat: engine.Chance, Verb: verbShuffle}
	cards := p.discards.list()
	shuffle(r, cards)
	for i, card := range cards {
		putCard(m.Args[:], i, card)
	}
	return m
}

// shuffle makes the discards the draw pile, in the order of a move of chance,
// and goes on drawing.
func (p *Position) shuffle(order *[engine.ArgSlots]uint32) {
	for i := p.discards.size() - 1; i >= 0; i-- {
		p.people.push(cardIn(order[:], i))
	}
	p.discards = tally{}
	n := p.missing
	p.missing = 0
	p.draw(n)
}

// discard is a seat's answer to having been halved (B-2).
func (p *Position) discard(seat engine.Seat, cards tally) {
	pl := p.player(seat)
	pl.hand.remove(cards)
	pl.owed = 0
	p.discards.add(cards)
	p.answered = p.acted
}

// supply is step 3: temple cards come onto the yard, the lowest on top, and the
// other's turn begins. Who takes the last one ends the game.
func (p *Position) supply() {
	me := p.player(p.active)
	first := p.quarry.pop()
	if p.quarry.n > 0 {
		second := p.quarry.pop()
		me.yard.push(max(first, second))
		first = min(first, second)
	}
	me.yard.push(first)
	if p.quarry.n == 0 {
		p.finishQuarry()
		return
	}
	p.active = other(p.active)
	p.stage = Drawing
	p.migrated = false
	p.acted, p.answered = 0, 0
}

// finishQuarry decides by the totals, then by the cards in hand.
func (p *Position) finishQuarry() {
	lead := p.players[0].total() - p.players[1].total()
	if lead == 0 {
		lead = p.players[0].keeps() - p.players[1].keeps()
	}
	switch {
	case lead > 0:
		p.finish(QuarryEmpty, 1)
	case lead < 0:
		p.finish(QuarryEmpty, 2)
	default:
		p.finish(QuarryEmpty, 1, 2)
	}
}

// skipTurn ends the active seat's turn with what it has done so far (B-10).
func (p *Position) skipTurn() {
	me := p.player(p.active)
	if me.owed > 0 {
		p.discard(p.active, me.firstCards(me.owed))
	}
	if p.stage == Drawing {
		p.skipping = true
		p.draw(drawn)
		return
	}
	p.supply()
}

// firstCards are the n first cards of the hand in alphabetical order.
func (pl *player) firstCards(n uint8) (cards tally) {
	for i, of := range pl.hand {
		cards[i] = min(n, of)
		n -= cards[i]
	}
	return cards
}

// resign leaves the game to the other.
func (p *Position) resign(seat engine.Seat) { p.finish(Resigned, other(seat)) }
