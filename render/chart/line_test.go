package chart

import (
	"bytes"
	"flag"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/render"
)

var pictures = flag.String("pictures", "", "write the pictures into this folder")

// wave returns n values like ratings.
func wave(n int) []float64 {
	values := []float64{1500}
	for i := range n {
		values = append(values, 1500+float64(i)*120/float64(n)+70*math.Sin(float64(i)/7))
	}
	return values
}

func TestGraphsOfAnyLengthAreDrawn(t *testing.T) {
	for name, values := range map[string][]float64{
		"one-game": wave(1), "few": wave(12), "many": wave(150), "very-many": wave(10_000),
		"level": {1500, 1500, 1500}, "steep": {1500, 2900, 100},
	} {
		p, err := Line(values, 1500)
		require.NoError(t, err)
		im, err := png.Decode(bytes.NewReader(p.PNG))
		require.NoError(t, err)
		require.Equal(t, render.Width, im.Bounds().Dx(), name)
		if *pictures != "" {
			require.NoError(t, os.WriteFile(filepath.Join(*pictures, name+".png"), p.PNG, 0o600))
		}
	}
}

func TestGraphShowsItsScaleAndItsLastValue(t *testing.T) {
	text := line([]float64{1500, 1516, 1531, 1514, 1530, 1545}, 1500).String()
	for _, want := range []string{`"1500"`, `"1510"`, `"1545"`, `"5"`} {
		require.Contains(t, text, want)
	}
	require.Empty(t, line(wave(30), 1500).Unreadable())
}
