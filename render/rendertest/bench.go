package rendertest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/render"
)

// BenchmarkDraw draws a picture without cached strips, and reports its size.
func BenchmarkDraw(b *testing.B, g render.Gallery, v engine.View, r render.Request) {
	var p render.Picture
	b.ReportAllocs()
	for b.Loop() {
		render.ForgetStrips()
		var err error
		p, err = render.PictureOf(g, v, r)
		require.NoError(b, err)
	}
	b.ReportMetric(float64(len(p.PNG))/1000, "kB")
}
