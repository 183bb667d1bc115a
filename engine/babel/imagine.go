package babel

import "amytis/engine"

// Imagine deals anew the draw pile, the hands of others and the covered cards of the quarry.
func (Rules) Imagine(p *Position, seat engine.Seat, r engine.Rand) {
	var hidden tally
	for _, card := range p.people.cards[:p.people.n] {
		hidden[card-1]++
	}
	for i := range p.players {
		if engine.Seat(i+1) != seat {
			hidden.add(p.players[i].hand)
		}
	}
	var room [peopleCards]People
	cards := room[:0]
	for i, n := range hidden {
		for range n {
			cards = append(cards, People(i+1))
		}
	}
	engine.Shuffle(r, cards)
	for i := range p.players {
		if pl := &p.players[i]; engine.Seat(i+1) != seat {
			n := pl.hand.size()
			pl.hand = tally{}
			for _, card := range cards[:n] {
				pl.hand[card-1]++
			}
			cards = cards[n:]
		}
	}
	copy(p.people.cards[:], cards)
	p.imagineQuarry(r)
}

// imagineQuarry shuffles the covered cards of the quarry, sorted first.
func (p *Position) imagineQuarry(r engine.Rand) {
	covered := p.quarry.cards[:p.quarry.n-p.returned]
	var count [topStep + 1]uint8
	for _, s := range covered {
		count[s]++
	}
	next := covered
	for s, n := range count {
		for i := range n {
			next[i] = Step(s)
		}
		next = next[n:]
	}
	engine.Shuffle(r, covered)
}

// Foresee lets seat act with the hand that it has: neither does it draw, nor does the other supply.
func (Rules) Foresee(p *Position, seat engine.Seat) bool {
	p.active, p.stage = seat, Acting
	p.migrated, p.acted, p.answered = false, 0, 0
	return true
}
