package store_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine/table"
	"amytis/store"
)

func TestRateMatchesAHandComputedExample(t *testing.T) {
	rows := make([]store.Row, 2)
	store.Rate(rows, []store.Standing{{User: 1, Rank: 1, Score: -4}, {User: 2, Rank: 2, Score: -9}})
	require.Equal(t, []store.Row{
		{User: 1, Games: 1, Wins: 1, Points: -4, Best: -4, Rating: 1516},
		{User: 2, Games: 1, Points: -9, Best: -9, Rating: 1484},
	}, rows)
	// The expected score of 1484 against 1516 is 1/(1+10^(32/400)) = 0.4541.
	store.Rate(rows, []store.Standing{{User: 1, Rank: 2, Score: 3}, {User: 2, Rank: 1, Score: 8}})
	require.InDelta(t, 1484+32*(1-0.4541), rows[1].Rating, 0.01)
	require.Equal(t, 8, rows[1].Best)
	require.Equal(t, -1, rows[1].Points)
}

func TestGameOfOnePlayerChangesNoRating(t *testing.T) {
	rows := make([]store.Row, 1)
	store.Rate(rows, []store.Standing{{User: 1, Rank: 1, Score: 30}})
	require.Equal(t, []store.Row{{User: 1, Games: 1, Wins: 1, Points: 30, Best: 30, Rating: store.FirstRating}}, rows)
	store.Rate(nil, nil)
}

func TestRateKeepsTheSumOfRatings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "players")
		rows := make([]store.Row, n)
		for range rapid.IntRange(1, 8).Draw(t, "games") {
			standings := make([]store.Standing, n)
			for i := range standings {
				standings[i] = store.Standing{User: table.UserID(i + 1), Rank: rapid.IntRange(1, n).Draw(t, "rank")}
			}
			before := rows[0].Rating
			store.Rate(rows, standings)
			if rows[0].Games > 1 && math.Abs(rows[0].Rating-before) > 32 {
				t.Fatalf("one game moved a rating by %v, more than 32", rows[0].Rating-before)
			}
		}
		sum := 0.0
		for _, r := range rows {
			sum += r.Rating
		}
		if math.Abs(sum-float64(n*store.FirstRating)) > 1e-6 {
			t.Fatalf("the ratings sum to %v", sum)
		}
	})
}

func TestStandInBringsItsPlayerNoGain(t *testing.T) {
	rows := make([]store.Row, 2)
	standings := []store.Standing{{User: 1, Rank: 1, Score: 9, Assisted: true}, {User: 2, Rank: 2, Score: 4}}
	store.Rate(rows, standings)
	require.Equal(t, []store.Row{
		{User: 1, Games: 1, Points: 9, Best: 9, Rating: 1500},
		{User: 2, Games: 1, Points: 4, Best: 4, Rating: 1484},
	}, rows)
	require.False(t, standings[0].Won(), "a stand-in has played")
}

func TestStandInChangesNoRatingButItsPlayers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "players")
		usual, rows := make([]store.Row, n), make([]store.Row, n)
		standings := make([]store.Standing, n)
		for i := range standings {
			standings[i] = store.Standing{User: table.UserID(i + 1), Rank: rapid.IntRange(1, n).Draw(t, "rank")}
			usual[i] = store.Row{Games: 1, Rating: rapid.Float64Range(1000, 2000).Draw(t, "rating")}
		}
		copy(rows, usual)
		store.Rate(usual, standings)
		before := rows[0].Rating
		standings[0].Assisted = true
		store.Rate(rows, standings)
		require.Equal(t, min(before, usual[0].Rating), rows[0].Rating)
		for i := range rows[1:] {
			require.Equal(t, usual[i+1], rows[i+1])
		}
	})
}

func TestComputerHasNoStandIn(t *testing.T) {
	r := store.Result{Level: 3, Standings: []store.Standing{{User: table.ComputerID(1, 3), Rank: 1, Assisted: true}}}
	require.Error(t, r.Validate())
	r.Standings[0].Assisted = false
	require.NoError(t, r.Validate())
}
