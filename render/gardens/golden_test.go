package gardens

import (
	"path/filepath"
	"testing"

	"amytis/engine"
	game "amytis/engine/gardens"
	"amytis/render"
	"amytis/render/rendertest"
)

var goldenNames = []string{"Ana", "Bo 𝓫𝓸 🌸"}

func TestDisplayListsMatchTheGoldenFiles(t *testing.T) {
	for _, view := range []string{"table", "garden", "top", "south", "east", "iso", "quarry"} {
		t.Run(view, func(t *testing.T) {
			r := render.Request{View: view, Names: goldenNames}
			if view == "table" {
				r.Before = handmadeBefore()
			}
			rendertest.CompareText(t, view+".txt", rendertest.List(t, Gallery{}, handmade(), r).String())
		})
	}
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

func TestGardenPictureMatchesTheGoldenFile(t *testing.T) {
	p := rendertest.Picture(t, Gallery{}, handmade(), render.Request{View: "top", Names: goldenNames})
	rendertest.ComparePicture(t, "top.png", p)
}

func TestREADMEPicturesAreUpToDate(t *testing.T) {
	names := []string{"Ana", "Bo", "Cleo", "Dan"}
	before, after, seat := aTurn(t, 4, 7, engine.Options{"overlap": "adjacent"}, 8)
	for view, v := range map[string]*game.View{"table": after, "garden": lateView(t, 2, 3),
		"quarry": playUntil(t, 3, 5, nil, atRound(5))} {
		t.Run(view, func(t *testing.T) {
			r := render.Request{View: view, Seat: 1, Names: names}
			if view == "table" {
				r.Before, r.Seat = before, seat
			}
			rendertest.ComparePicture(t, filepath.Join("readme", view+".png"), rendertest.Picture(t, Gallery{}, v, r))
		})
	}
}
