package towers

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"
)

var ghostOf = rendertest.GhostsOf(game.Game)

// These are ghosts for the handmade positions: pieces over other pieces, over the table and far
// away, and nobles who join others or stand alone.
const (
	ghostTowerText  = "1 tower m12.1 w"
	ghostBridgeText = "1 bridge j13-j15.2"
	ghostSmallText  = "1 small k12.1"
	ghostQuickText  = "1 bridge 3:m13-m15.2"
)

// Ghosts of every kind are tried in each column and row, at the corners, and on all levels.
func TestGhostsAreReadableAllOverTheTable(t *testing.T) {
	cell := func(col, row int) string { return fmt.Sprint(columnName(col), row+1) }
	for zone, v := range map[string]*game.View{"": handmade(), "3:": handmadeQuick()} {
		for i := 0; i < game.Side*game.Side; i += 9 {
			col, row, level := i/game.Side, i%game.Side, i%game.MaxLevel+1
			at, lowCol, lowRow := zone+cell(col, row), min(col, 23), min(row, 23)
			text := [...]string{
				fmt.Sprintf("tower %s.%d s", at, level), fmt.Sprintf("large %s.%d", at, level),
				fmt.Sprintf("small %s.%d", at, i%2+1),
				fmt.Sprintf("bridge %s%s-%s.%d", zone, cell(col, lowRow), cell(col, lowRow+2), level),
				fmt.Sprintf("bridge %s%s-%s.%d", zone, cell(lowCol, row), cell(lowCol+2, row), level),
			}[i%5]
			rendertest.Readable(t, Gallery{}, v, render.Request{View: viewTop, Ghost: ghostOf(t, "1 "+text, i%4 < 2)})
			require.False(t, t.Failed(), text)
		}
	}
}

func TestAGhostNobleJoinsTheNoblesOnItsTower(t *testing.T) {
	many := []game.NobleView{small(game.Blue), small(game.Red), small(game.Green)}
	for name, c := range map[string]struct {
		nobles []game.NobleView
		level  int
		joins  game.NobleView
		want   []game.NobleView
	}{
		"nobody":    {nil, 2, small(game.Blue), []game.NobleView{small(game.Blue)}},
		"one":       {many[:1], 2, small(game.Blue), []game.NobleView{small(game.Blue), small(game.Blue)}},
		"with room": {many[:2], 2, large(game.Blue), append(many[:2:2], large(game.Blue))},
		"full":      {many, 2, small(game.Blue), []game.NobleView{small(game.Blue)}},
		"two large": {[]game.NobleView{large(game.Red)}, 2, large(game.Blue),
			[]game.NobleView{large(game.Blue)}},
		"first of small": {[]game.NobleView{large(game.Red)}, 2, small(game.Blue),
			[]game.NobleView{small(game.Blue), large(game.Red)}},
		"below": {many[:1], 3, small(game.Blue), []game.NobleView{small(game.Blue)}},
	} {
		g := ghost{PlacementView: game.PlacementView{At: game.Cell{Col: 4, Row: 5, Level: 2}, Noble: c.joins}}
		got := g.joinNobles(&roof{level: c.level, kind: towerKind, nobles: c.nobles})
		assert.Equal(t, c.want, sortNobles(got), name)
	}
}

func TestAGhostIsShownOnlyWhereItsSeatPlacesIt(t *testing.T) {
	place := ghostOf(t, ghostTowerText, true)
	noCell := place
	noCell.Move.Args[0] = 0
	tactical, quick := handmade(), handmadeQuick()
	rendertest.CheckNoGhost(t, Gallery{}, map[string]rendertest.Asked{
		"table":        {tactical, render.Request{View: viewTable, Ghost: place}},
		"corner":       {tactical, render.Request{View: viewIso, Ghost: place}},
		"side":         {tactical, render.Request{View: "south", Ghost: place}},
		"other seat":   {tactical, render.Request{View: viewTop, Seat: 2, Ghost: place}},
		"other verb":   {tactical, render.Request{View: viewTop, Ghost: ghostOf(t, "1 turn l13.1 n", true)}},
		"no such cell": {tactical, render.Request{View: viewTop, Ghost: noCell}},
		"no such zone": {tactical, render.Request{View: viewTop, Ghost: ghostOf(t, ghostQuickText, true)}},
		"no zone":      {quick, render.Request{View: viewTop, Ghost: place}},
		"others' zone": {quick, render.Request{View: viewTop, Ghost: ghostOf(t, "1 small 2:m13.1", true)}},
	})
}

func TestAGhostIsShownOnlyInItsZone(t *testing.T) {
	l := rendertest.List(t, Gallery{}, handmadeQuick(), render.Request{View: viewTop, Ghost: ghostOf(t, ghostQuickText, true)})
	first, second, _ := strings.Cut(l.String(), "zone 3 from above")
	assert.NotContains(t, first, "ghost")
	assert.Contains(t, second, "ghost at 3:m13.2")
}

func TestAGhostThatDoesNotFitLeavesVisibleWhatIsInItsWay(t *testing.T) {
	v := lateView(t, 4, false)
	b := boardIn(&v.Zones[0], ghost{}, box{w: render.Height, h: render.Height}, true)
	for i, tower := range v.Zones[0].Towers {
		if i%5 > 0 || !b.isSeen(tower.At) {
			continue
		}
		to := game.Cell{Col: tower.At.Col + 2, Row: tower.At.Row}
		text := [...]string{"1 tower %s.2 n", "1 large %s.3", "1 small %s.1", "1 bridge %s-%s.2"}[i/5%4]
		text, _, _ = strings.Cut(fmt.Sprintf(text, cellName(tower.At), cellName(to)), "%!")
		x, y := b.corner(tower.At)
		rendertest.CheckSeen(t, Gallery{}, v, render.Request{View: viewTop, Ghost: ghostOf(t, text, false)},
			image.Rect(x, y, x+b.u, y+b.u))
	}
}

func TestAltTextBeginsWithTheGhost(t *testing.T) {
	for i, want := range []string{
		"ghost(Level=1 Names= Piece=towers_at(At=facing.w(At=m12) Count=1) Verdict=fits Zone=0) changed(Things=",
		"ghost(Level=2 Names= Piece=bridges_at(At=j13–j15 Count=1) Verdict=does_not_fit Zone=0) ",
		"ghost(Level=1 Names= Piece=small_on(At=k12 Colours=colour.blue Count=1) Verdict=fits Zone=0) ",
		"ghost_zone(Level=2 Names=Cleo, Ana Piece=bridges_at(At=m13–m15 Count=1) Verdict=does_not_fit Zone=3) ",
	} {
		text, v := []string{ghostTowerText, ghostBridgeText, ghostSmallText, ghostQuickText}[i], handmade()
		if i == 3 {
			v = handmadeQuick()
		}
		r := render.Request{Names: goldenNames, Ghost: ghostOf(t, text, i%2 == 0)}
		alt := render.AltOf(Gallery{}, v, r, rendertest.Echo{})
		assert.True(t, strings.HasPrefix(alt, want), alt)
		assert.LessOrEqual(t, render.AltLength(alt), render.MaxAlt)
	}
}

func TestASwapShowsTheNoblesExchanged(t *testing.T) {
	r := render.Request{View: "top", Names: goldenNames,
		Ghost: ghostOf(t, "1 swap small k12.1:red l12.2:blue", true)}
	alt := render.AltOf(Gallery{}, handmade(), r, rendertest.Echo{})
	pieces := "small_on(At=k12 Colours=colour.blue Count=1), small_on(At=l12 Colours=colour.red Count=1)"
	assert.True(t, strings.HasPrefix(alt, "ghost_swap(Pieces="+pieces+" Verdict=fits) "), alt)
	l := rendertest.List(t, Gallery{}, handmade(), r)
	assert.Contains(t, l.String(), "ghost at k12.1")
	assert.Contains(t, l.String(), "ghost at l12.2")
}
