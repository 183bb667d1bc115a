package gardens

import (
	"testing"

	"amytis/render"
	"amytis/render/rendertest"
)

// benchmarkDraw draws a position late in a game, when gardens are fullest.
func benchmarkDraw(b *testing.B, seats int, r render.Request) {
	rendertest.BenchmarkDraw(b, Gallery{}, lateView(b, seats, 3), r)
}

func BenchmarkGardenLarge(b *testing.B) {
	benchmarkDraw(b, 2, render.Request{View: "garden", Scale: render.Large})
}

func BenchmarkGardenPhone(b *testing.B) { benchmarkDraw(b, 2, render.Request{View: "garden"}) }
func BenchmarkTopPhone(b *testing.B)    { benchmarkDraw(b, 2, render.Request{View: "top"}) }
func BenchmarkIsoPhone(b *testing.B)    { benchmarkDraw(b, 2, render.Request{View: "iso"}) }
func BenchmarkSidePhone(b *testing.B)   { benchmarkDraw(b, 2, render.Request{View: "south"}) }
func BenchmarkQuarryPhone(b *testing.B) { benchmarkDraw(b, 2, render.Request{View: "quarry"}) }

func BenchmarkTableLarge2(b *testing.B) {
	benchmarkDraw(b, 2, render.Request{View: "table", Scale: render.Large})
}

func BenchmarkTableLarge4(b *testing.B) {
	benchmarkDraw(b, 4, render.Request{View: "table", Scale: render.Large})
}

func BenchmarkTablePhone4(b *testing.B) { benchmarkDraw(b, 4, render.Request{View: "table"}) }

// BenchmarkList measures the time to make a display list, without painting it.
func BenchmarkList(b *testing.B) {
	v := lateView(b, 4, 3)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := displayList(v, render.Request{View: "table", Scale: render.Large}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirstPicture draws a table when none of the game's sprites is drawn yet. The letters and
// blends of package render are cached already; see BenchmarkMixer for the blends.
func BenchmarkFirstPicture(b *testing.B) {
	v := lateView(b, 4, 3)
	for b.Loop() {
		sheet = render.Sheet[spriteKey]{}
		if _, err := (Gallery{}).Draw(v, render.Request{View: "table", Scale: render.Large}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGhost draws the picture after one press of a cursor button.
func BenchmarkGhost(b *testing.B) {
	for _, view := range []string{"top", "garden"} {
		b.Run(view, func(b *testing.B) {
			benchmarkDraw(b, 2, render.Request{View: view, Seat: 1,
				Ghost: render.Ghost{Move: parseMove(b, legalGhost), Legal: true}})
		})
	}
}
