package games_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/engine"
)

// TestRulesAndScoresChangeOnlyWithTheirVersion checks records that were played by the current
// RulesVersion of a game. -update writes those of a new version.
func TestRulesAndScoresChangeOnlyWithTheirVersion(t *testing.T) {
	for _, g := range games.All {
		in := g.Info()
		sets := variants(g)
		for i := range 4 {
			opts := []engine.Options{sets[0], sets[len(sets)-1]}[i%2]
			file := filepath.Join("testdata", "records", fmt.Sprintf("%s-rules%d-%d.json", in.ID, in.RulesVersion, i))
			if _, err := os.Stat(file); err != nil && *update {
				require.NoError(t, os.WriteFile(file, recordOf(t, g, opts, i), 0o644))
			}
			data, err := os.ReadFile(file)
			require.NoError(t, err, "-update writes the records of a new RulesVersion")
			r, err := engine.ParseRecord(data)
			require.NoError(t, err, file)
			require.NoError(t, r.Check(g), "%s: another rule or score: raise %s's RulesVersion", file, in.ID)
		}
	}
}

func recordOf(t *testing.T, g games.Entry, opts engine.Options, seed int) []byte {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(seed), 2))
	seats := make([]engine.SeatInfo, min(g.Info().MinSeats+seed/2, g.Info().MaxSeats))
	setup := g.Deal(opts, seats, r)
	s, err := g.Start(opts, seats, setup)
	require.NoError(t, err)
	var moves []engine.Move
	for turn := s.Turn().Slice(); len(turn) > 0; turn = s.Turn().Slice() {
		moves = append(moves, choose(s, g, turn[0], r))
		s, err = s.Apply(moves[len(moves)-1])
		require.NoError(t, err)
	}
	record, err := engine.NewRecord(g, opts, seats, setup, moves, s)
	require.NoError(t, err)
	data, err := record.Append(nil)
	require.NoError(t, err)
	return data
}
