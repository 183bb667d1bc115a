package babel

import (
	"strings"

	"amytis/engine"
)

// People is a people, and the site of the same name. For a pawn, 0 is the quarry where it starts.
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

const (
	NumPeoples  = 5 // number of peoples and of sites: People runs from 1 to it
	perPeople   = 12
	peopleCards = NumPeoples * perPeople
)

const peopleLetters = "-AHMPS"

func (p People) String() string { return peopleLetters[p : p+1] }

func (p People) key() string { return "@people." + p.String() }

// peopleOf returns the people with that letter, NoPeople if there is none.
func peopleOf(letter byte) People { return People(max(0, strings.IndexByte(peopleLetters, letter))) }

// tally counts cards by people: a hand, or the discards.
type tally [NumPeoples]uint8

func (t *tally) count(p People) uint8 { return t[p-1] }

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

// remove removes the cards of u, which must be in t.
func (t *tally) remove(u tally) {
	for i := range t {
		t[i] -= u[i]
	}
}

func (t *tally) list() []People {
	var all []People
	for i, n := range t {
		for range n {
			all = append(all, People(i+1))
		}
	}
	return all
}

// The icons in the order of info.Icons, behind the icons of the peoples (PeopleIcon).
const (
	CardIcon engine.Icon = NumPeoples + iota + 1 // people cards that are drawn
	DiscardIcon
	MigrateIcon
	TempleIcon
)

// PeopleIcon returns the icon of a people, of its site and of the power of its trios.
func PeopleIcon(p People) engine.Icon { return engine.Icon(p) }

func cardIcon(letter string) engine.Icon { return PeopleIcon(peopleOf(letter[0])) }

var iconNames = []string{
	"assyrians", "hittites", "medes", "persians", "sumerians", "people_cards", "discard", "migration", "temple",
}
