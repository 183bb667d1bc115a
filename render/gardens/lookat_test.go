package gardens

import (
	"fmt"
	"testing"

	"amytis/engine"
	game "amytis/engine/gardens"
	"amytis/render"
	"amytis/render/rendertest"
)

func TestPicturesToLookAt(t *testing.T) {
	rendertest.SkipWithoutPicturesFlag(t)
	names := []string{"Ana", "Bartholomäus von und zu Überlingen", "𝓒𝓵𝓮𝓸 🌸", "山田太郎"}
	save := func(name string, v *game.View, r render.Request) {
		r.Names = names
		rendertest.Save(t, name, Gallery{}, v, r)
	}
	for n := 2; n <= 4; n++ {
		opts := engine.Options{"overlap": [...]string{"never", "adjacent"}[n%2]}
		before, after, seat := aTurn(t, n, 3, opts, 8)
		save(fmt.Sprintf("%d-table", n), after, render.Request{View: "table", Seat: seat, Before: before})
		v := lateView(t, n, 3)
		for _, view := range (Gallery{}).Views() {
			save(fmt.Sprintf("%d-late-%s", n, view), v, render.Request{View: view})
		}
	}
	early, after, seat := aTurn(t, 3, 4, nil, 2)
	save("early-table", after, render.Request{View: "table", Seat: seat, Before: early})
	save("early-quarry", early, render.Request{View: "quarry"})
	double := playUntil(t, 2, 2, nil, func(v *game.View) bool { return v.Round > 5 && v.Effect == game.Double })
	double.Quarry[3].Yield = 0
	save("double-quarry", double, render.Request{View: "quarry"})
	save("start", playUntil(t, 3, 1, nil, func(v *game.View) bool { return true }), render.Request{View: "quarry"})
	end := playUntil(t, 3, 1, nil, func(v *game.View) bool { return false })
	save("end-table", end, render.Request{View: "table"})
	for _, view := range (Gallery{}).Views() {
		save("hand-"+view, handmade(), render.Request{View: view})
	}
	for i, move := range []string{legalGhost, illegalGhost} {
		for _, view := range []string{"garden", "top"} {
			r := render.Request{View: view, Ghost: render.Ghost{Move: parseMove(t, move), Legal: i == 0}}
			save(fmt.Sprintf("ghost%d-%s", i, view), handmade(), r)
		}
	}
}
