package tables_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

// results returns a store whose server has these results, the earliest first.
func results(t *testing.T, all ...store.Result) store.Store {
	t.Helper()
	s := bolttest.New(t)
	for i, r := range all {
		require.NoError(t, s.Commit(t.Context(), store.Commit{
			Table:  r.Table,
			Events: []table.Event{table.OpenLobby(games.All[0].Info(), table.Player{User: anna, Name: "Anna"}, nil, 0, 1)},
			Header: store.Header{Guild: r.Guild, Channel: table.ChannelID(i + 1), Game: r.Game, Version: 1, Status: store.Ended},
			Result: &r,
		}))
	}
	return s
}

// result is a result of Anna and Boris, by their points.
func result(id table.ID, game string, level, first, second int) store.Result {
	r := store.Result{Table: id, Guild: 1, Game: game, Level: level, Standings: []store.Standing{
		{User: anna, Rank: 1, Score: first}, {User: boris, Rank: 2, Score: second},
	}}
	if second > first {
		r.Standings[0].Rank, r.Standings[1].Rank = 2, 1
	}
	return r
}

func aftermath(t *testing.T, s tables.Store, id table.ID) tables.Aftermath {
	t.Helper()
	return storetest.Must(tables.New(s, time.Now, nil).Aftermath(t.Context(), 1, id))(t)
}

func TestAftermathIsTheChangeOfRatingsAndARecord(t *testing.T) {
	s := results(t,
		result(1, "gardens", 0, 60, 50), result(2, "babel", 0, 15, 9), result(3, "gardens", 3, 99, 98),
		result(4, "gardens", 0, 40, 70), result(5, "gardens", 0, 65, 64),
		result(7, "towers", 0, -1, -6), result(8, "towers", 0, 0, -1),
	)
	after := func(id table.ID) tables.Aftermath { return aftermath(t, s, id) }
	assert.Equal(t, tables.RatingChange{Before: 1500, After: 1516, FirstWin: true}, after(1).Ratings[anna])
	assert.Equal(t, tables.RatingChange{Before: 1500, After: 1484}, after(1).Ratings[boris])
	assert.Empty(t, after(1).Records, "the first game is no record")
	assert.Equal(t, tables.RatingChange{Before: 1500, After: 1516, FirstWin: true}, after(2).Ratings[anna], "each game has its ratings")
	assert.Empty(t, after(3).Ratings, "computers change no rating")
	assert.Empty(t, after(3).Levels, "two people were no less strong")
	assert.InDelta(t, 1516, after(4).Ratings[anna].Before, 1e-9)
	assert.Greater(t, after(4).Ratings[boris].After, 1500.)
	assert.Equal(t, []tables.Record{{Value: 70, Before: 60}}, after(4).Records)
	assert.Empty(t, after(5).Records)
	assert.Zero(t, after(6), "no such game")
	assert.Empty(t, after(8).Records, "nothing to be proud of")

	rows := storetest.Must(s.Leaderboard(t.Context(), 1, store.Board{Game: "gardens"}))(t)
	for _, row := range rows {
		assert.InDelta(t, row.Rating, after(5).Ratings[row.User].After, 1e-9, "the leaderboard agrees")
	}
}

// withADamagedResult is a store that cannot read one of its results.
type withADamagedResult struct{ store.Store }

func (s withADamagedResult) Results(ctx context.Context, guild table.GuildID, limit int) ([]store.Result, error) {
	all, err := s.Store.Results(ctx, guild, limit)
	return all, errors.Join(err, store.ErrDamaged)
}

func TestNoRatingIsToldFromDamagedResults(t *testing.T) {
	s := withADamagedResult{results(t, result(1, "gardens", 0, 2, 1))}
	require.Zero(t, aftermath(t, s, 1), "the end of the game can be told")
}

func TestAPersonAloneLearnsWhichLevelsAreBeaten(t *testing.T) {
	alone := func(id table.ID, game string, level, rank int) store.Result {
		return store.Result{Table: id, Guild: 1, Game: game, Level: level, Standings: []store.Standing{
			{User: anna, Rank: rank}, {User: table.ComputerID(1, level), Rank: 3 - rank},
		}}
	}
	s := results(t, alone(1, "babel", 2, 1), alone(2, "babel", 3, 2), alone(3, "babel", 4, 1), alone(4, "towers", 5, 1))
	require.Equal(t, []string{"2 ✓", "3", "4 ✓", "5"}, aftermath(t, s, 2).Levels)
}

func TestRecordsOfAGameAreBrokenByNameOnceAnEarlierGameHasThem(t *testing.T) {
	result := func(id table.ID, score int, records map[string]int) store.Result {
		r := result(id, "gardens", 0, score, 1)
		r.Records = records
		return r
	}
	s := results(t,
		result(1, 90, nil), // by an older version
		result(2, 50, map[string]int{"highest": 6}), result(3, 50, map[string]int{"highest": 7}),
		result(4, 95, map[string]int{"highest": 7, "wide": 3}), result(5, 99, map[string]int{"highest": 9, "wide": 2}),
	)
	for id, want := range map[table.ID][]tables.Record{
		2: nil,
		3: {{"highest", 7, 6}},
		4: {{"", 95, 90}},
		5: {{"", 99, 95}, {"highest", 9, 7}},
	} {
		assert.Equal(t, want, aftermath(t, s, id).Records, id)
	}
}

func TestEqualPointsShareAPlace(t *testing.T) {
	for _, points := range [][]int{{}, {4}, {6, 6, 4, 2, 2, 2, 0}} {
		var rows []store.Row
		want := []int{}
		for _, n := range points {
			rows, want = append([]store.Row{{Points: n}}, rows...), append(want, 1+slices.Index(points, n))
		}
		require.Equal(t, want, tables.RankSeason(rows), points)
	}
}

func TestWhatFollowsAnInteractionWaitsForItsAnswerButNotForLong(t *testing.T) {
	idle(t, func(w *program) {
		id := w.StartGardens(nil)
		waited := func() time.Duration {
			began := time.Now()
			w.Tables.AwaitAnswer(id)
			return time.Since(began)
		}
		require.Zero(t, waited(), "nobody waits for an answer")
		before, err := w.Tables.Load(w.Context(), id)
		require.NoError(t, err)
		handling, answered := context.WithCancel(w.Context())
		_, _, err = w.Tables.Act(handling, before, 1, w.firstLegalMove, nil)
		require.NoError(t, err)
		require.Equal(t, 20*time.Millisecond, waited(), "a slow answer")
		time.AfterFunc(7*time.Millisecond, answered)
		require.Equal(t, 7*time.Millisecond, waited())
		require.Zero(t, waited(), "after the answer")
	})
}
