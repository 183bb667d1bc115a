package table

import (
	"errors"
	"slices"

	"amytis/engine"
)

// checkRunning refuses an event unless the game is running.
func (s Status) checkRunning() error {
	switch s {
	case Running:
		return nil
	case Lobby:
		return engine.Refuse(RefusedNotStarted, "")
	}
	return s.refuseOver()
}

// applyMoved adds the event's move to Moves. applyToState applies it.
func applyMoved(t *Table, e Event) error {
	if err := t.Status.checkRunning(); err != nil {
		return err
	}
	m, err := t.Game.ParseMove(e.Move)
	if err != nil {
		return err
	}
	t.Moves = append(t.Moves, Entry{Move: m, At: e.At, By: e.By, Version: t.Version})
	t.Acted[m.Seat] = t.Version
	if m.Verb == engine.Skip {
		t.Skipped[m.Args[0]]++
	} else {
		t.Skipped[m.Seat] = 0
	}
	return nil
}

// applyUndone removes a seat's last move from Moves. It refuses a move that is final.
func applyUndone(t *Table, e Event) error {
	if err := t.Status.checkRunning(); err != nil {
		return err
	}
	i := lastMove(t.Moves, e.Seat)
	if i < 0 {
		return engine.Refuse(RefusedNothingToUndo, "")
	}
	m := t.Moves[i].Move
	if t.Game.Info().VerbInfo(m.Verb).Final {
		return engine.Refuse(RefusedUndoFinal, "", "move", string(t.Game.AppendMove(nil, m)[2:]))
	}
	t.Moves = slices.Delete(slices.Clone(t.Moves), i, i+1)
	t.Acted[e.Seat] = t.Version
	return nil
}

// lastMove returns the index of a seat's last move in Moves, or -1.
func lastMove(moves []Entry, seat engine.Seat) int {
	for i := len(moves) - 1; i >= 0; i-- {
		if moves[i].Move.Seat == seat {
			return i
		}
	}
	return -1
}

// stateAfterUndo returns the state after Moves, from which a move of seat has just been removed. It
// refuses if another seat would be affected (in gardens: G-10). before is the state with that move.
func (t *Table) stateAfterUndo(seat engine.Seat, before engine.State) (engine.State, error) {
	if before.Pace().Live {
		return nil, engine.Refuse(RefusedUndoLive, "")
	}
	moves := make([]engine.Move, len(t.Moves))
	for i := range t.Moves {
		moves[i] = t.Moves[i].Move
	}
	s, _, err := t.Game.Replay(t.Options, t.SeatInfos(), t.Setup, moves)
	var refused *engine.RuleError
	if errors.As(err, &refused) || (err == nil && !s.Unaffected(before, seat)) {
		return nil, engine.Refuse(RefusedUndoOthers, "")
	}
	return s, err
}

// applyAborted ends the table without a result.
func applyAborted(t *Table, e Event) error {
	if t.Status != Running && t.Status != Lobby {
		return t.Status.refuseOver()
	}
	t.Status = Abandoned
	t.Lost = e.By == 0
	t.End = e.At
	return nil
}

// EndTurn returns the events by which a seat resigns or is skipped; m is that move. If the turn
// could not end as it stands, they first take back the seat's moves of the turn (T-15).
func (t *Table) EndTurn(seat engine.Seat, m engine.Move, by UserID, at int64) ([]Event, error) {
	var events []Event
	last := Move(t.Game, m, by, at)
	for {
		_, err := t.Next(last)
		var refused *engine.RuleError
		if !errors.As(err, &refused) || refused.Code != engine.RefusedUnfinished {
			return append(events, last), err
		}
		back := Undo(seat, by, at)
		if t, err = t.Next(back); err != nil {
			return nil, err
		}
		events = append(events, back)
	}
}
