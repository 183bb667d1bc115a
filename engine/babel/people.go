package babel

// People is one of the five peoples and the site of the same name; the zero
// value is none: of a pawn, the quarry that it starts in.
type People uint8

// The peoples, in the alphabetical order of their letters A H M P S.
const (
	NoPeople People = iota
	Assyrians
	Hittites
	Medes
	Persians
	Sumerians
)

// NumPeoples counts the peoples, and the sites: People runs from 1 to it.
const NumPeoples = 5

const (
	perPeople   = 12
	peopleCards = NumPeoples * perPeople
)

const peopleLetters = "-AHMPS"

func (p People) String() string { return peopleLetters[p : p+1] }

// key is the catalogs' word for the people, as facts have it.
func (p People) key() string { return "@people." + p.String() }

// peopleOf reads a letter, NoPeople if it is none's.
func peopleOf(letter byte) People {
	for p := Assyrians; p <= Sumerians; p++ {
		if peopleLetters[p] == letter {
			return p
		}
	}
	return NoPeople
}

// tally is a number of cards of each people: a hand, or the discards.
type tally [NumPeoples]uint8

func (t *tally) of(p People) uint8 { return t[p-1] }

// size is the number of cards.
func (t *tally) size() int {
	n := 0
	for _, of := range t {
		n += int(of)
	}
	return n
}

// holds reports whether all cards of u are in t.
func (t *tally) holds(u tally) bool {
	for i := range t {
		if t[i] < u[i] {
			return false
		}
	}
	return true
}

func (t *tally) add(u tally) {
	for i := range t {
		t[i] += u[i]
	}
}

func (t *tally) remove(u tally) {
	for i := range t {
		t[i] -= u[i]
	}
}

// list is the cards in the order of the peoples.
func (t *tally) list() []People {
	var all []People
	for i, n := range t {
		for range n {
			all = append(all, People(i+1))
		}
	}
	return all
}
