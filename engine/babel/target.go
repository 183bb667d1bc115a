package babel

import "amytis/engine"

type Action uint8

const (
	DrawCards    = Action(verbDraw)
	Travel       = Action(verbTravel)
	Settle       = Action(verbSettle)
	Build        = Action(verbBuild)
	Migrate      = Action(verbMigrate)
	Demolish     = Action(verbDemolish)
	Steal        = Action(verbSteal)
	Deport       = Action(verbDeport)
	Convert      = Action(verbConvert)
	SkipStep     = Action(verbSkip)
	Halve        = Action(verbHalve)
	DiscardCards = Action(verbDiscard)
	EndTurn      = Action(verbEnd)
)

// String returns the name of the action's verb.
func (a Action) String() string { return info.Verbs[a-1].Name }

// Target is what a player's move acts on, for pictures of moves that are not made yet.
type Target struct {
	Seat   engine.Seat
	Action Action
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
	if !info.WellFormed(m, verbDraw, verbEnd) {
		return Target{}, false
	}
	t = Target{Seat: m.Seat, Action: Action(m.Verb)}
	switch m.Verb {
	case verbTravel, verbSettle, verbDeport, verbHalve:
		t.People = People(m.Args[0])
	case verbMigrate:
		t.People, t.To = People(m.Args[0]), People(m.Args[1])
	case verbBuild, verbSkip:
		t.Yard = Yard(m.Args[0])
	case verbDiscard:
		for i, n := range tallyOf(m.Args[0]) {
			t.Cards[i] = int(n)
		}
	}
	if m.Verb >= verbDemolish && m.Verb <= verbHalve {
		t.Power = powerOf(&m)
	}
	return t, true
}
