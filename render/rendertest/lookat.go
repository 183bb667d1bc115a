package rendertest

import (
	"flag"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/render"
)

var pictures = flag.String("pictures", "", "folder to write pictures of many positions to")

// SkipWithoutPicturesFlag skips the test unless the -pictures flag is set, as in go test -run
// ToLookAt -pictures /tmp/pictures.
func SkipWithoutPicturesFlag(t *testing.T) {
	t.Helper()
	if *pictures == "" {
		t.Skip("no -pictures folder given")
	}
}

// Save writes a picture as name.png into the folder given by -pictures.
func Save(t *testing.T, name string, g render.Gallery, v engine.View, r render.Request) {
	t.Helper()
	p, err := g.Draw(v, r)
	require.NoError(t, err)
	write(t, filepath.Join(*pictures, name+".png"), p.PNG)
	t.Log(name, p.Width, p.Height, len(p.PNG))
}
