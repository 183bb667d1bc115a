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
	for name, v := range map[string]*game.View{
		"4": lateView(t, 4, false), "5": lateView(t, 5, false), "empty": start(3, false),
		"quick3": lateView(t, 3, true), "quick5": lateView(t, 5, true), "quickempty": start(4, true),
		"all3": spectated(lateView(t, 3, true)), "all4": spectated(lateView(t, 4, true)),
		"all5":   spectated(lateView(t, 5, true)),
		"corner": cornerView(25, 0), "hand": handmade(), "ended": ended(), "quickhand": handmadeQuick(), "wide": widest(),
	} {
		for _, view := range (Gallery{}).Views() {
			if view == "north" || view == "west" {
				continue
			}
			rendertest.Save(t, name+"-"+view, Gallery{}, v, render.Request{View: view, Names: names})
		}
	}
	for name, text := range map[string]string{"tower": "1 tower m12.1 w", "bridge": "1 bridge j13-j15.2",
		"small": "1 small k12.1", "large": "1 large n14.4", "swap": "1 swap small k12.1:red l12.2:blue"} {
		rendertest.Save(t, "ghost-"+name, Gallery{}, handmade(), render.Request{View: viewTop, Names: names,
			Ghost: parseGhost(t, text, name != "bridge")})
	}
	rendertest.Save(t, "ghost-late", Gallery{}, lateView(t, 5, false), render.Request{View: viewTop, Names: names,
		Ghost: parseGhost(t, "1 bridge o15-o17.3", true)})
	rendertest.Save(t, "ghost-quick", Gallery{}, handmadeQuick(), render.Request{View: viewTop, Names: names,
		Ghost: parseGhost(t, "1 bridge 3:m13-m15.2", false)})
	before, after := endOfRound()
	rendertest.Save(t, "scored", Gallery{}, after, render.Request{View: viewTable, Names: names, Before: before,
		Ghost: parseGhost(t, lastNobleText, true)})
}
