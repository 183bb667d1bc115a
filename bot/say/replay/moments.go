package replay

import (
	"cmp"
	"slices"

	"amytis/engine"
)

type Moment struct {
	Number int // the picture's
	// Seat is whose points changed most, by Change; in a review, with Change 0, who gave most away.
	Seat   engine.Seat
	Change int
	// Before and After are the chances to win in percent, with the best turn and the played one.
	Before, After float64
}

func (m Moment) Reviewed() bool { return m.Change == 0 }

// maxMoments is the number of key moments of a game.
const maxMoments = 3

// KeyMoments returns the review's key moments in order, else the greatest changes of points.
func (r Replay) KeyMoments() []Moment {
	if moments := r.reviewedMoments(); len(moments) > 0 {
		return moments
	}
	var moments []Moment
	for number := 1; number <= r.Last(); number++ {
		if r.turns[number-1] < r.history.Given() {
			continue
		}
		if m := r.greatestChange(number); m.Change != 0 {
			moments = append(moments, m)
		}
	}
	slices.SortStableFunc(moments, func(a, b Moment) int { return size(b.Change) - size(a.Change) })
	moments = moments[:min(len(moments), maxMoments)]
	slices.SortFunc(moments, func(a, b Moment) int { return cmp.Compare(a.Number, b.Number) })
	return moments
}

// reviewedMoments returns the review's key moments, in one picture the one that gave more away.
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

func size(n int) int { return max(n, -n) }
