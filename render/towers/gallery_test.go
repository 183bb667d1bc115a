package towers

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/longrun"
	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"
)

func TestContract(t *testing.T) {
	extremes := []engine.View{handmade()}
	for _, v := range sampleViews(t) {
		extremes = append(extremes, v)
		if v.Quick || longrun.On() {
			extremes = append(extremes, spectated(v))
		}
	}
	rendertest.Run(t, rendertest.Contract{Gallery: Gallery{}, Game: game.Game, Names: goldenNames, MaxPNG: 60_000,
		Options: []engine.Options{nil, {"mode": "quick"}, {"expert": "true"}}, Choose: choose,
		Every: longrun.Choose(11, 7), Views: extremes})
}

// sampleViews returns positions of all kinds.
func sampleViews(tb testing.TB) map[string]*game.View {
	views := map[string]*game.View{
		"handmade": handmade(), "ended": ended(), "quick": handmadeQuick(), "widest": widest(),
		"corner": cornerView(25, 0), "opposite corner": cornerView(0, 25),
	}
	for seats := 3; seats <= 5; seats++ {
		if seats == 4 && !longrun.On() {
			continue
		}
		for mode, quick := range map[string]bool{"tactical": false, "quick": true} {
			name := fmt.Sprintf(" %s of %d", mode, seats)
			views["start of"+name], views["late in"+name] = start(seats, quick), lateView(tb, seats, quick)
		}
	}
	return views
}

// The frame of a board is drawn over what sticks out of it, except for the signs of a ghost.
func TestNothingIsDrawnOverTheFrameOfABoard(t *testing.T) {
	long := strings.Repeat("W", 32)
	check := func(what string, v *game.View, g render.Ghost) {
		r := render.Request{View: viewTop, Names: []string{long, long, long, long, long}, Ghost: g}
		p := rendertest.Picture(t, Gallery{}, v, r)
		im := rendertest.Decode(t, p.PNG)
		bare := rendertest.Grey(im, 2, render.Height-3)
		for y := 2*headLine + 4; y < p.Height-2; y++ {
			require.Equal(t, bare, rendertest.Grey(im, 2, y), "%s at %d", what, y)
		}
		line := render.Height - footFrame
		if v.Quick {
			line -= 2
		}
		for x := leftFrame + 2; x < 240; x++ {
			require.Equal(t, rendertest.Grey(im, leftFrame+2, line), rendertest.Grey(im, x, line), "%s at %d", what, x)
		}
		top := 0
		if v.Quick {
			top = 2*headLine + 4
		}
		for x := 2; x < 240; x++ {
			require.Equal(t, bare, rendertest.Grey(im, x, top), "%s at %d", what, x)
		}
	}
	for name, v := range sampleViews(t) {
		check(name, v, render.Ghost{})
	}
	for _, corner := range [][2]uint8{{0, 0}, {0, 25}, {25, 0}, {25, 25}} {
		cell := fmt.Sprint(columnName(int(corner[0])), corner[1]+1)
		for _, text := range []string{"1 tower %s.4 n", "1 small %s.3", "1 small %s.2"} {
			text = fmt.Sprintf(text, cell)
			check(text, cornerView(corner[0], corner[1]), ghostOf(t, text, true))
			check(text, widest(), ghostOf(t, text, false))
		}
	}
}

func TestAQuickPictureShowsTheViewersZones(t *testing.T) {
	v := lateView(t, 5, true)
	for seat, want := range [][]int{{1, 2, 3, 4, 5}, {1, 5}, {1, 2}, {2, 3}} {
		var got []int
		for _, z := range shownZones(v, engine.Seat(seat)) {
			got = append(got, z.Number)
		}
		assert.Equal(t, want, got)
	}
	v.Zones = v.Zones[1:4]
	assert.Len(t, shownZones(v, 1), 3, "a seat without a zone does not see all")
}

var goldenNames = []string{"Ana", "Bo 𝓫𝓸 🌸", "Cleo"}

func TestPicturesMatchTheGoldenFiles(t *testing.T) {
	before, after := endOfRound()
	pictures := map[string]rendertest.Asked{
		"table.txt":        {handmade(), render.Request{View: viewTable, Before: start(5, false)}},
		"ended.txt":        {ended(), render.Request{View: viewTable}},
		"empty.txt":        {start(3, false), render.Request{View: viewTable}},
		"quick-top.txt":    {handmadeQuick(), render.Request{View: viewTop}},
		"quick-west.txt":   {handmadeQuick(), render.Request{View: "west"}},
		"quick-table.txt":  {spectated(handmadeQuick()), render.Request{View: viewTable}},
		"quick-scored.txt": {after, render.Request{View: viewTable, Before: before, Ghost: ghostOf(t, lastNobleText, true)}},
		"wide.txt":         {widest(), render.Request{View: viewTable}},
	}
	for _, view := range []string{viewTop, "south", "east", viewIso} {
		pictures[view+".txt"] = rendertest.Asked{View: handmade(), Request: render.Request{View: view}}
	}
	for name, ghost := range map[string]render.Ghost{
		"ghost-tower": ghostOf(t, ghostTowerText, true), "ghost-bridge": ghostOf(t, ghostBridgeText, false),
		"ghost-small": ghostOf(t, ghostSmallText, true), "ghost-quick": ghostOf(t, ghostQuickText, false),
	} {
		a := rendertest.Asked{View: handmade(), Request: render.Request{View: viewTop, Ghost: ghost}}
		if name == "ghost-quick" {
			a.View = handmadeQuick()
		}
		pictures[name+".txt"], pictures[name+".png"] = a, a
	}
	rendertest.CompareAll(t, Gallery{}, goldenNames, pictures)
	// The README shows some of these.
	rendertest.CompareAll(t, Gallery{}, []string{"Ana", "Bo", "Cleo", "Dan"}, map[string]rendertest.Asked{
		"iso.png":          {handmade(), render.Request{View: viewIso}},
		"readme/table.png": {lateView(t, 4, false), render.Request{View: viewTable}},
		"readme/quick.png": {spectated(lateView(t, 4, true)), render.Request{View: viewTable}},
		"readme/south.png": {lateView(t, 4, false), render.Request{View: "south"}},
	})
}

func TestTextMatchesTheGoldenFile(t *testing.T) {
	r, w := render.Request{Names: goldenNames}, rendertest.Echo{}
	text := ""
	for _, v := range []*game.View{handmade(), handmadeQuick()} {
		text += render.BoardOf(Gallery{}, v, r, w) + "\n"
		for _, r.View = range []string{"top", "north", "table"} {
			text += "\n[" + r.View + "]\n" + render.AltOf(Gallery{}, v, r, w) + "\n"
		}
	}
	before, after := endOfRound()
	scored := render.Request{View: viewTable, Names: goldenNames, Before: before}
	text += "\n[scored]\n" + render.AltOf(Gallery{}, after, scored, w) + "\n"
	text += "\n[ended]\n" + render.AltOf(Gallery{}, ended(), r, w) + "\n"
	r.View = ""
	text += "\n[empty]\n" + render.AltOf(Gallery{}, start(3, false), r, w) + "\n"
	rendertest.CompareText(t, "text.txt", text)
}

func BenchmarkTable(b *testing.B) {
	rendertest.BenchmarkDraw(b, Gallery{}, lateView(b, 5, false), render.Request{View: viewTable})
}

// BenchmarkWidest draws a building that covers the whole table.
func BenchmarkWidest(b *testing.B) {
	rendertest.BenchmarkDraw(b, Gallery{}, widest(), render.Request{View: viewIso})
}
