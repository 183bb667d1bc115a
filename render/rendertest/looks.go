package rendertest

import (
	"testing"

	"amytis/render"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Look is a sprite as an eye that sees no hues has it: the greys of the pixels
// around its anchor, row by row.
type Look []int

// Looks paints sprites, each alone in the middle of size by size pixels.
func Looks(t *testing.T, sprites []*render.Sprite, size int) []Look {
	t.Helper()
	looks := make([]Look, len(sprites))
	for i, s := range sprites {
		l := render.NewList(size, size, render.Paper)
		l.Put(s, size/2, size/2)
		p, err := l.Picture()
		require.NoError(t, err)
		im := Decode(t, p.PNG)
		for y := range size {
			for x := range size {
				looks[i] = append(looks[i], Grey(im, x, y))
			}
		}
	}
	return looks
}

// bare is the grey of what nothing is drawn on.
func (l Look) bare() int { return l[0] }

// Outlines leaves of looks what is drawn at all and what is not.
func Outlines(looks []Look) []Look {
	for _, l := range looks {
		bare := l.bare()
		for i := range l {
			if l[i] != bare {
				l[i] = 0
			}
		}
	}
	return looks
}

// TellApart holds every two looks to differ clearly in the given part, a tenth
// for 10, of what is drawn in the later.
func TellApart(t *testing.T, looks []Look, part int) {
	t.Helper()
	for i, look := range looks {
		for j, other := range looks[:i] {
			apart, drawn := 0, 0
			for k := range look {
				if look[k] != look.bare() {
					drawn++
				}
				if Apart(look[k], other[k]) {
					apart++
				}
			}
			assert.Greater(t, apart*part, drawn, "%d and %d", i, j)
		}
	}
}
