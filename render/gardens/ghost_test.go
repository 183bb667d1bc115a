package gardens

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	game "amytis/engine/gardens"
	"amytis/render"
	"amytis/render/rendertest"
)

var ghostOf = rendertest.GhostsOf(game.Game)

// These are ghosts for the handmade position. The legal one lies exactly over a tile, where stairs
// and a bridge end, with one corner open. The illegal one lies half under a tower.
const (
	legalGhost   = "1 place BJ2 e3 r1 L2 open=f3"
	illegalGhost = "1 place GR1 b2 r3 L3"
)

func TestAGhostIsShownOnlyWhereItsSeatPlacesIt(t *testing.T) {
	place := ghostOf(t, legalGhost, true)
	noTile := place
	noTile.Move.Args[0] = game.NumTiles + 1
	v := handmade()
	rendertest.CheckNoGhost(t, Gallery{}, map[string]rendertest.Asked{
		"quarry":       {v, render.Request{View: "quarry", Ghost: place}},
		"table":        {v, render.Request{View: "table", Ghost: place}},
		"south":        {v, render.Request{View: "south", Ghost: place}},
		"other seat":   {v, render.Request{View: "garden", Seat: 2, Ghost: place}},
		"other verb":   {v, render.Request{View: "garden", Ghost: ghostOf(t, "1 dig a1", true)}},
		"no such tile": {v, render.Request{View: "garden", Ghost: noTile}},
	})
}

func TestNothingCoversTheLevelsOfTwoGhostsThatOverlap(t *testing.T) {
	v := handmade()
	v.Gardens[0].Tiles, v.Gardens[0].Decor = nil, nil
	for _, at := range []string{"f4", "d4", "f2", "e4", "e3"} {
		r := render.Request{View: "garden", Ghost: ghostOf(t, "1 place BJ2 e3 r1 L2", true),
			Beside: ghostOf(t, "1 place BJ2 "+at+" r0 L2", true)}
		l := rendertest.List(t, Gallery{}, v, r).String()
		if at != "e3" { // there the same level covers the first one
			rendertest.Readable(t, Gallery{}, v, r)
		}
		signs := regexp.MustCompile(`  (badge|sign fits)(?: J)? @(\d+),(\d+)`).FindAllStringSubmatch(l, -1)
		require.Len(t, signs, 4, at)
		for _, sign := range signs[2:] {
			for _, badge := range signs[:2] {
				x, y := atoi(t, sign[2])-atoi(t, badge[2]), atoi(t, sign[3])-atoi(t, badge[3])
				require.GreaterOrEqual(t, math.Hypot(x, y), boardHole*(wideBadgeShare+.3)-1, at)
			}
		}
	}
}

func atoi(t *testing.T, digits string) float64 {
	t.Helper()
	n, err := strconv.Atoi(digits)
	require.NoError(t, err)
	return float64(n)
}

func TestAGhostThatDoesNotFitLeavesVisibleWhatIsInItsWay(t *testing.T) {
	v := lateView(t, 2, 3)
	g := &v.Gardens[v.Turn.Slice()[0]-1]
	r := render.Request{View: "top", Seat: g.Seat}
	b := boardIn(g, r, image.Rect(4, 4, columnX-14, columnX-14))
	for i, tile := range g.Tiles {
		c := []struct {
			text string
			w, h int
		}{{"place BJ2 %s r1 L2", 2, 2}, {"statue %s", 1, 1}, {"fountain %s %s", 2, 1}}[i%3]
		text, _, _ := strings.Cut(fmt.Sprintf(c.text, tile.At, game.At(tile.At.Col()+1, tile.At.Row())), "%!")
		r.Ghost = ghostOf(t, g.Seat.String()+" "+text, false)
		x, y := b.middle(tile.At)
		left, foot := x-b.u/2, y+b.u/2
		rendertest.CheckSeen(t, Gallery{}, v, r, image.Rect(left, foot-c.h*b.u, left+c.w*b.u, foot))
	}
}

func TestTheTileThatAMoveTakesIsMarkedInTheQuarry(t *testing.T) {
	v := lateView(t, 2, 3)
	for _, legal := range []bool{true, false} {
		req := render.Request{View: "quarry", Ghost: ghostOf(t, "1 dig b3", legal)}
		l := rendertest.Readable(t, Gallery{}, v, req)
		require.Contains(t, l.String(), "mark b3\n  frame "+render.Verdict(legal).String()+" @")
		alt := render.AltOf(Gallery{}, v, req, rendertest.Echo{})
		require.True(t, strings.HasPrefix(alt, "marked(Things=part.cell("), alt)
	}
	l := rendertest.List(t, Gallery{}, v, render.Request{View: "quarry"})
	require.NotContains(t, l.String(), "mark")
}

// TestATileToDigLightsExactlyWhereItWouldFit takes the legal moves after each dig for the truth.
func TestATileToDigLightsExactlyWhereItWouldFit(t *testing.T) {
	lights := 0
	rendertest.Play(t, game.Game, nil, 2, rand.New(rand.NewPCG(5, 3)), choose, func(s engine.State, i int) bool {
		seat := s.Turn().Slice()
		if len(seat) == 0 {
			return false
		}
		m := s.Legal(seat[0], nil)[0]
		if c, digs := game.QuarryCellOf(m); i%4 == 0 && digs {
			v := s.View(seat[0]).(*game.View)
			after, err := s.Apply(m)
			require.NoError(t, err)
			legal := after.Legal(seat[0], nil)
			want := map[game.Hole]bool{}
			for _, m := range legal {
				if p, ok := game.PlacementOf(m); ok && p.Tile == v.Quarry[c-1].Tile {
					for _, h := range p.Holes() {
						want[h] = true
					}
				}
			}
			req := render.Request{View: "quarry", Seat: seat[0], Ghost: render.Ghost{Move: m, Legal: true},
				Can: func() []engine.Move { return legal }}
			shown := rendertest.Readable(t, Gallery{}, v, req).String()
			require.Equal(t, len(want), strings.Count(shown, "  room @"), "%v", m)
			require.Equal(t, len(want) > 0, strings.Contains(render.AltOf(Gallery{}, v, req, rendertest.Echo{}), "room("))
			lights += len(want)
		}
		return true
	})
	require.Greater(t, lights, 100)
}

// TestEveryPlannedDecorationIsFramed tries decorations with their ends anywhere, even where the
// rules forbid them.
func TestEveryPlannedDecorationIsFramed(t *testing.T) {
	v := handmade()
	for text, built := range map[string]bool{
		"1 statue a1": true, "1 statue h8": true, "1 fountain a1 b1": true, "1 fountain h7 h8": true,
		"1 bridge a8 c8": true, "1 stairs d3 d4": true, "1 stairs d4 d3": true,
		"1 fountain a1 a3": false, "1 bridge a8 h1": false, "1 stairs h8 a1": false, "1 bridge c3 d2": false,
	} {
		for _, view := range []string{"garden", "top"} {
			r := render.Request{View: view, Ghost: ghostOf(t, text, built)}
			l := rendertest.Readable(t, Gallery{}, v, r)
			shown := l.String()
			verdict := render.Verdict(built).String()
			require.Equal(t, 1, strings.Count(shown, "  frame "+verdict), text)
			require.Equal(t, 1, strings.Count(shown, "  sign "+verdict), text)
			_, after, _ := strings.Cut(shown, "planned ")
			first := strings.Split(after, "\n")[1]
			assert.Equal(t, built, strings.Contains(first, "  built "), "%s: %s", text, first)
		}
	}
	for _, r := range []render.Request{
		{View: "iso", Ghost: ghostOf(t, "1 statue a1", false)},
		{View: "garden", Ghost: ghostOf(t, "2 statue a1", false)},
		{View: "garden", Ghost: render.Ghost{Move: engine.Move{Seat: 1, Verb: game.Game.Info().Verb("statue")}}},
	} {
		l := rendertest.List(t, Gallery{}, v, r)
		assert.NotContains(t, l.String(), "planned")
	}
}
