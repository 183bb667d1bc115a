package rendertest

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/render"
)

// look is a sprite without hues: the greys of the pixels around its anchor, row by row.
type look []int

func lookOf(im image.Image) (l look) {
	for y := range im.Bounds().Dy() {
		for x := range im.Bounds().Dx() {
			l = append(l, Grey(im, x, y))
		}
	}
	return l
}

// Greys returns the greys of a sprite in the middle of a picture of size by size pixels.
func Greys(t *testing.T, s *render.Sprite, size int) []int {
	t.Helper()
	l := render.NewList(size, size, render.Paper)
	l.Put(s, size/2, size/2)
	return lookOf(Decode(t, l.Picture().PNG))
}

func (l look) background() int { return l[0] }

func Sprites[T any](draw func(thing T) *render.Sprite, things ...T) (sprites []*render.Sprite) {
	for _, thing := range things {
		sprites = append(sprites, draw(thing))
	}
	return sprites
}

func looksOf(t *testing.T, size int, sprites []*render.Sprite) (looks []look) {
	t.Helper()
	for _, s := range sprites {
		looks = append(looks, Greys(t, s, size))
	}
	return looks
}

// CheckDistinct checks that every two sprites differ clearly without hues, in pictures of size by
// size pixels: in more than one part-th of the pixels drawn in the later one.
func CheckDistinct(t *testing.T, part, size int, sprites ...*render.Sprite) {
	t.Helper()
	checkDistinct(t, part, looksOf(t, size, sprites))
}

// CheckOutlines is CheckDistinct for the silhouettes of sprites, drawn or not drawn.
func CheckOutlines(t *testing.T, part, size int, sprites ...*render.Sprite) {
	t.Helper()
	looks := looksOf(t, size, sprites)
	for _, l := range looks {
		background := l.background()
		for i := range l {
			if l[i] != background {
				l[i] = 0
			}
		}
	}
	checkDistinct(t, part, looks)
}

func checkDistinct(t *testing.T, part int, looks []look) {
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

// The least contrasts: of signs to what they lie on, and of letters and digits.
const (
	SignContrast   = 3
	LetterContrast = 4.5
)

// CheckContrast checks that colours have a contrast to every ground that they lie on.
func CheckContrast(t *testing.T, what string, least float64, grounds []render.Colour, paints ...render.Colour) {
	t.Helper()
	for _, ground := range grounds {
		for _, paint := range paints {
			assert.GreaterOrEqual(t, paint.Contrast(ground), least, "%s: %s on %s", what, paint, ground)
		}
	}
}
