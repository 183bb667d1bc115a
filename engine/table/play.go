package table

import (
	"cmp"

	"amytis/engine"
)

// check refuses an event for tables of another status. 0 stands for any that is not over.
func (s Status) check(wanted Status) error {
	switch {
	case s == Ended:
		return engine.Refuse(RefusedEnded, "")
	case s == Abandoned:
		return engine.Refuse(RefusedAborted, "")
	case s == wanted || wanted == 0:
		return nil
	case s == Running:
		return engine.Refuse(RefusedStarted, "")
	}
	return engine.Refuse(RefusedNotStarted, "")
}

func applyMoved(t *Table, e Event) error {
	m, err := t.Game.ParseMove(e.Move)
	if err != nil {
		return err
	}
	if err := cmp.Or(t.checkRoundBegun(m), t.checkActs(m, e.By)); err != nil {
		return err
	}
	if m.Verb == engine.Resign {
		t.Resigned |= engine.Seats(m.Seat)
	} else if m.Seat != engine.Chance && e.By != 0 && e.By == t.StandIns[m.Seat] {
		t.Assisted |= engine.Seats(m.Seat)
	}
	entry := Entry{Move: m, At: e.At, By: e.By, Version: t.Version, Auto: e.Auto, Choice: e.Choice}
	if t.Reserve != 0 {
		wait := t.Waits[m.Seat]
		entry.Timed = wait.Until != 0
		entry.Left = wait.left(e.At)
		entry.Reserved = t.Reserved[m.Seat]
	}
	t.Moves = append(t.Moves, entry)
	if t.State, err = t.State.Apply(m); err != nil {
		return err
	}
	if m.Verb == engine.Skip {
		t.Acted[m.Args[0]] = t.Version
		t.Skipped[m.Args[0]]++
		return nil
	}
	t.Acted[m.Seat] = t.Version
	t.Chosen[m.Seat] = e.Then
	if !e.Auto { // an automatic step does not show that the player is there
		t.Skipped[m.Seat] = 0
		wait := &t.Waits[m.Seat]
		wait.Undid = false
		wait.Looked = wait.PingHeld != 0
	}
	return nil
}

// GoOn returns the event by which a seat in turn goes on with the set-up as chosen, without what is
// no longer legal, false if none does.
func (t *Table) GoOn(at int64) (e Event, ok bool) {
	for _, seat := range t.Turn().Slice() {
		for i, text := range t.Chosen[seat] {
			e = MoveText(text, t.Player(seat).User, at)
			e.Then = t.Chosen[seat][i+1:]
			if _, err := t.Next(e); err == nil {
				return e, true
			}
		}
	}
	return Event{}, false
}

func applyUndone(t *Table, e Event) error {
	if lastMove(t.Moves, e.Seat) < 0 {
		return engine.Refuse(RefusedNothingToUndo, "")
	}
	t.Acted[e.Seat] = t.Version
	t.Waits[e.Seat].Undid = true
	return t.takeBack(e.Seat)
}

// lastMove returns the index of a seat's last move that was not given, -1 without one.
func lastMove(moves []Entry, seat engine.Seat) int {
	for i := len(moves) - 1; i >= 0 && !moves[i].Given; i-- {
		if moves[i].Move.Seat == seat {
			return i
		}
	}
	return -1
}

func applyAborted(t *Table, e Event) error {
	t.Status = Abandoned
	t.Lost = e.By == 0
	t.Idle = e.Auto
	t.End = e.At
	return nil
}

// EndTurn returns the events for a seat's resignation or skip m, after undos where the turn could
// not end otherwise (T-15). When the last person resigns, the game is over.
func (t *Table) EndTurn(seat engine.Seat, m engine.Move, by UserID, at int64) ([]Event, error) {
	var events []Event
	if m.Verb == engine.Resign && (t.seatedComputers()|t.Resigned|engine.Seats(seat)).Len() == len(t.Players) {
		m = engine.LastResignMove(seat)
	}
	last := Move(t.Game, m, by, at)
	for {
		_, err := t.Next(last)
		if engine.RefusalCode(err) != engine.RefusedUnfinished {
			return append(events, last), err
		}
		back := Undo(seat, by, at)
		if t, err = t.Next(back); err != nil {
			return nil, err
		}
		events = append(events, back)
	}
}
