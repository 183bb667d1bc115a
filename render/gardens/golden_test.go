package gardens

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	game "amytis/engine/gardens"
	"amytis/render"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var goldenNames = []string{"Ana", "Bo 𝓫𝓸 🌸"}

func TestDisplayListsAreAsRecorded(t *testing.T) {
	for _, r := range []render.Request{
		{View: "top"}, {View: "south"}, {View: "east"}, {View: "iso"}, {View: "quarry"}, {View: "table"},
		{View: "garden", Scale: render.Large}, {View: "table", Scale: render.Large},
	} {
		r.Names = goldenNames
		name := r.View + "-phone.txt"
		if r.Scale == render.Large {
			name = r.View + "-large.txt"
		}
		t.Run(name, func(t *testing.T) {
			l, err := list(handmade(), r)
			require.NoError(t, err)
			compareText(t, name, l.String())
		})
	}
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
	for _, lang := range langs {
		w := words(t, lang)
		text := Gallery{}.Text(handmade(), render.Request{Names: goldenNames}, w)
		for _, view := range []string{"garden", "quarry", "table"} {
			text += "\n[" + view + "]\n" + Gallery{}.Alt(handmade(), render.Request{View: view, Names: goldenNames}, w) + "\n"
		}
		compareText(t, "text-"+lang+".txt", text)
	}
}

// Rasterising is not the same to the bit on every machine, so pixels are held
// to a tolerance.
func TestThePictureOfAGardenLooksAsRecorded(t *testing.T) {
	p, err := Gallery{}.Draw(handmade(), render.Request{View: "top", Names: goldenNames})
	require.NoError(t, err)
	comparePicture(t, "top-phone.png", p)
}

// The README shows these: they are what the code draws now.
func TestThePicturesOfTheREADMEAreWhatIsDrawn(t *testing.T) {
	names := []string{"Ana", "Bo", "Cleo", "Dan"}
	for view, v := range map[string]*game.View{"table": late(t, 4, 7), "garden": late(t, 2, 3), "quarry": played(t, 3, 5, nil, atRound(5))} {
		t.Run(view, func(t *testing.T) {
			scale := render.Large
			if view == "quarry" {
				scale = render.Phone
			}
			p, err := Gallery{}.Draw(v, render.Request{View: view, Seat: 1, Scale: scale, Names: names})
			require.NoError(t, err)
			comparePicture(t, filepath.Join("readme", view+".png"), p)
		})
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
