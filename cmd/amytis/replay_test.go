package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/engine"
	"amytis/engine/ai"
)

// maxReplay is the size that no replay exceeds, in bytes.
const maxReplay = 2_000_000

// longGames are kinds of games with the most players, whose replays are the largest.
var longGames = []struct {
	name, id string
	options  engine.Options
	seats    int
}{
	{"gardens", "gardens", nil, 4},
	{"babel", "babel", nil, 2},
	{"towers", "towers", nil, 5},
	{"quick", "towers", engine.Options{"mode": "quick"}, 5},
}

// playedRecord returns the record of a game between computers.
func playedRecord(t testing.TB, id string, opts engine.Options, seats int, seed uint64) (*engine.Record, games.Entry) {
	g, found := games.Find(id)
	require.True(t, found)
	m := newMatch(g.Game, opts, seatNames(seats))
	for i := range m.levels {
		m.levels[i] = ai.Level(3)
	}
	require.NoError(t, m.play(t.Context(), seed))
	rec, err := engine.NewRecord(g.Game, opts, m.seats, m.setup, m.moves, m.state)
	require.NoError(t, err)
	return rec, g
}

func TestReplaysOfWholeGamesAreSmall(t *testing.T) {
	for _, k := range longGames {
		rec, g := playedRecord(t, k.id, k.options, k.seats, 1)
		data, err := film(rec, g)
		require.NoError(t, err)
		assert.LessOrEqual(t, len(data), maxReplay, k.name)
	}
}
