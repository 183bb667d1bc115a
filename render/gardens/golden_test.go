package gardens

import (
	"path/filepath"
	"testing"

	game "amytis/engine/gardens"
	"amytis/render"
	"amytis/render/rendertest"

	"github.com/stretchr/testify/require"
)

var goldenNames = []string{"Ana", "Bo 𝓫𝓸 🌸"}

func TestDisplayListsMatchTheGoldenFiles(t *testing.T) {
	for _, r := range []render.Request{
		{View: "top"}, {View: "south"}, {View: "east"}, {View: "iso"}, {View: "quarry"}, {View: "table"},
		{View: "garden", Scale: render.Large}, {View: "table", Scale: render.Large},
	} {
		r.Names = goldenNames
		name := r.View + "-phone.txt"
		if r.Scale == render.Large {
			name = r.View + "-large.txt"
		}
		t.Run(name, func(t *testing.T) {
			l, err := displayList(handmade(), r)
			require.NoError(t, err)
			rendertest.CompareText(t, name, l.String())
		})
	}
}

func TestTextMatchesTheGoldenFile(t *testing.T) {
	r, w := render.Request{Names: goldenNames}, rendertest.Echo{}
	text := Gallery{}.Text(handmade(), r, w)
	for _, r.View = range []string{"garden", "quarry", "table"} {
		text += "\n[" + r.View + "]\n" + Gallery{}.Alt(handmade(), r, w) + "\n"
	}
	rendertest.CompareText(t, "text.txt", text)
}

func TestGardenPictureMatchesTheGoldenFile(t *testing.T) {
	p, err := Gallery{}.Draw(handmade(), render.Request{View: "top", Names: goldenNames})
	require.NoError(t, err)
	rendertest.ComparePicture(t, "top-phone.png", p)
}

func TestREADMEPicturesAreUpToDate(t *testing.T) {
	names := []string{"Ana", "Bo", "Cleo", "Dan"}
	for view, v := range map[string]*game.View{"table": lateView(t, 4, 7), "garden": lateView(t, 2, 3),
		"quarry": playUntil(t, 3, 5, nil, atRound(5))} {
		t.Run(view, func(t *testing.T) {
			scale := render.Large
			if view == "quarry" {
				scale = render.Phone
			}
			p, err := Gallery{}.Draw(v, render.Request{View: view, Seat: 1, Scale: scale, Names: names})
			require.NoError(t, err)
			rendertest.ComparePicture(t, filepath.Join("readme", view+".png"), p)
		})
	}
}
