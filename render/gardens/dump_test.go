package gardens

import (
	"fmt"
	"os"
	"testing"

	"amytis/render"

	"github.com/stretchr/testify/require"
)

func TestDump(t *testing.T) {
	dir := os.Getenv("DUMP")
	if dir == "" {
		t.Skip()
	}
	names := []string{"Ana", "Bartholomäus von und zu Überlingen", "𝓒𝓵𝓮𝓸 🌸", "山田太郎"}
	for n := 2; n <= 4; n++ {
		v := late(t, n, 3)
		for _, view := range (Gallery{}).Views() {
			for s, sn := range []string{"phone", "large"} {
				p, err := Gallery{}.Draw(v, render.Request{View: view, Scale: render.Scale(s), Names: names})
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(fmt.Sprintf("%s/%d-%s-%s.png", dir, n, view, sn), p.PNG, 0o644))
				fmt.Println(n, view, sn, p.Width, p.Height, len(p.PNG))
			}
		}
	}
}

func TestDumpAlt(t *testing.T) {
	if os.Getenv("DUMP") == "" {
		t.Skip()
	}
	names := []string{"Ana", "Bartholomäus von und zu Überlingen", "Cleo", "Dan"}
	for n := 2; n <= 4; n += 2 {
		v := late(t, n, 3)
		for _, l := range langs {
			for _, view := range []string{"garden", "table", "quarry"} {
				a := Gallery{}.Alt(v, render.Request{View: view, Names: names}, words(t, l))
				fmt.Println(l, view, altLength(a), a)
			}
		}
		fmt.Println(Gallery{}.Text(v, render.Request{Names: names}, words(t, "en")))
	}
}
