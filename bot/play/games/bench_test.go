package games_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/render"
)

// BenchmarkPictures draws every picture of a position late in a game, without cached strips.
func BenchmarkPictures(b *testing.B) {
	for _, g := range games.All {
		played := playtest.Play(b, g, nil, g.Info().MinSeats)
		v := played.At(b, len(played.Moves)*7/8).State.View(1)
		for _, view := range g.Info().Views {
			b.Run(g.Info().ID+"/"+view, func(b *testing.B) {
				var p render.Picture
				b.ReportAllocs()
				for b.Loop() {
					render.ForgetStrips()
					var err error
					p, err = render.PictureOf(g.Gallery, v, render.Request{View: view})
					require.NoError(b, err)
				}
				b.ReportMetric(float64(len(p.PNG))/1000, "kB")
			})
		}
	}
}
