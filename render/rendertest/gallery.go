package rendertest

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/render"
)

// OtherView is a view of a game that no gallery knows.
type OtherView struct{}

func (OtherView) Game() string { return "other" }

// checkConcurrentDraws checks that drawing a picture several times at once gives equal pictures.
func checkConcurrentDraws(t *testing.T, g render.Gallery, v engine.View) {
	t.Helper()
	pictures := make([]render.Picture, 8)
	var wg sync.WaitGroup
	for i := range pictures {
		wg.Go(func() { pictures[i], _ = render.PictureOf(g, v, render.Request{}) })
	}
	wg.Wait()
	require.NotEmpty(t, pictures[0].PNG)
	for _, p := range pictures {
		assert.Equal(t, pictures[0].PNG, p.PNG)
	}
}
