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
	Rank     int
	Score    int
	Assisted bool // a stand-in made a move for the seat
	Resigned bool
}

// Standings returns every seat's standing in seat order: winners, the others by total, those who
// resigned. It is nil before the end.
func (t *Table) Standings() []Standing {
	r, over := t.State.Result()
	if !over {
		return nil
	}
	standings := make([]Standing, len(t.Players))
	places := make([][2]int, len(t.Players)) // the lower first: 0 winner, 1 played to the end, 2 resigned
	for i := range standings {
		seat := engine.Seat(i + 1)
		standings[i] = Standing{
			Seat: seat, User: t.Players[i].User, Score: r.Scores[i].Total(),
			Assisted: t.Assisted.Has(seat), Resigned: r.Resigned.Has(seat),
		}
		switch {
		case slices.Contains(r.Winners, seat):
		case standings[i].Resigned:
			places[i][0] = 2
		default:
			places[i] = [2]int{1, -standings[i].Score}
		}
	}
	for i := range standings {
		for _, other := range places {
			if slices.Compare(other[:], places[i][:]) < 0 {
				standings[i].Rank++
			}
		}
		standings[i].Rank++
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
