package towers

import (
	"testing"

	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"

	"github.com/stretchr/testify/require"
)

var goldenNames = []string{"Ana", "Bo 𝓫𝓸 🌸", "Cleo"}

func TestDisplayListsMatchTheGoldenFiles(t *testing.T) {
	for name, c := range map[string]struct {
		v     *game.View
		view  string
		scale render.Scale
	}{
		"top-phone": {v: handmade(), view: "top"}, "south-phone": {v: handmade(), view: "south"},
		"east-phone": {v: handmade(), view: "east"}, "iso-phone": {v: handmade(), view: "iso"},
		"iso-large":   {v: handmade(), view: "iso", scale: render.Large},
		"table-phone": {v: handmade(), view: "table"}, "table-large": {v: ended(), view: "table", scale: render.Large},
		"empty-phone":       {v: start(3, false), view: "table"},
		"quick-top-phone":   {v: handmadeQuick(), view: "top"},
		"quick-west-large":  {v: handmadeQuick(), view: "west", scale: render.Large},
		"quick-table-phone": {v: handmadeQuick(), view: "table"},
		"quick-table-large": {v: handmadeQuick(), view: "table", scale: render.Large},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := displayList(c.v, render.Request{View: c.view, Scale: c.scale, Names: goldenNames})
			require.NoError(t, err)
			rendertest.CompareText(t, name+".txt", l.String())
		})
	}
}

func TestTextMatchesTheGoldenFile(t *testing.T) {
	r, w := render.Request{Names: goldenNames}, rendertest.Echo{}
	text := ""
	for _, v := range []*game.View{handmade(), handmadeQuick()} {
		text += Gallery{}.Text(v, r, w)
		for _, r.View = range []string{"top", "north", "table"} {
			text += "\n[" + r.View + "]\n" + Gallery{}.Alt(v, r, w) + "\n"
		}
	}
	text += "\n[ended]\n" + Gallery{}.Alt(ended(), r, w) + "\n"
	r.View = ""
	text += "\n[empty]\n" + Gallery{}.Alt(start(3, false), r, w) + "\n"
	rendertest.CompareText(t, "text.txt", text)
}

// The README shows some of these pictures.
func TestPicturesMatchTheGoldenFiles(t *testing.T) {
	names := []string{"Ana", "Bo", "Cleo", "Dan"}
	for name, c := range map[string]struct {
		v     *game.View
		view  string
		scale render.Scale
	}{
		"iso-phone.png":    {v: handmade(), view: "iso"},
		"readme/table.png": {v: lateView(t, 4, false), view: "table", scale: render.Large},
		"readme/quick.png": {v: lateView(t, 4, true), view: "table", scale: render.Large},
		"readme/south.png": {v: lateView(t, 4, false), view: "south"},
	} {
		p, err := Gallery{}.Draw(c.v, render.Request{View: c.view, Scale: c.scale, Names: names})
		require.NoError(t, err)
		rendertest.ComparePicture(t, name, p)
	}
}
