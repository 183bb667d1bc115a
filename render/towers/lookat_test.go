package towers

import (
	"strings"
	"testing"

	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"
)

func TestPicturesToLookAt(t *testing.T) {
	rendertest.SkipWithoutPicturesFlag(t)
	names := []string{"Ana", "Bartholomäus von und zu Überlingen", "𝓒𝓵𝓮𝓸 🌸", "山田太郎", strings.Repeat("W", 32)}
	spectator := lateView(t, 5, true)
	spectator.Seat = 0
	for name, v := range map[string]*game.View{
		"4": lateView(t, 4, false), "5": lateView(t, 5, false), "empty": start(3, false),
		"quick3": lateView(t, 3, true), "quick5": lateView(t, 5, true), "quickempty": start(4, true), "all": spectator,
		"corner": cornerView(25, 0), "hand": handmade(), "ended": ended(), "quickhand": handmadeQuick(), "wide": widest(),
	} {
		for _, view := range (Gallery{}).Views() {
			if view == "north" || view == "west" {
				continue
			}
			for s, scale := range []string{"phone", "large"} {
				rendertest.Save(t, name+"-"+view+"-"+scale, Gallery{}, v,
					render.Request{View: view, Scale: render.Scale(s), Names: names})
			}
		}
	}
}
