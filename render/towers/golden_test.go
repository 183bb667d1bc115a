package towers

import (
	"testing"

	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"
)

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

// The README shows some of these pictures.
func TestREADMEPicturesAreUpToDate(t *testing.T) {
	rendertest.CompareAll(t, Gallery{}, []string{"Ana", "Bo", "Cleo", "Dan"}, map[string]rendertest.Asked{
		"iso.png":          {handmade(), render.Request{View: viewIso}},
		"readme/table.png": {lateView(t, 4, false), render.Request{View: viewTable}},
		"readme/quick.png": {spectated(lateView(t, 4, true)), render.Request{View: viewTable}},
		"readme/south.png": {lateView(t, 4, false), render.Request{View: "south"}},
	})
}
