package table

import (
	"strings"

	"amytis/engine"
)

// learn notes the name that the author of an event has now, and which names read the same. A name
// may end like one with a seat beside it.
func (t *Table) learn(e Event) {
	if i := t.index(e.By); i >= 0 && e.User == 0 && e.Name != "" {
		t.Players[i].Name = e.Name
	}
	for i := range t.Players {
		p := &t.Players[i]
		p.Seat = engine.Seat(i + 1)
		p.Namesake = false
		for j, other := range t.Players {
			one, _, _ := strings.Cut(p.Name, " (")
			another, _, _ := strings.Cut(other.Name, " (")
			p.Namesake = p.Namesake || i != j && !p.IsComputer() && !other.IsComputer() && strings.EqualFold(one, another)
		}
	}
}
