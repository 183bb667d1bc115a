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

// scoreOf adds up what a ladder shows for a seat.
func scoreOf(r ladder, seat engine.Seat) int {
	sum := -r.counts[0][seat-1]
	for level := 1; level <= game.MaxLevel; level++ {
		if leader, _ := r.leader(level); leader == seat {
			sum += level
		}
	}
	return sum
}

func TestTheLaddersPointsAddUpToTheScore(t *testing.T) {
	for seats := 3; seats <= 5; seats++ {
		led := 0
		eachPosition(t, seats, 8, options(false, seats == 4), func(s engine.State, i int) bool {
			v := s.View(0).(*game.View)
			r := newLadder(v, ghost{}, 0)
			for _, p := range v.Players {
				require.Equal(t, p.Total, scoreOf(r, p.Seat), "seat %d after %d moves", p.Seat, i)
				led = max(led, p.Total-p.Penalty)
			}
			return true
		})
		assert.Positive(t, led)
	}
}

// A ghost counts as if it were placed: the ladder shows the score after its move.
func TestTheLadderShowsWhatAGhostBrings(t *testing.T) {
	lit := 0
	eachPosition(t, 3, 5, options(false, false), func(s engine.State, i int) bool {
		if i%20 != 0 {
			return i < 160
		}
		for _, seat := range s.Turn().Slice() {
			v := s.View(seat).(*game.View)
			for _, m := range s.Legal(seat, nil) {
				g := newGhost(v, render.Request{View: viewTop, Seat: seat, Ghost: render.Ghost{Move: m, Legal: true}})
				if !g.isShown() || g.Facing != 0 || g.IsBridge() && lit%7 > 0 {
					continue
				}
				lit++
				r := newLadder(v, g, seat)
				require.True(t, g.IsBridge() && r.lit[0] || r.lit[g.At.Level], m)
				next, err := s.Apply(m)
				require.NoError(t, err)
				for _, p := range next.View(0).(*game.View).Players {
					require.Equal(t, p.Total, scoreOf(r, p.Seat), m)
				}
			}
		}
		return true
	})
	assert.Greater(t, lit, 50)
}

func TestALadderOfAllLevelsHasRoom(t *testing.T) {
	v := start(5, false)
	for level := uint8(1); level <= game.MaxLevel; level++ {
		for c := game.Blue; c <= game.White; c++ {
			v.Zones[0].Towers = append(v.Zones[0].Towers, game.TowerView{
				At: game.Cell{Col: uint8(c) + 10, Row: level, Level: level}, Facing: game.North, Nobles: []game.NobleView{small(c)}})
		}
	}
	rendertest.Readable(t, Gallery{}, v, render.Request{View: viewTable, Names: goldenNames})
	in := box{708, edge, 384, 440}
	rest := drawLadder(newPicture(), newScene(v, render.Request{View: viewTable}), in)
	assert.LessOrEqual(t, rest.y, in.y+in.h+edge)
}
