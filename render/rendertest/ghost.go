package rendertest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/render"
)

// GhostsOf returns a function that parses a move of a game as a ghost.
func GhostsOf(g engine.Game) func(tb testing.TB, text string, legal bool) render.Ghost {
	return func(tb testing.TB, text string, legal bool) render.Ghost {
		tb.Helper()
		m, err := g.ParseMove(text)
		require.NoError(tb, err)
		return render.Ghost{Move: m, Legal: legal}
	}
}
