package towers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"
)

func benchmarkDraw(b *testing.B, v *game.View, view string) {
	rendertest.BenchmarkDraw(b, Gallery{}, v, render.Request{View: view})
}

func BenchmarkTop(b *testing.B)   { benchmarkDraw(b, lateView(b, 5, false), viewTop) }
func BenchmarkSide(b *testing.B)  { benchmarkDraw(b, lateView(b, 5, false), "south") }
func BenchmarkIso(b *testing.B)   { benchmarkDraw(b, lateView(b, 5, false), viewIso) }
func BenchmarkTable(b *testing.B) { benchmarkDraw(b, lateView(b, 5, false), viewTable) }

func BenchmarkQuickTop(b *testing.B)   { benchmarkDraw(b, lateView(b, 5, true), viewTop) }
func BenchmarkQuickTable(b *testing.B) { benchmarkDraw(b, spectated(lateView(b, 5, true)), viewTable) }

// BenchmarkWidest draws a building that covers the whole table.
func BenchmarkWidest(b *testing.B) { benchmarkDraw(b, widest(), viewIso) }

// BenchmarkList measures the time to make a display list, without painting it.
func BenchmarkList(b *testing.B) {
	v := lateView(b, 5, false)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := displayList(v, render.Request{View: viewTable}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirstPicture draws a table when none of the game's sprites is drawn yet. The letters and
// blends of package render are cached already; see BenchmarkMixer for the blends.
func BenchmarkFirstPicture(b *testing.B) {
	v := lateView(b, 5, false)
	for b.Loop() {
		sheet = render.NewSheet[spriteKey]()
		_, err := Gallery{}.Draw(v, render.Request{View: viewTable})
		require.NoError(b, err)
	}
}

// BenchmarkGhost draws the picture after one press of a cursor button.
func BenchmarkGhost(b *testing.B) {
	for _, text := range []string{"1 tower n13.4 e", "1 bridge n13-n15.4", "1 tower 1:n13.4 e"} {
		b.Run(text, func(b *testing.B) {
			quick := strings.Contains(text, ":")
			r := render.Request{View: viewTop, Ghost: parseGhost(b, text, true)}
			rendertest.BenchmarkDraw(b, Gallery{}, lateView(b, 5, quick), r)
		})
	}
}
