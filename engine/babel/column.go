package babel

import "slices"

// ordered are cards in order. In a pile the last one is on top.
type ordered[Card ~uint8] struct {
	n     uint8
	cards [max(peopleCards, templeCards)]Card // 0 after the last
}

// row is an ordered row of people cards: a column (the newest last) or the draw pile (the next
// last).
type row struct{ ordered[People] }

// trio is the number of consecutive cards that a power needs.
const trio = 3

func (o *ordered[Card]) push(c Card) {
	o.cards[o.n] = c
	o.n++
}

func (o *ordered[Card]) pop() Card {
	o.n--
	c := o.cards[o.n]
	o.cards[o.n] = 0
	return c
}

// last returns the last card, 0 if there is none.
func (o *ordered[Card]) last() Card {
	if o.n == 0 {
		return 0
	}
	return o.cards[o.n-1]
}

func (o *ordered[Card]) list() []Card { return append([]Card(nil), o.cards[:o.n]...) }

// moveTo moves the last n cards to the end of other, in their order.
func (r *row) moveTo(other *row, n uint8) {
	from := r.n - n
	other.n += uint8(copy(other.cards[other.n:], r.cards[from:r.n]))
	clear(r.cards[from:r.n])
	r.n = from
}

// tail returns the number of cards at the end that are of one people.
func (r *row) tail() uint8 {
	n := uint8(0)
	for n < r.n && r.cards[r.n-1-n] == r.last() {
		n++
	}
	return n
}

// trioAt returns the start of the first run of three cards of a people, -1 if there is none (B-4).
func (r *row) trioAt(p People) int {
	run := 0
	for i, card := range r.cards[:r.n] {
		if card != p {
			run = 0
		} else if run++; run == trio {
			return i + 1 - trio
		}
	}
	return -1
}

func (r *row) cut(at int) { r.n = uint8(len(slices.Delete(r.cards[:r.n], at, at+1))) }

// cutAll removes every card of a people and returns their number.
func (r *row) cutAll(p People) uint8 {
	before := r.n
	r.n = uint8(len(slices.DeleteFunc(r.cards[:before], func(card People) bool { return card == p })))
	return before - r.n
}

func (r *row) count(p People) int {
	n := 0
	for _, card := range r.cards[:r.n] {
		if card == p {
			n++
		}
	}
	return n
}

// trios lists the runs of three or more cards of one people.
func (r *row) trios() []Run {
	var all []Run
	for from := 0; from < int(r.n); {
		to := from + 1
		for to < int(r.n) && r.cards[to] == r.cards[from] {
			to++
		}
		if to-from >= trio {
			all = append(all, Run{r.cards[from], from, to})
		}
		from = to
	}
	return all
}
