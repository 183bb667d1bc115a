package babel

import "amytis/engine"

// Target is what a player's move acts on, for pictures of moves that are not made yet.
type Target struct {
	Seat   engine.Seat
	Action engine.Verb
	// People is what the move names, the site for Travel and the origin for Migrate, or NoPeople.
	People People
	To     People // the site that the cards of Migrate go to
	Yard   Yard   // where Build and SkipStep take the temple card from
	// Power is the people whose trio pays for a power, NoPeople for moves that are not powers.
	Power People
	Cards [NumPeoples]int // the number of cards of people p that DiscardCards puts down
}

// TargetOf returns what m acts on, false for an invalid move and for chance.
func TargetOf(m engine.Move) (t Target, ok bool) {
	if !info.WellFormed(m, DrawCards, EndTurn) {
		return Target{}, false
	}
	t = Target{Seat: m.Seat, Action: m.Verb}
	switch m.Verb {
	case Travel, Settle, Deport, Halve:
		t.People = People(m.Args[0])
	case Migrate:
		t.People, t.To = People(m.Args[0]), People(m.Args[1])
	case Build, SkipStep:
		t.Yard = Yard(m.Args[0])
	case DiscardCards:
		for i, n := range tallyOf(m.Args[0]) {
			t.Cards[i] = int(n)
		}
	}
	if m.Verb >= Demolish && m.Verb <= Halve {
		t.Power = powerOf(&m)
	}
	return t, true
}
