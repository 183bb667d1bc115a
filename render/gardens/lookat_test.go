package gardens

import (
	"flag"
	"fmt"
	"os"
	"testing"

	game "amytis/engine/gardens"
	"amytis/render"

	"github.com/stretchr/testify/require"
)

// pictures is for looking at them: go test -run TestPicturesToLookAt -pictures /tmp
var pictures = flag.String("pictures", "", "folder to write pictures of many positions to")

func TestPicturesToLookAt(t *testing.T) {
	if *pictures == "" {
		t.Skip("-pictures tells where to")
	}
	names := []string{"Ana", "Bartholomäus von und zu Überlingen", "𝓒𝓵𝓮𝓸 🌸", "山田太郎"}
	for n := 2; n <= 4; n++ {
		v := late(t, n, 3)
		for _, view := range (Gallery{}).Views() {
			for s, sn := range []string{"phone", "large"} {
				p, err := Gallery{}.Draw(v, render.Request{View: view, Scale: render.Scale(s), Names: names})
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(fmt.Sprintf("%s/%d-%s-%s.png", *pictures, n, view, sn), p.PNG, 0o644))
				t.Log(n, view, sn, p.Width, p.Height, len(p.PNG))
			}
		}
	}
}

func TestStatesToLookAt(t *testing.T) {
	if *pictures == "" {
		t.Skip("-pictures tells where to")
	}
	names := []string{"Ana", "Bartholomäus von und zu Überlingen", "𝓒𝓵𝓮𝓸 🌸", "山田太郎"}
	save := func(v *game.View, name string, r render.Request) {
		r.Names = names
		p, err := Gallery{}.Draw(v, r)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(*pictures+"/s-"+name+".png", p.PNG, 0o644))
	}
	setup := played(t, 3, 1, nil, func(v *game.View) bool { return true })
	save(setup, "setup-table", render.Request{View: "table", Scale: render.Large})
	end := played(t, 3, 1, nil, func(v *game.View) bool { return false })
	save(end, "end-table", render.Request{View: "table", Scale: render.Large})
	save(end, "end-phone", render.Request{View: "table"})
	mid := played(t, 3, 9, nil, func(v *game.View) bool {
		g := &v.Gardens[v.Turn.Slice()[0]-1]
		return v.Round == 6 && g.Dug != 0 && g.Notch != 0
	})
	save(mid, "mid-phone", render.Request{View: "table"})
	save(mid, "mid-top", render.Request{View: "top", Scale: render.Large, Seat: mid.Turn.Slice()[0]})
	save(handmade(), "hand-iso", render.Request{View: "iso", Scale: render.Large})
	save(handmade(), "hand-south", render.Request{View: "south"})
	save(handmade(), "hand-garden", render.Request{View: "garden", Scale: render.Large})
}
