package table

import (
	"slices"

	"amytis/engine"
)

// Standing is a seat's rank in an ended game.
type Standing struct {
	Seat engine.Seat
	User UserID
	// Rank counts from 1. Equal ranks are ties, and rank 1 has won.
	Rank  int
	Score int
	// Assisted says that a stand-in made a move for the seat.
	Assisted bool
	Resigned bool
}

// Standings returns every seat's standing in seat order, nil before the end of the game. Winners
// rank first, then the others by total, then the players who resigned.
func (t *Table) Standings() []Standing {
	r, over := t.State.Result()
	if !over {
		return nil
	}
	standings := make([]Standing, len(t.Players))
	class := make([]int, len(t.Players)) // 0 winner, 1 played to the end, 2 resigned
	for i := range standings {
		seat := engine.Seat(i + 1)
		standings[i] = Standing{
			Seat: seat, User: t.Players[i].User, Score: r.Scores[i].Total(), Assisted: t.Assisted.Has(seat),
			Resigned: r.Resigned.Has(seat),
		}
		class[i] = 1
		if r.Resigned.Has(seat) {
			class[i] = 2
		}
	}
	for _, w := range r.Winners {
		class[w-1] = 0
	}
	before := func(a, b int) bool {
		if class[a] != class[b] {
			return class[a] < class[b]
		}
		return class[a] == 1 && standings[a].Score > standings[b].Score
	}
	for i := range standings {
		standings[i].Rank = 1
		for j := range standings {
			if before(j, i) {
				standings[i].Rank++
			}
		}
	}
	return standings
}

func (t *Table) Ranking() []Standing {
	standings := t.Standings()
	slices.SortStableFunc(standings, func(a, b Standing) int { return a.Rank - b.Rank })
	return standings
}

// Tied reports whether the first two of an ended game have the same points, and both played on.
func (t *Table) Tied() bool {
	ranking := t.Ranking()
	r, _ := t.State.Result()
	return len(ranking) > 1 && ranking[0].Score == ranking[1].Score && !r.Resigned.Has(ranking[1].Seat)
}
