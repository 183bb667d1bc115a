package engine

import "encoding/json"

// Plain has the methods of [Rules] that a simple game need not write: one in which nothing is dealt
// or hidden, nobody rolls dice, moves are chosen from lists, a turn cannot get stuck and nothing
// can be undone after others have moved. Embed it and write what differs:
//
//	type rules struct{ engine.Plain[position] }
//
// A method with a wrong signature hides the one of Plain, so that Define does not compile.
type Plain[S comparable] struct{}

// Deal returns the empty setup and leaves the seats as they are.
func (Plain[S]) Deal(Options, []SeatInfo, Rand) json.RawMessage { return json.RawMessage(`{}`) }

// Sound appends nothing: every legal move is sound.
func (Plain[S]) Sound(_ *S, _ Seat, dst []Move) []Move { return dst }

// Pace is turn by turn, without a clock.
func (Plain[S]) Pace(*S) Pace { return Pace{} }

// Chance returns no move: none of chance is ever due.
func (Plain[S]) Chance(*S, Rand) Move { return Move{} }

// Mask hides nothing.
func (Plain[S]) Mask(_ *S, setup json.RawMessage) json.RawMessage { return setup }

// MaskMove hides nothing.
func (Plain[S]) MaskMove(_ Move, text string) string { return text }

// Describe says nothing beyond the move itself.
func (Plain[S]) Describe(*S, Move) Description { return Description{} }

// Aim goes nowhere: there is no cursor.
func (Plain[S]) Aim(_ *S, m Move, _ Axis, _ int) (Move, bool) { return m, false }

// Unaffected reports whether the positions are the same.
func (Plain[S]) Unaffected(a, b *S, _ Seat) bool { return *a == *b }
