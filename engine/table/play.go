package table

import (
	"errors"
	"slices"

	"amytis/engine"
)

// running refuses what only a running game allows.
func (t *Table) running() error {
	switch t.Status {
	case Running:
		return nil
	case Lobby:
		return engine.Refuse(RefusedNotStarted, "")
	}
	return t.refuseOver()
}

func (t *Table) move(e Event) error {
	if err := t.running(); err != nil {
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

// undo takes back the last standing move of a seat.
func (t *Table) undo(e Event) error {
	if err := t.running(); err != nil {
		return err
	}
	i := t.lastOf(e.Seat)
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

// lastOf finds the last standing move of a seat, -1 if there is none.
func (t *Table) lastOf(seat engine.Seat) int {
	for i := len(t.Moves) - 1; i >= 0; i-- {
		if t.Moves[i].Move.Seat == seat {
			return i
		}
	}
	return -1
}

// without plays the moves that are left, those before less the last of seat, and
// makes sure that nobody else is affected (in gardens: G-10).
func (t *Table) without(seat engine.Seat, before engine.State) (engine.State, error) {
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

func (t *Table) abort(e Event) error {
	if t.Status != Running && t.Status != Lobby {
		return t.refuseOver()
	}
	t.Status = Abandoned
	t.Lost = e.By == 0
	t.End = e.At
	return nil
}

// EndTurn makes the events by which a seat resigns or is skipped, m being the move
// for it: where the turn could not end as it stands, the seat's moves of it are
// taken back first (T-15).
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
