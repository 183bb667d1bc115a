package people

import (
	"fmt"
	"math"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/text"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/render/chart"
	"amytis/store"
	"amytis/store/bolt"
)

// BenchmarkProfile reads, adds up and draws the profile of a player with 10,000 games, as /profile
// does. On the larger server others have played nine times as many.
func BenchmarkProfile(b *testing.B) {
	const played = 10_000
	for _, all := range []int{played, 10 * played} {
		b.Run(fmt.Sprintf("%d games of the server", all), func(b *testing.B) {
			if all > played {
				longrun.Only(b, "it fills a store for seconds")
			}
			db := storeOfGames(b, all, all/played)
			w := text.For("en")
			b.ReportAllocs()
			for b.Loop() {
				results, err := db.Results(b.Context(), 1, math.MaxInt)
				require.NoError(b, err)
				c := careerOf(results, 1, "")
				require.Equal(b, played, c.games())
				for _, id := range c.last {
					_, log, err := db.Table(b.Context(), id)
					require.NoError(b, err)
					turnTimes(games.Rules, log, 1)
				}
				chart.Line(c.ratings, store.FirstRating)
				require.NotEmpty(b, fmt.Sprint(careerLines(w, &c, "")))
			}
		})
	}
}

// storeOfGames returns a store of one server with n ended games. User 1 has played one in every so
// many.
func storeOfGames(b *testing.B, n, every int) *bolt.DB {
	b.Helper()
	db, err := bolt.Open(filepath.Join(b.TempDir(), "amytis.db"), bolt.Options{})
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, db.Close()) })
	p := playtest.Play(b, games.All[0], nil, 2)
	log := p.Events
	for i, m := range p.Moves {
		log = append(log, table.Move(p, m, table.UserID(1+i%2), int64(i)))
	}
	var all sync.WaitGroup
	for worker := range 64 {
		all.Go(func() {
			for i := worker; i < n; i += 64 {
				first := table.UserID(1)
				if i%every > 0 {
					first = table.UserID(100 + i%50)
				}
				r := result(table.ID(i+1), "gardens", first, table.UserID(2+i%20))
				events := log[:1] // the logs of earlier games are not read
				if i >= n-every*recentGames {
					events = log
				}
				if err := db.Commit(b.Context(), store.Commit{
					Table: r.Table, Events: events, Result: &r,
					Header: store.Header{Guild: 1, Game: "gardens", Status: store.Ended},
				}); err != nil {
					b.Error(err)
				}
			}
		})
	}
	all.Wait()
	require.False(b, b.Failed(), "every game is stored")
	return db
}
