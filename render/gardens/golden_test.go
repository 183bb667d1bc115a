package gardens

import (
	"testing"

	"amytis/engine"
	"amytis/render"
	"amytis/render/rendertest"
)

var goldenNames = []string{"Ana", "Bo 𝓫𝓸 🌸"}

func TestPicturesMatchTheGoldenFiles(t *testing.T) {
	fits, refused := ghostOf(t, legalGhost, true), ghostOf(t, illegalGhost, false)
	pictures := map[string]rendertest.Asked{
		"table.txt":         {handmade(), render.Request{View: "table", Before: handmadeBefore()}},
		"top.png":           {handmade(), render.Request{View: "top"}},
		"ghost-fits.txt":    {handmade(), render.Request{View: "top", Ghost: fits}},
		"ghost-fits.png":    {handmade(), render.Request{View: "top", Ghost: fits}},
		"ghost-refused.txt": {handmade(), render.Request{View: "garden", Ghost: refused}},
		"ghost-refused.png": {handmade(), render.Request{View: "garden", Ghost: refused}},
		"planned.txt": {handmade(), render.Request{View: "garden", Ghost: ghostOf(t, "1 stairs d4 d5", true),
			Beside: ghostOf(t, "1 fountain e7 f7", false)}},
	}
	for _, view := range []string{"garden", "top", "south", "east", "iso", "quarry"} {
		pictures[view+".txt"] = rendertest.Asked{View: handmade(), Request: render.Request{View: view}}
	}
	rendertest.CompareAll(t, Gallery{}, goldenNames, pictures)
}

func TestTextMatchesTheGoldenFile(t *testing.T) {
	r, w := render.Request{Names: goldenNames}, rendertest.Echo{}
	text := render.BoardOf(Gallery{}, handmade(), r, w) + "\n"
	for _, r.View = range []string{"garden", "quarry", "table"} {
		r.Before = nil
		if r.View == "table" {
			r.Before = handmadeBefore()
		}
		text += "\n[" + r.View + "]\n" + render.AltOf(Gallery{}, handmade(), r, w) + "\n"
	}
	rendertest.CompareText(t, "text.txt", text)
}

func TestREADMEPicturesAreUpToDate(t *testing.T) {
	before, after, seat := aTurn(t, 4, 7, engine.Options{"overlap": "adjacent"}, 8)
	rendertest.CompareAll(t, Gallery{}, []string{"Ana", "Bo", "Cleo", "Dan"}, map[string]rendertest.Asked{
		"readme/table.png":  {after, render.Request{View: "table", Seat: seat, Before: before}},
		"readme/garden.png": {lateView(t, 2, 3), render.Request{View: "garden", Seat: 1}},
		"readme/quarry.png": {playUntil(t, 3, 5, nil, atRound(5)), render.Request{View: "quarry", Seat: 1}},
	})
}
