package gardens

import (
	"fmt"
	"testing"

	game "amytis/engine/gardens"
	"amytis/render"
	"amytis/render/rendertest"
)

func TestPicturesToLookAt(t *testing.T) {
	rendertest.SkipWithoutPicturesFlag(t)
	names := []string{"Ana", "Bartholomäus von und zu Überlingen", "𝓒𝓵𝓮𝓸 🌸", "山田太郎"}
	for n := 2; n <= 4; n++ {
		v := lateView(t, n, 3)
		for _, view := range (Gallery{}).Views() {
			for s, sn := range []string{"phone", "large"} {
				r := render.Request{View: view, Scale: render.Scale(s), Names: names}
				rendertest.Save(t, fmt.Sprintf("%d-%s-%s", n, view, sn), Gallery{}, v, r)
			}
		}
	}
}

func TestStatesToLookAt(t *testing.T) {
	rendertest.SkipWithoutPicturesFlag(t)
	names := []string{"Ana", "Bartholomäus von und zu Überlingen", "𝓒𝓵𝓮𝓸 🌸", "山田太郎"}
	save := func(v *game.View, name string, r render.Request) {
		r.Names = names
		rendertest.Save(t, "s-"+name, Gallery{}, v, r)
	}
	setup := playUntil(t, 3, 1, nil, func(v *game.View) bool { return true })
	save(setup, "setup-table", render.Request{View: "table", Scale: render.Large})
	end := playUntil(t, 3, 1, nil, func(v *game.View) bool { return false })
	save(end, "end-table", render.Request{View: "table", Scale: render.Large})
	save(end, "end-phone", render.Request{View: "table"})
	mid := playUntil(t, 3, 9, nil, func(v *game.View) bool {
		g := &v.Gardens[v.Turn.Slice()[0]-1]
		return v.Round == 6 && g.Dug != 0 && g.Notch != 0
	})
	save(mid, "mid-phone", render.Request{View: "table"})
	save(mid, "mid-top", render.Request{View: "top", Scale: render.Large, Seat: mid.Turn.Slice()[0]})
	save(handmade(), "hand-iso", render.Request{View: "iso", Scale: render.Large})
	save(handmade(), "hand-south", render.Request{View: "south"})
	save(handmade(), "hand-garden", render.Request{View: "garden", Scale: render.Large})
}
