package engine

import "encoding/json"

// Plain implements the methods of [Rules] that a simple game can do without. In a simple game
// nothing is dealt, hidden or rolled, moves are chosen from lists, a turn cannot get stuck, and
// nothing can be undone after others have moved. Embed Plain and write only the methods that
// differ:
//
//	type rules struct{ engine.Plain[position] }
//
// A method with a wrong signature hides the one of Plain, so a call of Define does not compile.
type Plain[S comparable] struct{}

// Deal returns the empty setup and leaves the seats as they are.
func (Plain[S]) Deal(Options, []SeatInfo, Rand) json.RawMessage { return json.RawMessage(`{}`) }

// Sound appends nothing, which means that every legal move is sound.
func (Plain[S]) Sound(_ *S, _ Seat, dst []Move) []Move { return dst }

// Pace returns the zero Pace: players take turns, without a clock.
func (Plain[S]) Pace(*S) Pace { return Pace{} }

// Chance returns the zero Move. It is never called, since chance is never in turn.
func (Plain[S]) Chance(*S, Rand) Move { return Move{} }

// Mask returns the setup unchanged.
func (Plain[S]) Mask(_ *S, setup json.RawMessage) json.RawMessage { return setup }

// MaskMove returns the text unchanged.
func (Plain[S]) MaskMove(_ Move, text string) string { return text }

// Describe returns the zero Description: the move alone tells everything.
func (Plain[S]) Describe(*S, Move) Description { return Description{} }

// Need returns the zero Note.
func (Plain[S]) Need(*S, Seat) Note { return Note{} }

// Scene returns nothing.
func (Plain[S]) Scene(*S) []Note { return nil }

// Tally returns the zero Tally: no points depend on who has the most of something.
func (Plain[S]) Tally(*S) Tally { return Tally{} }

// Records returns nothing: records are kept of the points only.
func (Plain[S]) Records(*S) Score { return nil }

// Aim returns m and false, since there is no cursor.
func (Plain[S]) Aim(_ *S, m Move, _ Axis, _ int) (Move, bool) { return m, false }

// Unaffected reports whether the positions are equal.
func (Plain[S]) Unaffected(a, b *S, _ Seat) bool { return *a == *b }

// Imagine leaves the position as it is, since nothing is hidden.
func (Plain[S]) Imagine(*S, Seat, Rand) {}

// Draw returns the zero Move, which stands for a sound move drawn evenly.
func (Plain[S]) Draw(*S, Seat, Rand) Move { return Move{} }

// Worth returns false: the scores stand for what the position is worth.
func (Plain[S]) Worth(*S, *[MaxSeats + 1]int32) bool { return false }

// WorthAfter returns false: moves have to be played to tell what the position is worth then.
func (Plain[S]) WorthAfter(*S, Move, *[MaxSeats + 1]int32) bool { return false }
