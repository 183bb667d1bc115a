package gardens

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/render"
	"amytis/render/rendertest"
)

// benchmarkDraw draws a position late in a game, when gardens are fullest.
func benchmarkDraw(b *testing.B, seats int, r render.Request) {
	rendertest.BenchmarkDraw(b, Gallery{}, lateView(b, seats, 3), r)
}

// BenchmarkViews draws every picture.
func BenchmarkViews(b *testing.B) {
	for _, view := range (Gallery{}).Views() {
		b.Run(view, func(b *testing.B) { benchmarkDraw(b, 2, render.Request{View: view}) })
	}
}

// BenchmarkList measures the time to make a display list, without painting it.
func BenchmarkList(b *testing.B) {
	v := lateView(b, 4, 3)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := displayList(v, render.Request{View: "table"}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirstPicture draws a table when none of the game's sprites is drawn yet. The letters and
// blends of package render are cached already; see BenchmarkMixer for the blends.
func BenchmarkFirstPicture(b *testing.B) {
	v := lateView(b, 4, 3)
	for b.Loop() {
		sheet = render.NewSheet[spriteKey]()
		if _, err := (Gallery{}).Draw(v, render.Request{View: "table"}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGhost draws the first picture with a ghost, of which nothing is kept.
func BenchmarkGhost(b *testing.B) {
	for _, view := range []string{"top", "garden"} {
		b.Run(view, func(b *testing.B) {
			benchmarkDraw(b, 2, render.Request{View: view, Seat: 1,
				Ghost: render.Ghost{Move: parseMove(b, legalGhost), Legal: true}})
		})
	}
}

// BenchmarkGhostMoved draws the picture after one press of a cursor button: the strips without the
// ghost are kept from the picture before.
func BenchmarkGhostMoved(b *testing.B) {
	v := lateView(b, 2, 3)
	draw := func(ghost render.Ghost) {
		_, err := Gallery{}.Draw(v, render.Request{View: "top", Seat: 1, Ghost: ghost})
		require.NoError(b, err)
	}
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		render.ForgetStrips()
		draw(render.Ghost{})
		b.StartTimer()
		draw(render.Ghost{Move: parseMove(b, legalGhost), Legal: true})
	}
}
