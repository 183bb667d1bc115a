package table

import (
	"bytes"
	"slices"

	"amytis/engine"
)

// takeBack undoes a seat's last move. Against computers only, a person may also take back more than
// the present turn, together with the moves since.
func (t *Table) takeBack(seat engine.Seat) error {
	if t.Planner != 0 {
		return engine.Refuse(RefusedLog, "") // moves alone do not lead to the position of a copy
	}
	err := t.takeBackStep(seat)
	if code := engine.RefusalCode(err); (code == RefusedUndoFinal || code == RefusedUndoOthers) && t.Solo() && !t.Player(seat).IsComputer() {
		return t.rewind(seat)
	}
	return err
}

// TakesBackOthers reports whether an event takes back what others have played since a seat's move.
func (t *Table) TakesBackOthers(e Event) bool {
	if e.Kind != Undone {
		return false
	}
	next, err := t.Next(e)
	return err == nil && len(t.Moves)-len(next.Moves) > 1
}

// takeBackStep removes a seat's last move, unless it is final or the others are affected.
func (t *Table) takeBackStep(seat engine.Seat) error {
	i := lastMove(t.Moves, seat)
	m := t.Moves[i].Move
	if t.Game.Info().VerbInfo(m.Verb).Final {
		return engine.Refuse(RefusedUndoFinal, "", "move", t.moveText(i))
	}
	if t.State.Pace().Live {
		return engine.Refuse(RefusedUndoLive, "")
	}
	moves := slices.Delete(slices.Clone(t.Moves), i, i+1)
	s, err := t.replay(moves)
	if engine.RefusalCode(err) != "" || (err == nil && !s.Unaffected(t.State, seat)) {
		return engine.Refuse(RefusedUndoOthers, "")
	}
	if err == nil {
		t.Moves, t.State = moves, s
	}
	return err
}

// rewind goes back to before a seat's last move. It refuses if a person has played since, or
// something hidden has come to light: by chance, by a verb that reveals, or in the setup.
func (t *Table) rewind(seat engine.Seat) error {
	i := lastMove(t.Moves, seat)
	if t.State.Pace().Live {
		return engine.Refuse(RefusedUndoLive, "")
	}
	if n := len(t.Handovers); n > 0 && t.Handovers[n-1].Version > t.Moves[i].Version {
		return engine.Refuse(RefusedUndoOthers, "")
	}
	for j, e := range t.Moves[i:] {
		verb := t.Game.Info().VerbInfo(e.Move.Verb)
		if e.Move.Seat == engine.Chance || e.Move.Verb == engine.Resign || verb.Reveals {
			return engine.Refuse(RefusedUndoRevealed, "", "move", t.moveText(i+j))
		}
	}
	moves := slices.Clone(t.Moves[:i])
	s, err := t.replay(moves)
	if err != nil {
		return err
	}
	if !bytes.Equal(s.Mask(t.Setup), t.State.Mask(t.Setup)) {
		return engine.Refuse(RefusedUndoRevealed, "", "move", t.moveText(i))
	}
	t.Moves, t.State = moves, s
	return nil
}

func (t *Table) replay(entries []Entry) (engine.State, error) {
	s, _, err := t.Game.Replay(t.Options, t.SeatInfos(), t.Setup, moves(entries))
	return s, err
}

func moves(entries []Entry) []engine.Move {
	moves := make([]engine.Move, len(entries))
	for i := range entries {
		moves[i] = entries[i].Move
	}
	return moves
}

// moveText returns a standing move in the notation, without its seat.
func (t *Table) moveText(i int) string { return string(t.Game.AppendMove(nil, t.Moves[i].Move)[2:]) }
