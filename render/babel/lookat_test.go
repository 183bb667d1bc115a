package babel

import (
	"testing"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"
)

// turnOf returns the position at the start of the turn before the first position of a keen game
// that stop accepts, and that position.
func turnOf(t *testing.T, seed uint64, stop func(v *game.View, i int) bool) (before, after *game.View) {
	var starts []*game.View
	eachPosition(t, seed, true, func(s engine.State, i int) bool {
		after = s.View(1).(*game.View)
		if len(starts) == 0 || starts[len(starts)-1].Active != after.Active {
			starts = append(starts, after)
		}
		return !stop(after, i)
	})
	if n := len(starts); n > 1 && starts[n-1] == after {
		return starts[n-2], after
	}
	return starts[len(starts)-1], after
}

func TestPicturesToLookAt(t *testing.T) {
	rendertest.SkipWithoutPicturesFlag(t)
	names := []string{"Ana", "Bartholomäus von und zu Überlingen"}
	for name, c := range map[string]struct {
		seed uint64
		stop func(v *game.View, i int) bool
	}{
		"start": {1, func(*game.View, int) bool { return true }},
		"early": {2, func(v *game.View, i int) bool { return i > 20 && v.Stage == game.Drawing }},
		"mid":   {3, func(v *game.View, i int) bool { return i > 70 && v.Stage == game.Drawing }},
		"late":  {4, func(v *game.View, i int) bool { return v.Players[0].Total >= 9 && v.Players[1].Total >= 9 }},
		"final": {5, func(v *game.View, i int) bool { return v.Final && v.Stage == game.Drawing }},
		"end":   {6, func(*game.View, int) bool { return false }},
	} {
		before, after := turnOf(t, c.seed, c.stop)
		rendertest.Save(t, name+"-table", Gallery{}, after, render.Request{Names: names, Before: before})
		rendertest.Save(t, name+"-hand", Gallery{}, after, render.Request{View: viewHand, Names: names})
	}
	for _, view := range (Gallery{}).Views() {
		rendertest.Save(t, "handmade-"+view, Gallery{}, handmade(), render.Request{View: view, Names: names})
	}
	rendertest.Save(t, "opening-table", Gallery{}, opening(), render.Request{Names: names})
}
