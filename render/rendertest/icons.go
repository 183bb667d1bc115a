package rendertest

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	xdraw "golang.org/x/image/draw"

	"amytis/engine"
	"amytis/render"
)

// iconSize is the width of an icon on a screen with one pixel to a point.
const iconSize = 22

// grounds are the colours behind icons: a dark and a light menu, a grey, a blue and a green button.
var grounds = []color.NRGBA{
	{0x2b, 0x2d, 0x31, 255}, {255, 255, 255, 255}, {0x4e, 0x50, 0x58, 255}, {0x58, 0x65, 0xf2, 255},
	{0x24, 0x80, 0x46, 255},
}

// maxIconFile is Discord's limit for the file of an emoji, in bytes.
const maxIconFile = 256 << 10

// checkIcons checks that every icon of a game has the right size and a transparent background,
// stands out from menus and buttons, and differs from the others without colours.
func checkIcons(t *testing.T, g render.Gallery, in *engine.Info) {
	t.Helper()
	require.NotEmpty(t, in.Icons)
	assert.Nil(t, g.Icon(0))
	assert.Nil(t, g.Icon(engine.Icon(len(in.Icons)+1)))
	var looks []look
	for i, name := range in.Icons {
		s := g.Icon(engine.Icon(i + 1))
		require.NotNil(t, s, name)
		im := s.Image()
		assert.Equal(t, image.Pt(render.IconSize, render.IconSize), im.Rect.Size(), name)
		assert.Zero(t, im.NRGBAAt(0, 0).A, "the background of %s is transparent", name)
		data, err := s.PNG()
		require.NoError(t, err)
		assert.Less(t, len(data), maxIconFile, name)
		assert.Equal(t, im, Decode(t, data), name)
		for _, ground := range grounds {
			clear, lines := clearEdges(shrinkIcon(im, ground), ground)
			assert.Greater(t, clear*5, lines*4, "lines in which the edge of %s stands out from %v", name, ground)
		}
		looks = append(looks, lookOf(shrinkIcon(im, grounds[0])))
	}
	checkDistinct(t, 15, looks)
}

// shrinkIcon returns an icon as it looks on a ground.
func shrinkIcon(im image.Image, ground color.NRGBA) *image.RGBA {
	small := image.NewRGBA(image.Rect(0, 0, iconSize, iconSize))
	draw.Draw(small, small.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	xdraw.CatmullRom.Scale(small, small.Rect, im, im.Bounds(), xdraw.Over, nil)
	return small
}

// An icon must stand out within edgeWidth pixels from its first one with a contrast of invisible.
const (
	edgeWidth = 3
	invisible = 1.3
)

// clearEdges counts, from all four sides, the lines of pixels in which an icon begins, and those
// where one of its first pixels has a contrast of at least 3 with the ground.
func clearEdges(im *image.RGBA, ground color.NRGBA) (clear, lines int) {
	for side := render.North; side <= render.West; side++ {
		for line := range iconSize {
			drawn := 0
			standsOut := false
			for depth := 0; depth < iconSize && drawn < edgeWidth; depth++ {
				c := im.RGBAAt(side.Place(line, depth, im.Rect))
				apart := render.Contrast(c, ground)
				if drawn == 0 && apart < invisible {
					continue
				}
				drawn++
				standsOut = standsOut || apart >= 3
			}
			if drawn > 0 {
				lines++
			}
			if standsOut {
				clear++
			}
		}
	}
	return clear, lines
}
