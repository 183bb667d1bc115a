package babel

import (
	"testing"

	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"
)

var goldenNames = []string{"Ana", "Bo 𝓫𝓸 🌸"}

func TestDisplayListsMatchTheGoldenFiles(t *testing.T) {
	for name, c := range map[string]struct {
		v *game.View
		r render.Request
	}{
		"table.txt":   {handmade(), render.Request{View: viewTable}},
		"changes.txt": {handmade(), render.Request{View: viewTable, Before: beforeHandmade()}},
		"hand.txt":    {handmade(), render.Request{View: viewHand, Before: beforeHandmade()}},
		"opening.txt": {opening(), render.Request{}},
	} {
		c.r.Names = goldenNames
		t.Run(name, func(t *testing.T) {
			rendertest.CompareText(t, name, rendertest.List(t, Gallery{}, c.v, c.r).String())
		})
	}
}

func TestTextMatchesTheGoldenFile(t *testing.T) {
	ended := handmade()
	ended.Stage, ended.Turn, ended.Winners, ended.Reason = game.Over, 0, ended.Turn.Slice()[:1], game.BelowTen
	r, w := render.Request{Names: goldenNames}, rendertest.Echo{}
	text := render.BoardOf(Gallery{}, handmade(), r, w) + "\n"
	for _, r.View = range []string{viewTable, viewHand} {
		text += "\n[" + r.View + "]\n" + render.AltOf(Gallery{}, handmade(), r, w) + "\n"
	}
	r.View = viewTable
	text += "\n[opening]\n" + render.AltOf(Gallery{}, opening(), r, w) +
		"\n[ended]\n" + render.AltOf(Gallery{}, ended, r, w) + "\n"
	rendertest.CompareText(t, "text.txt", text)
}

func TestPicturesMatchTheGoldenFiles(t *testing.T) {
	for name, r := range map[string]render.Request{
		"hand.png": {View: viewHand}, "readme/table.png": {View: viewTable, Before: beforeHandmade()},
	} {
		r.Names = []string{"Ana", "Bo"}
		rendertest.ComparePicture(t, name, rendertest.Picture(t, Gallery{}, handmade(), r))
	}
}
