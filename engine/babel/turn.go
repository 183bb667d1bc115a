package babel

import (
	"cmp"

	"amytis/engine"
)

// The numbers of cards that are drawn.
const (
	dealt    = 5 // people cards in the set-up
	drawn    = 3 // people cards in step 1
	supplied = 2 // temple cards in step 3
)

// Turn returns the active seat, and the opponent while it owes discards (B-2).
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

// draw gives the active seat n people cards, or all there are, then waits for a shuffle.
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

// Chance returns a shuffle of the discards.
func (Rules) Chance(p *Position, r engine.Rand) engine.Move {
	m := engine.Move{Seat: engine.Chance, Verb: verbShuffle}
	cards := p.discards.list()
	engine.Shuffle(r, cards)
	for i, card := range cards {
		putCard(m.Args[:], i, card)
	}
	return m
}

// shuffle makes the discards the new draw pile, in the given order, and completes the draw.
func (p *Position) shuffle(order *[engine.ArgSlots]uint32) {
	for i := p.discards.size() - 1; i >= 0; i-- {
		p.people.push(cardIn(order[:], i))
	}
	p.discards = tally{}
	n := p.missing
	p.missing = 0
	p.draw(n)
}

func (p *Position) discard(seat engine.Seat, cards tally) {
	pl := p.player(seat)
	pl.hand.remove(cards)
	pl.owed = 0
	p.discards.add(cards)
	p.answered = p.acted
}

// supply does step 3: two temple cards go onto the yard, the lower one on top. Then the other's
// turn begins, or the quarry is empty and the game ends: the higher total wins, then more cards.
func (p *Position) supply() {
	me := p.player(p.active)
	first := p.supplyCard()
	if p.quarry.n > 0 {
		second := p.supplyCard()
		me.yard.push(max(first, second))
		first = min(first, second)
	}
	me.yard.push(first)
	if p.quarry.n == 0 {
		p.finish(QuarryEmpty, engine.Seats(1, 2).Best(func(a, b engine.Seat) int {
			mine, theirs := p.player(a), p.player(b)
			return cmp.Or(mine.total()-theirs.total(), mine.keeps()-theirs.keeps())
		}))
		return
	}
	p.active = other(p.active)
	p.stage = Drawing
	p.migrated = false
	p.acted, p.answered = 0, 0
}

func (p *Position) supplyCard() Step {
	if p.returned > 0 {
		p.returned--
	}
	return p.quarry.pop()
}

// skipTurn ends the active seat's turn. What it did stays (B-10).
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

// firstCards returns the first n cards of the hand in alphabetical order.
func (pl *player) firstCards(n uint8) (cards tally) {
	for i, of := range pl.hand {
		cards[i] = min(n, of)
		n -= cards[i]
	}
	return cards
}
