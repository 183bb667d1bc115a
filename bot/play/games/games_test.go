package games_test

import (
	"io/fs"
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

func TestGamesAreFoundByTheirIDs(t *testing.T) {
	for _, g := range games.All {
		found, ok := games.Find(g.Info().ID)
		require.True(t, ok, "no game %s", g.Info().ID)
		assert.Same(t, g.Info(), found.Info())
	}
	_, ok := games.Rules("chess")
	assert.False(t, ok, "nobody made it")
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
