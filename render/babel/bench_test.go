package babel

import (
	"testing"

	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"
)

// benchmarkDraw draws a position late in a game, with long columns and yards.
func benchmarkDraw(b *testing.B, r render.Request) {
	benchmarkView(b, lateView(b, 4), r)
}

func benchmarkView(b *testing.B, v *game.View, r render.Request) {
	rendertest.BenchmarkDraw(b, Gallery{}, v, r)
}

func BenchmarkTable(b *testing.B) { benchmarkDraw(b, render.Request{View: viewTable}) }

// BenchmarkTableFullest draws more cards in columns than the game has.
func BenchmarkTableFullest(b *testing.B) {
	benchmarkView(b, handmade(), render.Request{View: viewTable})
}

func BenchmarkHand(b *testing.B) { benchmarkView(b, handmade(), render.Request{View: viewHand}) }

// BenchmarkList measures the time to make a display list, without painting it.
func BenchmarkList(b *testing.B) {
	v := handmade()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := displayList(v, render.Request{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirstPicture draws a table when none of the game's sprites is drawn yet.
func BenchmarkFirstPicture(b *testing.B) {
	v := handmade()
	for b.Loop() {
		sheet = render.NewSheet[spriteKey]()
		if _, err := (Gallery{}).Draw(v, render.Request{}); err != nil {
			b.Fatal(err)
		}
	}
}
