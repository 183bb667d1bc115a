package tables_test

import (
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// randomResults returns results of three players in two games, some against computers.
func randomResults(n int) []store.Result {
	random := rand.New(rand.NewPCG(3, 4))
	all := make([]store.Result, n)
	for i := range all {
		r := &all[i]
		*r = store.Result{Table: table.ID(i + 1), Guild: 1, Game: []string{"gardens", "babel"}[random.IntN(2)]}
		r.Level = max(0, random.IntN(4)-2)
		r.Records = map[string]int{"highest": random.IntN(9)}
		for place, player := range random.Perm(3)[:2] {
			r.Standings = append(r.Standings, store.Standing{
				User: table.UserID(11 + player), Rank: 1 + place, Score: random.IntN(100) - 50*place,
			})
		}
	}
	return all
}

// TestAftermathIsTheSameWhateverWasAskedBefore asks one program for all games in order and out of
// order, and compares with one that is asked for a single game.
func TestAftermathIsTheSameWhateverWasAskedBefore(t *testing.T) {
	n := longrun.Choose(60, 200)
	s := results(t, randomResults(n)...)
	asked := tables.New(s, time.Now, rand.New(rand.NewPCG(1, 2)))
	ids := rand.New(rand.NewPCG(5, 6)).Perm(n)
	for i := range n {
		ids = append(ids, i)
	}
	for _, i := range ids {
		id := table.ID(i + 1)
		got, err := asked.Aftermath(t.Context(), 1, id)
		require.NoError(t, err)
		want, err := tables.New(s, time.Now, rand.New(rand.NewPCG(1, 2))).Aftermath(t.Context(), 1, id)
		require.NoError(t, err)
		require.Equal(t, want, got, "table %d", id)
	}
}

// BenchmarkAftermath asks for the aftermath of the last of 10,000 games: first a new program, and
// then one that has told the game before.
func BenchmarkAftermath(b *testing.B) {
	const games = 10_000
	db, err := bolt.Open(filepath.Join(b.TempDir(), "amytis.db"), bolt.Options{})
	require.NoError(b, err)
	defer db.Close()
	var all sync.WaitGroup
	for worker := range 64 {
		all.Go(func() {
			for i := worker; i < games; i += 64 {
				r := store.Result{Table: table.ID(i + 1), Guild: 1, Game: "gardens", Standings: []store.Standing{
					{User: anna, Rank: 1, Score: 40}, {User: table.UserID(1000 + i%300), Rank: 2, Score: 30},
				}}
				if err := db.Commit(b.Context(), store.Commit{
					Table: r.Table, Events: []table.Event{table.Abort(1, 1)}, Result: &r,
					Header: store.Header{Guild: 1, Game: "gardens", Status: store.Ended},
				}); err != nil {
					b.Error(err)
				}
			}
		})
	}
	all.Wait()
	latest, err := db.Results(b.Context(), 1, 2)
	require.NoError(b, err)
	for name, before := range map[string]int{"first": 0, "next": 1} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				ts := tables.New(db, time.Now, rand.New(rand.NewPCG(1, 2)))
				if before > 0 {
					b.StopTimer()
					_, err := ts.Aftermath(b.Context(), 1, latest[1].Table)
					require.NoError(b, err)
					b.StartTimer()
				}
				a, err := ts.Aftermath(b.Context(), 1, latest[0].Table)
				require.NoError(b, err)
				require.Len(b, a.Ratings, 2)
			}
		})
	}
}
