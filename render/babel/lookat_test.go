package babel

import (
	"testing"

	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"
)

func TestPicturesToLookAt(t *testing.T) {
	rendertest.SkipWithoutPicturesFlag(t)
	names := []string{"Ana", "Bartholomäus von und zu Überlingen"}
	for name, v := range map[string]*game.View{
		"start": playUntil(t, 1, func(*game.View, int) bool { return true }),
		"early": playUntil(t, 2, func(v *game.View, i int) bool { return i == 14 }),
		"mid":   playUntil(t, 3, func(v *game.View, i int) bool { return i == 70 }),
		"late":  lateView(t, 4),
		"final": playUntil(t, 5, func(v *game.View, i int) bool { return v.Final }),
		"hand":  handmade(),
		"open":  opening(),
		"end":   playUntil(t, 6, func(*game.View, int) bool { return false }),
	} {
		for _, view := range (Gallery{}).Views() {
			if view == viewHand && v.Seat == 0 {
				continue
			}
			for s, sn := range []string{"phone", "large"} {
				r := render.Request{View: view, Scale: render.Scale(s), Names: names}
				rendertest.Save(t, name+"-"+view+"-"+sn, Gallery{}, v, r)
			}
		}
		t.Log(Gallery{}.Alt(v, render.Request{Names: names}, rendertest.Echo{}))
	}
}
