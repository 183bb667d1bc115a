package babel

import (
	"testing"

	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"

	"github.com/stretchr/testify/require"
)

var goldenNames = []string{"Ana", "Bo 𝓫𝓸 🌸"}

func TestDisplayListsMatchTheGoldenFiles(t *testing.T) {
	for name, r := range map[string]render.Request{
		"table-phone.txt": {View: viewTable}, "table-large.txt": {View: viewTable, Scale: render.Large},
		"hand-phone.txt": {View: viewHand}, "hand-large.txt": {View: viewHand, Scale: render.Large},
	} {
		r.Names = goldenNames
		t.Run(name, func(t *testing.T) {
			l, err := displayList(handmade(), r)
			require.NoError(t, err)
			rendertest.CompareText(t, name, l.String())
		})
	}
	t.Run("opening", func(t *testing.T) {
		l, err := displayList(opening(), render.Request{Names: goldenNames})
		require.NoError(t, err)
		rendertest.CompareText(t, "opening-phone.txt", l.String())
	})
}

func TestTextMatchesTheGoldenFile(t *testing.T) {
	ended := handmade()
	ended.Stage, ended.Turn, ended.Winners, ended.Reason = game.Over, 0, ended.Turn.Slice()[:1], game.BelowTen
	r, w := render.Request{Names: goldenNames}, rendertest.Echo{}
	text := Gallery{}.Text(handmade(), r, w)
	for _, r.View = range []string{viewTable, viewHand} {
		text += "\n[" + r.View + "]\n" + Gallery{}.Alt(handmade(), r, w) + "\n"
	}
	r.View = viewTable
	text += "\n[opening]\n" + Gallery{}.Alt(opening(), r, w) + "\n[ended]\n" + Gallery{}.Alt(ended, r, w) + "\n"
	rendertest.CompareText(t, "text.txt", text)
}

func TestPicturesMatchTheGoldenFiles(t *testing.T) {
	for name, r := range map[string]render.Request{
		"hand-phone.png": {View: viewHand}, "readme/table.png": {View: viewTable},
	} {
		r.Names = []string{"Ana", "Bo"}
		p, err := Gallery{}.Draw(handmade(), r)
		require.NoError(t, err)
		rendertest.ComparePicture(t, name, p)
	}
}
