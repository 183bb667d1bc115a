package games_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	_ "amytis/bot/labflag" // for go test ./bot/... -lab
)

func TestViewsOfAGameAreExactlyThoseOfItsGallery(t *testing.T) {
	for _, g := range games.All {
		assert.ElementsMatch(t, g.Info().Views, g.Gallery.Views(), g.Info().ID)
		for _, v := range g.Info().Verbs {
			assert.Contains(t, g.Info().Views, v.View, "%s %s", g.Info().ID, v.Name)
		}
	}
}

func TestGamesAreFoundByTheirIDs(t *testing.T) {
	for _, g := range games.All {
		found, ok := games.Find(g.Info().ID)
		require.True(t, ok)
		assert.Same(t, g.Info(), found.Info())
	}
	_, ok := games.Rules("chess")
	assert.False(t, ok)
}
