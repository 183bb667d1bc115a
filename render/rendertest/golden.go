// Package rendertest is the suite that every gallery passes, with golden files that have a
// tolerance. It is for tests only.
package rendertest

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/render"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// CompareText compares a text with the golden file testdata/name.
func CompareText(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		write(t, path, []byte(got))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "write it with go test -update")
	assert.Equal(t, string(want), got, "rewrite it with go test -update")
}

// CompareAll compares pictures with golden files: their operations with NAME.txt, their pixels with
// NAME.png. names are the players'.
func CompareAll(t *testing.T, g render.Gallery, names []string, pictures map[string]Asked) {
	t.Helper()
	for name, a := range pictures {
		t.Run(name, func(t *testing.T) {
			a.Request.Names = names
			l := Readable(t, g, a.View, a.Request)
			if filepath.Ext(name) == ".txt" {
				CompareText(t, name, l.String())
				return
			}
			ComparePicture(t, name, l.Picture())
		})
	}
}

// clearDifference is a difference in grey, of 255, above which everybody sees it.
const clearDifference = 40

// ComparePicture compares a picture with testdata/name. One pixel in a thousand may clearly differ,
// since rasterising may differ between machines.
func ComparePicture(t *testing.T, name string, p render.Picture) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		write(t, path, p.PNG)
		return
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err, "write it with go test -update")
	want, got := Decode(t, data), Decode(t, p.PNG)
	require.Equal(t, want.Bounds(), got.Bounds())
	look := lookOf(got)
	different := 0
	for i, grey := range lookOf(want) {
		different += render.Flag(ClearlyDiffer(grey, look[i]))
	}
	assert.Less(t, different, p.Width*p.Height/1000,
		"number of clearly different pixels; rewrite the picture with go test -update")
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, data, 0o644))
}

func Decode(t testing.TB, data []byte) image.Image {
	t.Helper()
	im, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	return im
}

// Grey returns the brightness of a pixel, 0 to 255.
func Grey(im image.Image, x, y int) int {
	r, g, b, _ := im.At(x, y).RGBA()
	return int(299*r+587*g+114*b) / 1000 >> 8
}

// ClearlyDiffer reports whether two greys can be told apart.
func ClearlyDiffer(a, b int) bool { return max(a-b, b-a) > clearDifference }
