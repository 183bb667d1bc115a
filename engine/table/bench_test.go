package table_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/gardens"
	"amytis/engine/table"
)

// BenchmarkLoadLongGame loads the whole log of a game of four. The target is 1 ms.
func BenchmarkLoadLongGame(b *testing.B) {
	log := longGame(b)
	b.ReportAllocs()
	for b.Loop() {
		_, err := table.Load(games, log)
		require.NoError(b, err)
	}
	b.ReportMetric(float64(len(log)), "events")
}

// longGame returns the log of a random game of four with a limit.
func longGame(t require.TestingT) []table.Event {
	log := []table.Event{{Kind: table.Opened, At: 1, By: ana, Name: "Ana", Game: gardens.ID, Rules: 1, Limit: 3600}}
	for i, name := range []string{"Bo", "Cleo", "Dan"} {
		log = append(log, table.Event{Kind: table.Joined, At: 1, By: bo + table.UserID(i), Name: name})
	}
	lobby := got(table.Load(games, log))(t)
	r := rand.New(rand.NewPCG(3, 4))
	log = append(log, lobby.Deal(ana, 2, r))
	running := got(table.Load(games, log))(t)
	moves, _, err := running.Game.Playout(running.Options, running.SeatInfos(), running.Setup, r)
	require.NoError(t, err)
	for i, m := range moves {
		log = append(log,
			table.Event{Kind: table.Moved, At: int64(i + 3), Move: string(gardens.Game.AppendMove(nil, m))})
	}
	return log
}
