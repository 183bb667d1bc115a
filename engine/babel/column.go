package babel

// row is people cards in an order: a column, the newest card last, or the draw
// pile, the next card last.
type row struct {
	n     uint8
	cards [peopleCards]People // 0 behind the last
}

// trio is the number of consecutive cards that gives a power.
const trio = 3

func (r *row) push(p People) {
	r.cards[r.n] = p
	r.n++
}

// pop takes the last card.
func (r *row) pop() People {
	r.n--
	p := r.cards[r.n]
	r.cards[r.n] = NoPeople
	return p
}

// last is the last card, NoPeople if there is none.
func (r *row) last() People {
	if r.n == 0 {
		return NoPeople
	}
	return r.cards[r.n-1]
}

// moveTo takes the last n cards to the end of other, in their order.
func (r *row) moveTo(other *row, n uint8) {
	from := r.n - n
	other.n += uint8(copy(other.cards[other.n:], r.cards[from:r.n]))
	clear(r.cards[from:r.n])
	r.n = from
}

// tail is the number of cards at the end that are of one people.
func (r *row) tail() uint8 {
	n := uint8(0)
	for n < r.n && r.cards[r.n-1-n] == r.last() {
		n++
	}
	return n
}

// trioAt is where the first run of three of a people starts, -1 if there is
// none (B-4).
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

// cut takes out the card at a place.
func (r *row) cut(at int) {
	copy(r.cards[at:], r.cards[at+1:r.n])
	r.n--
	r.cards[r.n] = NoPeople
}

// cutAll takes out every card of a people and counts them.
func (r *row) cutAll(p People) uint8 {
	kept := uint8(0)
	for _, card := range r.cards[:r.n] {
		if card != p {
			r.cards[kept] = card
			kept++
		}
	}
	n := r.n - kept
	clear(r.cards[kept:r.n])
	r.n = kept
	return n
}

// count is the number of cards of a people.
func (r *row) count(p People) int {
	n := 0
	for _, card := range r.cards[:r.n] {
		if card == p {
			n++
		}
	}
	return n
}

func (r *row) list() []People { return append([]People(nil), r.cards[:r.n]...) }

// trios lists the runs of three or more.
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
