package engine

import "math/bits"

// Mind is a scratch copy of a position that moves change in place. Computer players search with it.
// It is not safe for concurrent use. Once it has played a few games, none of its methods but Clone
// and State allocates, unless the game itself does.
type Mind interface {
	// CopyFrom makes the Mind equal to other, a Mind of the same game.
	CopyFrom(other Mind)

	// Clone returns a copy that shares nothing with the Mind.
	Clone() Mind

	State() State

	// Turn returns the seats that may act; see Rules. It is empty once the game is over.
	Turn() SeatSet

	Over() bool

	// Imagine deals anew what seat cannot know; see Hider.
	Imagine(seat Seat, r Rand)

	// Draw returns one sound move of a seat, sensible ones likelier, and a legal one if no move is
	// sound. It returns the zero Move if the seat is not in turn, or stuck without an undo. For the
	// seat Chance it returns the move of chance that the game waits for.
	Draw(seat Seat, r Rand) Move

	// Play plays a move that Draw, Chance or Legal has given; others may get another error.
	Play(m Move) error

	// Worth values the position for every seat in hundredths of a point; the rest is 0. See
	// Thinker.
	Worth(worth *[MaxSeats + 1]int32)

	// WorthAfter values the position after a legal move, false if the move must be played; see
	// Appraiser.
	WorthAfter(m Move, worth *[MaxSeats + 1]int32) bool
}

type mind[S comparable] struct {
	state[S]
	// sound is reused by Draw.
	sound []Move
}

func (p *state[S]) Mind() Mind { return &mind[S]{state: *p} }

func (d *mind[S]) CopyFrom(other Mind)       { d.state = other.(*mind[S]).state }
func (d *mind[S]) Clone() Mind               { return d.Mind() }
func (d *mind[S]) State() State              { return d.game.state(d.s, d.seats) }
func (d *mind[S]) Over() bool                { return d.Turn() == 0 }
func (d *mind[S]) Imagine(seat Seat, r Rand) { d.game.rules.Imagine(&d.s, seat, r) }
func (d *mind[S]) Play(m Move) error         { return d.game.rules.Apply(&d.s, m) }

func (d *mind[S]) Draw(seat Seat, r Rand) Move {
	switch {
	case !d.Turn().Has(seat):
		return Move{}
	case seat == Chance:
		return d.game.rules.Chance(&d.s, r)
	}
	if m := d.game.rules.Draw(&d.s, seat, r); m.Verb != 0 {
		return m
	}
	d.sound = d.game.sound(&d.s, seat, d.sound[:0])
	if len(d.sound) == 0 {
		return Move{}
	}
	return d.sound[r.IntN(len(d.sound))]
}

func (d *mind[S]) Worth(worth *[MaxSeats + 1]int32) {
	*worth = [MaxSeats + 1]int32{}
	d.game.rules.Worth(&d.s, worth)
}

func (d *mind[S]) WorthAfter(m Move, worth *[MaxSeats + 1]int32) bool {
	*worth = [MaxSeats + 1]int32{}
	return d.game.rules.WorthAfter(&d.s, m, worth)
}

// WinWorth is a winner's worth beyond the points, far more than any evaluation of a running game.
const WinWorth = 1_000_000

// AddWins adds what the victory is worth to the winners.
func AddWins(worth *[MaxSeats + 1]int32, winners SeatSet) {
	for ; winners != 0; winners &= winners - 1 {
		worth[bits.TrailingZeros16(uint16(winners))] += WinWorth
	}
}
