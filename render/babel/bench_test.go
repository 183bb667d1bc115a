package babel

import (
	"testing"

	"amytis/render"
	"amytis/render/rendertest"
)

// BenchmarkTable draws a position late in a game, with long columns and yards.
func BenchmarkTable(b *testing.B) {
	rendertest.BenchmarkDraw(b, Gallery{}, lateView(b, 4), render.Request{View: viewTable})
}
