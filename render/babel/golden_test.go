package babel

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	game "amytis/engine/babel"
	"amytis/render"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var goldenNames = []string{"Ana", "Bo 𝓫𝓸 🌸"}

func TestDisplayListsAreAsRecorded(t *testing.T) {
	for name, r := range map[string]render.Request{
		"table-phone.txt": {View: viewTable}, "table-large.txt": {View: viewTable, Scale: render.Large},
		"hand-phone.txt": {View: viewHand}, "hand-large.txt": {View: viewHand, Scale: render.Large},
	} {
		r.Names = goldenNames
		t.Run(name, func(t *testing.T) {
			l, err := list(handmade(), r)
			require.NoError(t, err)
			compareText(t, name, l.String())
		})
	}
	t.Run("opening", func(t *testing.T) {
		l, err := list(opening(), render.Request{Names: goldenNames})
		require.NoError(t, err)
		compareText(t, "opening-phone.txt", l.String())
	})
}

func compareText(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), got, "go test -update rewrites it")
}

func TestTextIsAsRecordedInEveryLanguage(t *testing.T) {
	ended := handmade()
	ended.Stage, ended.Turn, ended.Winners, ended.Reason = game.Over, 0, ended.Turn.Slice()[:1], game.BelowTen
	for _, lang := range langs {
		w := words(t, lang)
		r := render.Request{Names: goldenNames}
		text := Gallery{}.Text(handmade(), r, w)
		for _, r.View = range []string{viewTable, viewHand} {
			text += "\n[" + r.View + "]\n" + Gallery{}.Alt(handmade(), r, w) + "\n"
		}
		r.View = viewTable
		text += "\n[opening]\n" + Gallery{}.Alt(opening(), r, w) + "\n[ended]\n" + Gallery{}.Alt(ended, r, w) + "\n"
		compareText(t, "text-"+lang+".txt", text)
	}
}

// Rasterising is not the same to the bit on every machine, so pixels are held
// to a tolerance.
func TestPicturesLookAsRecorded(t *testing.T) {
	for name, r := range map[string]render.Request{
		"hand-phone.png": {View: viewHand}, "readme/table.png": {View: viewTable},
	} {
		r.Names = []string{"Ana", "Bo"}
		p, err := Gallery{}.Draw(handmade(), r)
		require.NoError(t, err)
		comparePicture(t, name, p)
	}
}

func comparePicture(t *testing.T, name string, p render.Picture) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, p.PNG, 0o644))
		return
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	want, got := decode(t, data), decode(t, p.PNG)
	require.Equal(t, want.Bounds(), got.Bounds())
	different := 0
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			if diff(grey(want, x, y), grey(got, x, y)) > 40 {
				different++
			}
		}
	}
	assert.Less(t, different, p.Width*p.Height/1000, "pixels that clearly differ; go test -update rewrites the picture")
}

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	im, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	return im
}

func grey(im image.Image, x, y int) int {
	r, g, b, _ := im.At(x, y).RGBA()
	return int(299*r+587*g+114*b) / 1000 >> 8
}

func diff(a, b int) int { return max(a-b, b-a) }
