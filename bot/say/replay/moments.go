package replay

import (
	"cmp"
	"slices"

	"amytis/engine"
)

// Moment is a picture of a replay that is worth a look.
type Moment struct {
	// Number is that of the picture.
	Number int
	// Seat is the player whose points have changed most since the picture before, and Change by how
	// many. In a replay with a review, Change is 0, and Seat is the player who gave most away.
	Seat   engine.Seat
	Change int
	// Before and After are the player's chances to win in percent with the best turn and with the
	// one that was played, if the replay has a review.
	Before, After float64
}

// Reviewed reports whether the moment is one of a review.
func (m Moment) Reviewed() bool { return m.Change == 0 }

// maxMoments is the number of key moments of a game.
const maxMoments = 3

// KeyMoments returns the pictures of the key moments of the review, in their order. Without any,
// they are the pictures with the greatest changes of a player's points. There are none of those in
// a game without points.
func (r Replay) KeyMoments() []Moment {
	if moments := r.reviewedMoments(); len(moments) > 0 {
		return moments
	}
	var moments []Moment
	for number := 1; number <= r.Last(); number++ {
		if m := r.greatestChange(number); m.Change != 0 {
			moments = append(moments, m)
		}
	}
	slices.SortStableFunc(moments, func(a, b Moment) int { return size(b.Change) - size(a.Change) })
	moments = moments[:min(len(moments), maxMoments)]
	slices.SortFunc(moments, func(a, b Moment) int { return cmp.Compare(a.Number, b.Number) })
	return moments
}

// reviewedMoments returns the key moments of the review. Of two that one picture shows, it returns
// the one that gave most away.
func (r Replay) reviewedMoments() []Moment {
	if r.review == nil {
		return nil
	}
	var moments []Moment
	for _, key := range r.review.Key {
		t := &r.review.Turns[key]
		number, _ := slices.BinarySearch(r.turns, r.history.TurnOf(t.To))
		m := Moment{Number: min(number, r.Last()), Seat: t.Seat, Before: t.Before, After: t.After}
		last := len(moments) - 1
		switch {
		case last < 0 || moments[last].Number != m.Number:
			moments = append(moments, m)
		case m.Before-m.After > moments[last].Before-moments[last].After:
			moments[last] = m
		}
	}
	return moments
}

// greatestChange returns the player whose points a picture changes most.
func (r Replay) greatestChange(number int) Moment {
	before, after := r.At(number-1).State.Scores(), r.At(number).State.Scores()
	m := Moment{Number: number}
	for i := range after {
		if change := after[i].Total() - before[i].Total(); size(change) > size(m.Change) {
			m.Seat, m.Change = engine.Seat(i+1), change
		}
	}
	return m
}

// size returns a number without its sign.
func size(n int) int { return max(n, -n) }
