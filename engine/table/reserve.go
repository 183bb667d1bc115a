package table

import "amytis/engine"

// firstReserve is the reserve with which a seat or its new player begins, in milliseconds: a missed
// day does no harm, and a seat that nobody plays is noticed after two turns.
func (t *Table) firstReserve() int64 { return min(t.Limit, t.Reserve).ms() }

// LimitEnd returns when a seat's limit ends and its reserve begins, in Unix milliseconds, or 0.
func (t *Table) LimitEnd(seat engine.Seat) int64 {
	if t.Waits[seat].Until == 0 {
		return 0
	}
	return t.Waits[seat].Until - t.Reserved[seat]
}

// settle updates the reserve of a seat whose running limit ends with event e: what is left of its
// time if its player has moved, else no more than before, and nothing after a skip.
func (t *Table) settle(e Event, seat engine.Seat) {
	if wait := t.Waits[seat]; wait.Until != 0 && t.Reserve != 0 {
		highest := t.Reserved[seat]
		switch {
		case t.skipped(e, seat):
			highest = 0
		case t.endedBy(e, seat):
			highest = t.Reserve.ms()
		}
		t.Reserved[seat] = min(wait.left(e.At), highest)
	}
	if e.Kind == Replaced && e.Seat == seat {
		t.Reserved[seat] = t.firstReserve()
	}
}

func (t *Table) skipped(e Event, seat engine.Seat) bool {
	if e.Kind != Moved {
		return false
	}
	m := t.Moves[len(t.Moves)-1].Move
	return m.Verb == engine.Skip && engine.Seat(m.Args[0]) == seat
}

// endedBy reports whether event e is an act of a seat, or chance after one in the same wait.
func (t *Table) endedBy(e Event, seat engine.Seat) bool {
	switch e.Kind {
	case Readied:
		return e.Seat == seat
	case Moved:
		i := len(t.Moves) - 1
		for i > 0 && t.Moves[i].Move.Seat == engine.Chance && t.Moves[i].Move.Verb != engine.Skip {
			i--
		}
		last := t.Moves[i]
		return last.Move.Seat == seat && (last.Version == t.Version || last.At > t.Waits[seat].Since)
	}
	return false
}

// undone returns the move that event e takes back, the zero Entry if it is no undo.
func (t *Table) undone(e Event) Entry {
	if e.Kind != Undone {
		return Entry{}
	}
	last := lastMove(t.Moves, e.Seat)
	if last < 0 {
		return Entry{}
	}
	return t.Moves[last]
}

// resume corrects the time of a seat after event e, which has taken back a move. If that was of an
// earlier turn, the seat has the time that it had then, or what it has now if that is less: nobody
// gains time by an undo. Without a reserve the limit starts afresh, but not for a new player.
func (t *Table) resume(e Event, undone Entry) {
	if !undone.Timed {
		return
	}
	wait := &t.Waits[e.Seat]
	replaced := wait.Since < e.At && undone.By != t.Player(e.Seat).User
	if wait.Until == 0 || undone.At > wait.Since || replaced {
		return
	}
	now := wait.left(e.At)
	left := min(undone.Left, now)
	wait.Until += left - now
	t.Reserved[e.Seat] = min(undone.Reserved, left)
}
