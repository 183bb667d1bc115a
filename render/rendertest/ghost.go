package rendertest

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
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

// CheckSeen checks that a request's ghost leaves more than half of a part of its picture as it is.
func CheckSeen(t *testing.T, g render.Gallery, v engine.View, r render.Request, part image.Rectangle) {
	t.Helper()
	with := Decode(t, Picture(t, g, v, r).PNG)
	ghost := r.Ghost.Move
	r.Ghost = render.Ghost{}
	without := Decode(t, Picture(t, g, v, r).PNG)
	same := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			same += render.Flag(with.At(x, y) == without.At(x, y))
		}
	}
	assert.Greater(t, 2*same, part.Dx()*part.Dy(), "%v: %d pixels of %v", ghost, same, part)
}
