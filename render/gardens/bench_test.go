package gardens

import (
	"testing"

	"amytis/render"
	"amytis/render/rendertest"
)

// benchmarkDraw draws a late position, the fullest that gardens get.
func benchmarkDraw(b *testing.B, seats int, r render.Request) {
	rendertest.BenchmarkDraw(b, Gallery{}, late(b, seats, 3), r)
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

// BenchmarkList is what a picture takes before it is painted.
func BenchmarkList(b *testing.B) {
	v := late(b, 4, 3)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := list(v, render.Request{View: "table", Scale: render.Large}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirstPicture is a table's picture with no sprite of the game drawn
// yet. (What package render keeps, letters and blends, is: BenchmarkMixer.)
func BenchmarkFirstPicture(b *testing.B) {
	v := late(b, 4, 3)
	for b.Loop() {
		sheet = render.Sheet[look]{}
		if _, err := (Gallery{}).Draw(v, render.Request{View: "table", Scale: render.Large}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGhost is the picture of one press of a cursor.
func BenchmarkGhost(b *testing.B) {
	for _, view := range []string{"top", "garden"} {
		b.Run(view, func(b *testing.B) {
			benchmarkDraw(b, 2, render.Request{View: view, Seat: 1, Ghost: render.Ghost{Move: placing(b, fittingGhost), Legal: true}})
		})
	}
}
