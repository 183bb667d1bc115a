package gardens

import (
	"testing"

	game "amytis/engine/gardens"
	"amytis/render"
	"amytis/render/rendertest"
)

// BenchmarkViews draws every picture of a position late in a game, when gardens are fullest.
func BenchmarkViews(b *testing.B) {
	for _, view := range game.Game.Info().Views {
		b.Run(view, func(b *testing.B) {
			rendertest.BenchmarkDraw(b, Gallery{}, lateView(b, 2, 3), render.Request{View: view})
		})
	}
}
