package rendertest

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/render"
)

// Look is a sprite without hues: the greys of the pixels around its anchor, row by row.
type Look []int

func lookOf(im image.Image) Look {
	var l Look
	for y := range im.Bounds().Dy() {
		for x := range im.Bounds().Dx() {
			l = append(l, Grey(im, x, y))
		}
	}
	return l
}

// Looks paints each sprite in the middle of a picture of size by size pixels.
func Looks(t *testing.T, sprites []*render.Sprite, size int) []Look {
	t.Helper()
	looks := make([]Look, len(sprites))
	for i, s := range sprites {
		l := render.NewList(size, size, render.Paper)
		l.Put(s, size/2, size/2)
		p, err := l.Picture()
		require.NoError(t, err)
		looks[i] = lookOf(Decode(t, p.PNG))
	}
	return looks
}

func (l Look) background() int { return l[0] }

// Outlines changes looks into their silhouettes, drawn or not drawn, and returns them.
func Outlines(looks []Look) []Look {
	for _, l := range looks {
		background := l.background()
		for i := range l {
			if l[i] != background {
				l[i] = 0
			}
		}
	}
	return looks
}

// CheckDistinct checks that every two looks differ clearly. The pixels that do must be more than
// one part-th of the pixels drawn in the later one.
func CheckDistinct(t *testing.T, looks []Look, part int) {
	t.Helper()
	for i, look := range looks {
		for j, other := range looks[:i] {
			var apart, drawn int
			for k := range look {
				if look[k] != look.background() {
					drawn++
				}
				if ClearlyDiffer(look[k], other[k]) {
					apart++
				}
			}
			assert.Greater(t, apart*part, drawn, "sprites %d and %d look alike", i, j)
		}
	}
}
