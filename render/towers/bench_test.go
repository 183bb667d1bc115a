package towers

import (
	"testing"

	"amytis/render"
	"amytis/render/rendertest"
)

func BenchmarkTable(b *testing.B) {
	rendertest.BenchmarkDraw(b, Gallery{}, lateView(b, 5, false), render.Request{View: viewTable})
}

// BenchmarkWidest draws a building that covers the whole table.
func BenchmarkWidest(b *testing.B) {
	rendertest.BenchmarkDraw(b, Gallery{}, widest(), render.Request{View: viewIso})
}
