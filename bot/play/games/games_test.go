package games_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/engine"
	"amytis/engine/longrun"
)

func TestMain(m *testing.M) {
	longrun.FewerChecks()
	m.Run()
}

func TestViewsOfVerbsAreViewsOfTheGame(t *testing.T) {
	for _, g := range games.All {
		for _, v := range g.Info().Verbs {
			assert.Contains(t, g.Info().Views, v.View, "%s %s", g.Info().ID, v.Name)
		}
	}
}

func TestAFileOfAGameMayBeMissingButHasNoUnknownFields(t *testing.T) {
	var read struct{ A int }
	data := func(text string) fs.FS { return fstest.MapFS{"data/gardens.toml": {Data: []byte(text)}} }
	games.All[0].Decode(fstest.MapFS{}, &read)
	require.Zero(t, read.A)
	games.All[0].Decode(data("a = 1"), &read)
	require.Equal(t, 1, read.A)
	require.Panics(t, func() { games.All[0].Decode(data("b = 1"), &read) })
}

func TestIconsOfAllGamesHaveDifferentNames(t *testing.T) {
	of := map[string]string{}
	for _, g := range games.All {
		for i, name := range g.Info().Icons {
			assert.Empty(t, of[name], "%s and %s both have the icon %s", of[name], g.Info().ID, name)
			of[name] = g.Info().ID
			assert.NotNil(t, g.Gallery.Icon(engine.Icon(i+1)), "%s draws no icon %s", g.Info().ID, name)
		}
	}
}

// TestRulesAndScoresChangeOnlyWithTheirVersion checks records that were played by the current
// RulesVersion of a game. -update writes the records of a new version.
func TestRulesAndScoresChangeOnlyWithTheirVersion(t *testing.T) {
	for _, g := range games.All {
		in := g.Info()
		sets := variants(g)
		for i := range 4 {
			opts := []engine.Options{sets[0], sets[len(sets)-1]}[i%2]
			file := filepath.Join("testdata", "records", fmt.Sprintf("%s-rules%d-%d.json", in.ID, in.RulesVersion, i))
			if _, err := os.Stat(file); err != nil && *update {
				record := play(t, g, min(in.MinSeats+i/2, in.MaxSeats), opts, func(engine.State, int) bool { return true })
				data, err := record.Append(nil)
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(file, data, 0o644))
			}
			data, err := os.ReadFile(file)
			require.NoError(t, err, "-update writes the records of a new RulesVersion")
			r, err := engine.ParseRecord(data)
			require.NoError(t, err, file)
			require.NoError(t, r.Check(g), "%s: another rule or score: raise %s's RulesVersion", file, in.ID)
		}
	}
}

func TestGamesAreFoundByTheirIDs(t *testing.T) {
	for _, id := range games.IDs() {
		g, found := games.Find(id)
		require.True(t, found && g.Info().ID == id, id)
	}
	_, found := games.Rules("chess")
	require.False(t, found, "nobody made it")
}
