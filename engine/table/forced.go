package table

import "amytis/engine"

// Forced is the only step that a seat in turn can take.
type Forced struct {
	Move   engine.Move
	Since  int64 // when the seat came to have no other step, in Unix milliseconds
	Begins bool  // the step begins a turn in which the player can take nothing back
}

// Forced returns the only step that a person in turn can take. ok is false if there are several, or
// announcing the step would give away a hidden hand; in a game against a clock, where the moment is
// a choice; after an undo, until the player acts; and if an undo could still prevent a loss.
func (t *Table) Forced(seat engine.Seat) (f Forced, ok bool) {
	people := t.Turn() &^ t.Computers() &^ t.StoodIn()
	if t.Planner != 0 || t.Round.Waiting || seat == engine.Chance || !people.Has(seat) || t.Waits[seat].Undid {
		return Forced{}, false
	}
	if pace := t.State.Pace(); pace.Live || pace.Clock != 0 {
		return Forced{}, false
	}
	m, only := onlyMove(t.State, seat)
	if !only || !t.evident(t.State, m) {
		return Forced{}, false
	}
	f = Forced{Move: m, Since: t.Waits[seat].Since}
	settled := true
	if i := lastMove(t.Moves, seat); i >= 0 {
		f.Since = max(f.Since, t.Moves[i].At)
		settled = t.Game.Info().VerbInfo(t.Moves[i].Move.Verb).Final
	}
	if !settled && t.State.Describe(m).Loss != "" {
		return Forced{}, false
	}
	f.Begins = settled && t.Ended(m) == 0
	return f, true
}

// NoChoice reports whether a person in turn has only forced steps until the turn is over.
func (t *Table) NoChoice(seat engine.Seat) bool {
	const maxForced = 8 // more than the forced steps of any turn
	f, ok := t.Forced(seat)
	s := t.State
	m := f.Move
	for range maxForced {
		if !ok {
			return false
		}
		if t.Ended(m).Has(seat) {
			return true
		}
		next, err := s.Apply(m)
		if err != nil || next.Turn().Has(engine.Chance) {
			return false // what chance decides may leave a choice
		}
		if !next.Turn().Has(seat) {
			return true
		}
		s = next
		m, ok = onlyMove(s, seat)
		ok = ok && t.evident(s, m)
	}
	return false
}

// PlayForced returns the event by which the program takes a forced step for the player of its seat.
func (t *Table) PlayForced(f Forced, at int64) Event {
	e := Move(t.Game, f.Move, t.Player(f.Move.Seat).User, at)
	e.Auto = true
	return e
}

// onlyMove returns the legal move of a seat in turn if there is exactly one. Random moves mostly
// prove soon that there are more, much quicker than a list of all.
func onlyMove(s engine.State, seat engine.Seat) (m engine.Move, only bool) {
	const draws = 6
	mind := s.Mind()
	chance := fixedRand(1)
	first := mind.Draw(seat, &chance)
	for range draws {
		if mind.Draw(seat, &chance) != first {
			return engine.Move{}, false
		}
	}
	legal := s.Legal(seat, nil)
	if len(legal) != 1 {
		return engine.Move{}, false
	}
	return legal[0], true
}

// evident reports whether the others know that a move is the only one of its seat: it still is
// when what they cannot see is dealt anew.
func (t *Table) evident(s engine.State, m engine.Move) bool {
	const deals = 8
	chance := fixedRand(2)
	for i := range t.Players {
		other := engine.Seat(i + 1)
		if other == m.Seat {
			continue
		}
		for range deals {
			imagined := s.Mind()
			imagined.Imagine(other, &chance)
			if only, ok := onlyMove(imagined.State(), m.Seat); !ok || only != m {
				return false
			}
		}
	}
	return true
}

// fixedRand gives the same numbers each time. Its value is the last one.
type fixedRand uint64

func (r *fixedRand) IntN(n int) int {
	*r = *r*6364136223846793005 + 1442695040888963407 // Knuth's MMIX generator
	return int(uint64(*r) >> 33 % uint64(n))
}
