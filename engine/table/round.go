package table

import (
	"cmp"
	"slices"

	"amytis/engine"
)

// Round is the present round of a live game, zero in others and without rounds that wait.
type Round struct {
	Waiting bool    // some players are not ready: nobody can move, and the clock does not run
	Since   int64   // when the round began, in Unix milliseconds, or when it began to wait
	Version Version // the table's version since which the round waits, 0 once it has begun
	// Ready are the seats whose players said that they are ready. Computers always are.
	Ready     engine.SeatSet
	Countdown bool // the round begins by itself: all of several people were active before
}

// roundCountdown is how long a round waits if it begins by itself, in milliseconds.
const roundCountdown = 10 * msPerSecond

// NotReady returns the seats that the round still waits for. It is empty once the round has begun.
func (t *Table) NotReady() engine.SeatSet {
	if !t.Round.Waiting {
		return 0
	}
	return t.Turn() &^ t.Computers() &^ t.Round.Ready
}

// Awaited returns the seats in turn, and before a round begins those that are not ready.
func (t *Table) Awaited() engine.SeatSet {
	if t.Round.Waiting {
		return t.NotReady()
	}
	return t.Turn()
}

func applyReadied(t *Table, e Event) error {
	err := cmp.Or(t.checkWaiting(), refuseIf(!t.NotReady().Has(e.Seat), RefusedLog))
	t.Round.Ready |= engine.Seats(e.Seat)
	return err
}

// applyBegun begins the round without the players who are not ready.
func applyBegun(t *Table, _ Event) error {
	err := t.checkWaiting()
	t.Round.Ready = t.Turn()
	return err
}

func (t *Table) checkWaiting() error { return refuseIf(!t.Round.Waiting, RefusedRoundBegun) }

// checkRoundBegun refuses a move before the round, but a resignation or a skip.
func (t *Table) checkRoundBegun(m engine.Move) error {
	return refuseIf(t.Round.Waiting && m.Verb != engine.Resign && m.Verb != engine.Skip, RefusedRoundWaits)
}

// nextRound updates Round after event e, and abandons the game if nobody built in the last round.
// It reports whether a round has begun. before is the state before the event.
func (t *Table) nextRound(e Event, before engine.State) (begun bool) {
	switch {
	case e.Kind == Started && e.Ready && t.State.Pace().Live:
		t.Rounds = true
		t.Round = Round{Waiting: true, Since: e.At, Version: t.Version}
	case !t.Rounds:
		return false
	case e.Kind == Moved && t.EndsRound(before):
		last := t.Moves[before.Pace().Since:]
		if !t.built(last) {
			t.Status, t.End = Abandoned, e.At
			t.Idle = true
		}
		t.Round = (Round{})
		if t.Status == Running {
			t.Round = Round{Waiting: true, Since: e.At, Version: t.Version, Countdown: !t.Solo() && t.active(last)}
		}
	case e.Kind == Replaced, e.Kind == Returned:
		t.Round.Ready &^= engine.Seats(e.Seat)
		t.Round.Countdown = t.Round.Countdown && e.User.IsComputer()
	}
	if !t.Round.Waiting || t.NotReady() != 0 {
		return false
	}
	t.Round = Round{Since: e.At, Ready: t.Round.Ready}
	return true
}

// EndsRound reports whether the last move, made at before, ended a live round that is scored.
func (t *Table) EndsRound(before engine.State) bool {
	if t.State.Turn() == 0 {
		return before.Pace().Live && t.Moves[len(t.Moves)-1].Move.Verb != engine.Resign
	}
	return t.State.Pace().Since != before.Pace().Since
}

// built reports whether a move placed or moved something. The others only end a seat's round.
func (t *Table) built(moves []Entry) bool {
	return slices.ContainsFunc(moves, func(e Entry) bool {
		m := e.Move
		return m.Seat != engine.Chance && m.Verb != engine.Resign && !t.Game.Info().VerbInfo(m.Verb).Ends
	})
}

// active reports whether every person who is in turn has made one of the moves.
func (t *Table) active(moves []Entry) bool {
	for _, seat := range (t.Turn() &^ t.Computers()).Slice() {
		if !acted(moves, seat, t.Player(seat).User) {
			return false
		}
	}
	return true
}

func acted(moves []Entry, seat engine.Seat, user UserID) bool {
	return slices.ContainsFunc(moves, func(e Entry) bool { return e.Move.Seat == seat && e.By == user })
}

// Rated reports whether the result counts: not with a known deal, nor if a person has made no move
// in a live game without a clock, where the fastest can win before the others look.
func (t *Table) Rated() bool {
	if t.Fork != 0 {
		return false
	}
	for i, p := range t.Players {
		if t.Rounds && t.State.Pace().Clock == 0 && !p.IsComputer() && !acted(t.Moves, engine.Seat(i+1), p.User) {
			return false
		}
	}
	return true
}

// Deadline returns when the clock of the round runs out, in Unix milliseconds, 0 if none runs.
func (t *Table) Deadline() int64 {
	if t.Turn() == 0 || t.Round.Waiting {
		return 0
	}
	pace := t.State.Pace()
	if pace.Clock == 0 {
		return 0
	}
	began := t.Start
	switch {
	case t.Rounds:
		began = t.Round.Since
	case pace.Since > 0:
		began = t.Moves[pace.Since-1].At
	}
	return began + int64(pace.Clock)*msPerSecond
}

const msPerSecond = 1000

func (t *Table) TimeUp(at int64) Event { return Move(t.Game, t.State.Pace().TimeUp, 0, at) }

// StillValid reports whether a move that a seat was offered at a version may still be played: until
// the seat or chance does something, or another round begins. The rules judge other seats' moves. A
// version not yet reached is not valid: a restored backup has forgotten it.
func (t *Table) StillValid(seat engine.Seat, at Version) bool {
	if t.Status != Running || at > t.Version || at < t.Acted[seat] || at < t.Acted[engine.Chance] {
		return false
	}
	since := t.State.Pace().Since
	return since == 0 || at >= t.Moves[since-1].Version
}
