package babel

import (
	"testing"

	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"
)

var goldenNames = []string{"Ana", "Bo 𝓫𝓸 🌸"}

func TestPicturesMatchTheGoldenFiles(t *testing.T) {
	rendertest.CompareAll(t, Gallery{}, goldenNames, map[string]rendertest.Asked{
		"table.txt":         {handmade(), render.Request{View: viewTable}},
		"changes.txt":       {handmade(), render.Request{View: viewTable, Before: beforeHandmade()}},
		"hand.txt":          {handmade(), render.Request{View: viewHand, Before: beforeHandmade()}},
		"opening.txt":       {opening(), render.Request{}},
		"ghost-fits.txt":    {handmade(), render.Request{View: viewHand, Ghost: ghostOf(t, "1 settle P", true)}},
		"ghost-refused.txt": {handmade(), render.Request{View: viewTable, Ghost: ghostOf(t, "1 steal", false)}},
	})
	rendertest.CompareAll(t, Gallery{}, []string{"Ana", "Bo"}, map[string]rendertest.Asked{
		"hand.png":         {handmade(), render.Request{View: viewHand}},
		"readme/table.png": {handmade(), render.Request{View: viewTable, Before: beforeHandmade()}},
	})
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
