package towers

import (
	"testing"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"
)

var goldenNames = []string{"Ana", "Bo 𝓫𝓸 🌸", "Cleo"}

func TestDisplayListsMatchTheGoldenFiles(t *testing.T) {
	before, after := endOfRound()
	for name, c := range map[string]struct {
		v      *game.View
		view   string
		before engine.View
		ghost  render.Ghost
	}{
		"top": {v: handmade(), view: viewTop}, "south": {v: handmade(), view: "south"},
		"east": {v: handmade(), view: "east"}, "iso": {v: handmade(), view: viewIso},
		"table": {v: handmade(), view: viewTable, before: start(5, false)},
		"ended": {v: ended(), view: viewTable}, "empty": {v: start(3, false), view: viewTable},
		"quick-top": {v: handmadeQuick(), view: viewTop}, "quick-west": {v: handmadeQuick(), view: "west"},
		"quick-table":  {v: spectated(handmadeQuick()), view: viewTable},
		"quick-scored": {v: after, view: viewTable, before: before, ghost: ghostOf(t, lastNobleText, true)},
		"wide":         {v: widest(), view: viewTable},
	} {
		t.Run(name, func(t *testing.T) {
			l := rendertest.Readable(t, Gallery{}, c.v, render.Request{View: c.view, Names: goldenNames, Before: c.before,
				Ghost: c.ghost})
			rendertest.CompareText(t, name+".txt", l.String())
		})
	}
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
func TestPicturesMatchTheGoldenFiles(t *testing.T) {
	names := []string{"Ana", "Bo", "Cleo", "Dan"}
	for name, c := range map[string]struct {
		v    *game.View
		view string
	}{
		"iso.png":          {handmade(), viewIso},
		"readme/table.png": {lateView(t, 4, false), viewTable},
		"readme/quick.png": {spectated(lateView(t, 4, true)), viewTable},
		"readme/south.png": {lateView(t, 4, false), "south"},
	} {
		p := rendertest.Picture(t, Gallery{}, c.v, render.Request{View: c.view, Names: names})
		rendertest.ComparePicture(t, name, p)
	}
}
