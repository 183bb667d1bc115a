package babel

import "math/bits"

// Step is the value of a temple card, 1 to 6; the zero value is none.
type Step uint8

const (
	topStep     = 6
	templeCards = 45
	inQuarry    = templeCards - 2 // two starting 1s are taken out
)

// perStep counts the temple cards by value.
var perStep = [topStep + 1]uint8{0, 10, 9, 8, 7, 6, 5}

// temple is the set of its cards, a bit each: a higher one always lies on a
// lower one.
type temple uint8

// top is the highest card, which is what the temple is worth; 0 if there is
// none.
func (t temple) top() Step { return Step(bits.Len8(uint8(t))) }

func (t temple) with(s Step) temple    { return t | 1<<(s-1) }
func (t temple) without(s Step) temple { return t &^ (1 << (s - 1)) }

// list is the cards from the bottom to the top.
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
type pile struct {
	n     uint8
	cards [templeCards]Step // from the bottom; 0 above the top
}

func (p *pile) push(s Step) {
	p.cards[p.n] = s
	p.n++
}

// pop takes the top card.
func (p *pile) pop() Step {
	p.n--
	s := p.cards[p.n]
	p.cards[p.n] = 0
	return s
}

// top is the top card, 0 if there is none.
func (p *pile) top() Step {
	if p.n == 0 {
		return 0
	}
	return p.cards[p.n-1]
}

func (p *pile) list() []Step { return append([]Step(nil), p.cards[:p.n]...) }
