package babel

import (
	"math/bits"
	"slices"
)

// ordered are cards in order. In a pile the last one is on top.
type ordered[Card ~uint8] struct {
	n     uint8
	cards [max(peopleCards, templeCards)]Card // 0 after the last
}

// row is people cards in order: a column (the newest last) or the draw pile (the next last).
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

// Step is the value of a temple card, 1 to 6, or 0 for no card.
type Step uint8

const (
	topStep     = 6
	templeCards = 45
	inQuarry    = templeCards - 2 // two starting 1s are in the yards
)

// perStep is the number of temple cards of each value.
var perStep = [topStep + 1]uint8{0, 10, 9, 8, 7, 6, 5}

// temple is a set of temple cards, one bit each: a higher card always lies on a lower one.
type temple uint8

// top returns the highest card, 0 if there is none. It is the temple's worth in points.
func (t temple) top() Step { return Step(bits.Len8(uint8(t))) }

func (t temple) withStep(s Step) temple { return t | 1<<(s-1) }

func (t temple) withoutStep(s Step) temple { return t &^ (1 << (s - 1)) }

// list returns the cards from the bottom to the top.
func (t temple) list() []Step {
	var all []Step
	for s := Step(1); s <= topStep; s++ {
		if t&(1<<(s-1)) != 0 {
			all = append(all, s)
		}
	}
	return all
}

// pile is a pile of temple cards: the quarry or a yard.
type pile struct{ ordered[Step] }
