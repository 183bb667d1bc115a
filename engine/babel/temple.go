package babel

import "math/bits"

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
