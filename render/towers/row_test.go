package towers

import (
	"fmt"
	"image"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"
)

var textLine = regexp.MustCompile(`  ("[^"]*") (\d+) \S+ @(-?\d+),(-?\d+)`)

// textBoxes returns a picture's texts and where they are, with the parts below the line.
func textBoxes(t *testing.T, l *render.List) (texts []string, boxes []image.Rectangle) {
	t.Helper()
	for _, found := range textLine.FindAllStringSubmatch(l.String(), -1) {
		text, err := strconv.Unquote(found[1])
		require.NoError(t, err)
		var n [3]int
		for i, digits := range found[2:] {
			n[i], err = strconv.Atoi(digits)
			require.NoError(t, err)
		}
		high, x, y := n[0], n[1], n[2]
		low := y
		if strings.ContainsAny(text, "gjpqy") {
			low += high / 4
		}
		texts = append(texts, text)
		boxes = append(boxes, image.Rect(x, y-high, x+render.Bold(high, ink).Width(text), low))
	}
	return texts, boxes
}

func TestLongNamesAreWholeAndTouchNoOtherText(t *testing.T) {
	names := []string{"Bartholomäus", "Guillermina G", "JaneEyre1847", "Katharina M.", "Philippa Grey"}
	for _, quick := range []bool{false, true} {
		for seats := 3; seats <= 5; seats++ {
			v := lateView(t, seats, quick)
			for _, v.Seat = range []engine.Seat{0, 2} {
				what := fmt.Sprintf("%d players, quick: %v, seat %d", seats, quick, v.Seat)
				l := rendertest.Readable(t, Gallery{}, v, render.Request{View: viewTable, Names: names})
				texts, boxes := textBoxes(t, l)
				shown := names[:seats]
				if quick && v.Seat == 2 {
					shown = names[:3] // seat 2 and its neighbours
				}
				assert.Subset(t, texts, shown, what)
				for i, a := range boxes {
					for j, b := range boxes[:i] {
						assert.False(t, a.Overlaps(b), "%s: %q touches %q", what, texts[i], texts[j])
					}
				}
			}
		}
	}
}

// changedPart returns the part of a picture in which two lists differ.
func changedPart(t *testing.T, a, b *render.List) (part image.Rectangle) {
	t.Helper()
	var ims [2]image.Image
	for i, l := range []*render.List{a, b} {
		ims[i] = rendertest.Decode(t, l.Picture().PNG)
	}
	for y := range ims[0].Bounds().Dy() {
		for x := range ims[0].Bounds().Dx() {
			if ims[0].At(x, y) != ims[1].At(x, y) {
				part = part.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return part
}

// Sides of the quick game with five players are the smallest ones.
func TestNoblesOnTheHighestTowerAreSeenFromASide(t *testing.T) {
	v := start(5, true)
	z := &v.Zones[0]
	for level := range uint8(game.MaxLevel) {
		z.Towers = append(z.Towers, game.TowerView{At: game.Cell{Zone: 1, Col: 12, Row: 12, Level: level + 1}, Facing: game.South})
	}
	v.Seat = 0
	top := &z.Towers[game.MaxLevel-1]
	r := render.Request{View: "south"}
	bare := rendertest.Readable(t, Gallery{}, v, r)
	for n := 1; n <= 2; n++ {
		top.Nobles = []game.NobleView{large(game.Blue), small(game.Yellow)}[:n]
		part := changedPart(t, bare, rendertest.Readable(t, Gallery{}, v, r))
		assert.GreaterOrEqual(t, part.Dy(), render.MinReadable, "%d nobles", n)
		assert.GreaterOrEqual(t, part.Dx(), leastPlaque*n, "%d nobles", n)
		assert.Greater(t, part.Min.Y, headLine, "a crown reaches into the heading")
	}
	texts, _ := textBoxes(t, bare)
	assert.NotContains(t, texts, strconv.Itoa(game.MaxLevel+2), "a level that cannot be")
}

func TestATowerUnderNoblesIsPlain(t *testing.T) {
	const u = 40
	greys := map[int]bool{}
	look := rendertest.Greys(t, towerSprite(3, game.South, true, u), u)
	for y := 4; y < u*6/10; y++ {
		for x := 4; x < u-4; x++ {
			greys[look[y*u+x]] = true
		}
	}
	assert.Len(t, greys, 1)
}
