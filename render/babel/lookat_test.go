package babel

import (
	"flag"
	"fmt"
	"os"
	"testing"

	game "amytis/engine/babel"
	"amytis/render"

	"github.com/stretchr/testify/require"
)

// pictures is for looking at them: go test -run TestPicturesToLookAt -pictures /tmp
var pictures = flag.String("pictures", "", "folder to write pictures of many positions to")

func TestPicturesToLookAt(t *testing.T) {
	if *pictures == "" {
		t.Skip("-pictures tells where to")
	}
	names := []string{"Ana", "Bartholomäus von und zu Überlingen"}
	for name, v := range map[string]*game.View{
		"start": played(t, 1, func(*game.View, int) bool { return true }),
		"early": played(t, 2, func(v *game.View, i int) bool { return i == 14 }),
		"mid":   played(t, 3, func(v *game.View, i int) bool { return i == 70 }),
		"late":  late(t, 4),
		"final": played(t, 5, func(v *game.View, i int) bool { return v.Final }),
		"hand":  handmade(),
		"open":  opening(),
		"end":   played(t, 6, func(*game.View, int) bool { return false }),
	} {
		for _, view := range (Gallery{}).Views() {
			if view == viewHand && v.Seat == 0 {
				continue
			}
			for s, sn := range []string{"phone", "large"} {
				p, err := Gallery{}.Draw(v, render.Request{View: view, Scale: render.Scale(s), Names: names})
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(fmt.Sprintf("%s/%s-%s-%s.png", *pictures, name, view, sn), p.PNG, 0o644))
				t.Log(name, view, sn, p.Width, p.Height, len(p.PNG))
			}
		}
		t.Log(Gallery{}.Alt(v, render.Request{Names: names}, words(t, "en")))
	}
}
