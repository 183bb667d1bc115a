package babel

import (
	"testing"

	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"
)

// benchmarkDraw draws a late position, whose columns and yards are long.
func benchmarkDraw(b *testing.B, r render.Request) {
	benchmarkView(b, late(b, 4), r)
}

func benchmarkView(b *testing.B, v *game.View, r render.Request) {
	rendertest.BenchmarkDraw(b, Gallery{}, v, r)
}

func BenchmarkTablePhone(b *testing.B) { benchmarkDraw(b, render.Request{View: viewTable}) }
func BenchmarkTableLarge(b *testing.B) {
	benchmarkDraw(b, render.Request{View: viewTable, Scale: render.Large})
}

// BenchmarkTableFullest has more cards in columns than there are.
func BenchmarkTableFullest(b *testing.B) {
	benchmarkView(b, handmade(), render.Request{View: viewTable, Scale: render.Large})
}

func BenchmarkHandPhone(b *testing.B) {
	benchmarkView(b, handmade(), render.Request{View: viewHand})
}

func BenchmarkHandLarge(b *testing.B) {
	benchmarkView(b, handmade(), render.Request{View: viewHand, Scale: render.Large})
}

// BenchmarkList is what a picture takes before it is painted.
func BenchmarkList(b *testing.B) {
	v := handmade()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := list(v, render.Request{Scale: render.Large}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirstPicture is a table's picture with no sprite of the game drawn
// yet.
func BenchmarkFirstPicture(b *testing.B) {
	v := handmade()
	for b.Loop() {
		sheet = render.Sheet[look]{}
		if _, err := (Gallery{}).Draw(v, render.Request{Scale: render.Large}); err != nil {
			b.Fatal(err)
		}
	}
}
