package store

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine/table"
)

func TestSeasonsFollowEachOther(t *testing.T) {
	for at, want := range map[string][2]Season{
		"2026-01-01T00:00:00Z":      {"2026-Q1", "2026-01"},
		"2026-09-30T23:59:59Z":      {"2026-Q3", "2026-09"},
		"2027-01-01T00:59:59+01:00": {"2026-Q4", "2026-12"},
	} {
		when, err := time.Parse(time.RFC3339, at)
		require.NoError(t, err)
		require.Equal(t, want, [2]Season{Quarterly.At(when), Monthly.At(when)}, at)
		require.Empty(t, NoSeasons.At(when))
	}
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(0, 1<<33).Draw(t, "at"), 0)
		of := rapid.SampledFrom([]Seasons{Quarterly, Monthly}).Draw(t, "of")
		from, end, ok := of.At(at).Span()
		require.True(t, ok, "the season is known")
		require.False(t, at.Before(from), "it has begun")
		require.True(t, at.Before(end), "it has not ended")
		require.Equal(t, of.At(at), of.At(end.Add(-1)))
		require.NotEqual(t, of.At(at), of.At(end))
	})
	for _, wrong := range []Season{"", "2026", "2026-Q", "2026-Q5", "2026-Q0", "2026-13", "x-Q1", "2026-Q01"} {
		_, _, ok := wrong.Span()
		require.False(t, ok, wrong)
	}
}

func TestPointsOfASeasonCanBeCheckedByHand(t *testing.T) {
	rows := Rows{}
	at := time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC).UnixMilli()
	rows.Count(&Result{Game: "gardens", At: at, Standings: []Standing{{User: 1, Rank: 1}, {User: 2, Rank: 2}}})
	before := rows[RowKey{Board{}, 1}].Rating
	rows.Count(&Result{Game: "gardens", At: at, Season: "2026-Q4", Standings: []Standing{
		{User: 1, Rank: 1, Score: 9}, {User: 2, Rank: 2}, {User: 3, Rank: 2}, {User: 4, Rank: 4, Resigned: true},
	}})
	rows.Count(&Result{Game: "babel", At: at, Season: "2026-Q4", Standings: []Standing{
		{User: 1, Rank: 1, Assisted: true}, {User: 4, Rank: 2},
	}})
	season := func(user table.UserID) Row { return rows[RowKey{Board{Season: "2026-Q4"}, user}] }
	for user, want := range map[table.UserID]struct{ games, wins, halves int }{
		1: {2, 1, 2 + 6}, 2: {1, 0, 2 + 2 + 1}, 3: {1, 0, 2 + 2 + 1}, 4: {2, 0, 2},
	} {
		row := season(user)
		require.Equal(t, want, struct{ games, wins, halves int }{row.Games, row.Wins, row.Points}, user)
	}
	require.InDelta(t, rows[RowKey{Board{}, 1}].Rating-before, season(1).Rating, 1e-9)
	require.InDelta(t, rows[RowKey{Board{}, 4}].Rating-FirstRating, season(4).Rating, 1e-9)
}

func TestBoardsHaveNames(t *testing.T) {
	for name, board := range map[string]Board{
		"": {}, "gardens": {Game: "gardens"}, "gardens/3": {Game: "gardens", Level: 3}, "/3": {Level: 3},
		"/2026-Q4": {Season: "2026-Q4"}, "/2026-11": {Season: "2026-11"},
	} {
		require.Equal(t, name, board.Name())
		require.Equal(t, board, ParseBoard(name))
	}
}
