package rendertest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/render"
)

// BenchmarkDraw measures the time to draw a picture without cached strips, and reports its size.
func BenchmarkDraw(b *testing.B, g render.Gallery, v engine.View, r render.Request) {
	p, err := render.PictureOf(g, v, r)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		render.ForgetStrips()
		if _, err := render.PictureOf(g, v, r); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(p.PNG))/1000, "kB")
}
