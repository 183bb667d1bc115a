package babel

import (
	"slices"

	"amytis/engine"
)

// peopleKind is the argument kind of a people, and so of a site.
var peopleKind = engine.Words("A", "H", "M", "P", "S")

// Yard says whose yard a temple card is taken from.
type Yard uint8

const (
	Own Yard = iota + 1
	Opp
)

// String returns the yard's word in the notation, "" for 0.
func (y Yard) String() string { return [...]string{"", "own", "opp"}[y] }

func (y Yard) key() string { return "@yard." + y.String() }

var yardKind = engine.Words(Own.String(), Opp.String())

// maxOwed limits a discard: six halvings of so many cards take at least eight in a column.
const maxOwed = peopleCards - 8

const (
	countBits = 4
	countMask = 1<<countBits - 1
)

// tallyOf unpacks a tally from an argument value: 4 bits for each people.
func tallyOf(v uint32) (t tally) {
	for i := range t {
		t[i] = uint8(v >> (countBits * i) & countMask)
	}
	return t
}

// packed returns the tally as an argument value, which tallyOf unpacks.
func (t *tally) packed() (v uint32) {
	for i, n := range t {
		v |= uint32(n) << (countBits * i)
	}
	return v
}

// cardsKind is the kind of unordered people cards, a packed tally: "A,A,P", letters ascending.
type cardsKind struct{ engine.OneSlot }

func (cardsKind) Valid(v []uint32) bool {
	t := tallyOf(v[0])
	return v[0]>>(countBits*NumPeoples) == 0 && slices.Max(t[:]) <= perPeople && t.size() >= 1 && t.size() <= maxOwed
}

func (cardsKind) Append(dst []byte, v []uint32) []byte {
	first := len(dst)
	t := tallyOf(v[0])
	for p := Assyrians; p <= Sumerians; p++ {
		for range t.count(p) {
			if len(dst) > first {
				dst = append(dst, ',')
			}
			dst = append(dst, peopleLetters[p])
		}
	}
	return dst
}

func (k cardsKind) Parse(text string, v []uint32) bool {
	var t tally
	last := NoPeople
	for i := 0; i < len(text); i += 2 {
		p := peopleOf(text[i])
		if p == NoPeople || p < last || t.count(p) == perPeople || (i > 0 && text[i-1] != ',') {
			return false
		}
		t[p-1]++
		last = p
	}
	v[0] = t.packed()
	return len(text)%2 == 1 && k.Valid(v)
}

const (
	orderWidth = engine.ArgSlots
	perSlot    = 10
	cardBits   = 3
	cardMask   = 1<<cardBits - 1
)

// orderKind is the kind of up to 60 people cards in order: letters. A slot holds 10, 3 bits each.
type orderKind struct{}

func (orderKind) Width() int { return orderWidth }

// cardIn returns the card at place i of a value, NoPeople after the last card.
func cardIn(v []uint32, i int) People {
	return People(v[i/perSlot] >> (cardBits * (i % perSlot)) & cardMask)
}

// putCard writes card p to the empty place i of a value.
func putCard(v []uint32, i int, p People) { v[i/perSlot] |= uint32(p) << (cardBits * (i % perSlot)) }

// tallyOrder counts the cards of an orderKind value by people.
func tallyOrder(v []uint32) (t tally) {
	for i := 0; i < peopleCards && cardIn(v, i) != NoPeople; i++ {
		t[cardIn(v, i)-1]++
	}
	return t
}

func (orderKind) Valid(v []uint32) bool {
	for _, slot := range v {
		if slot>>(cardBits*perSlot) != 0 {
			return false
		}
	}
	var t tally
	end := false
	for i := range peopleCards {
		switch p := cardIn(v, i); {
		case p == NoPeople:
			end = true
		case end || p > Sumerians || t.count(p) == perPeople:
			return false
		default:
			t[p-1]++
		}
	}
	return t != tally{}
}

func (orderKind) Append(dst []byte, v []uint32) []byte {
	for i := 0; i < peopleCards && cardIn(v, i) != NoPeople; i++ {
		dst = append(dst, peopleLetters[cardIn(v, i)])
	}
	return dst
}

func (k orderKind) Parse(text string, v []uint32) bool {
	clear(v)
	if len(text) > peopleCards {
		return false
	}
	for i := range len(text) {
		p := peopleOf(text[i])
		if p == NoPeople {
			return false
		}
		putCard(v, i, p)
	}
	return k.Valid(v)
}
