package flatpng

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var testPalette = func() color.Palette {
	p := make(color.Palette, 256)
	for i := range p {
		p[i] = color.RGBA{R: uint8(i), G: uint8(255 - i), B: uint8(7 * i), A: 255}
	}
	return p
}()

func newImage(w, h int) *image.Paletted {
	return image.NewPaletted(image.Rect(0, 0, w, h), testPalette)
}

// cut returns the strips of an image, cut above the given rows.
func cut(im *image.Paletted, rows ...int) (strips []Strip) {
	from := 0
	for _, to := range append(rows, im.Rect.Dy()) {
		if to > from {
			part := image.Rect(0, from, im.Rect.Dx(), to).Add(im.Rect.Min)
			strips = append(strips, EncodeStrip(im.SubImage(part).(*image.Paletted)))
			from = to
		}
	}
	return strips
}

// requireRoundTrip checks that an image cut above some rows decodes to itself, and that encoding it
// twice gives equal files. The second run shows that buffers keep no traces of the first.
func requireRoundTrip(t require.TestingT, im *image.Paletted, rows ...int) []byte {
	data := Join(im.Palette, cut(im, rows...)...)
	decoded, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	got, ok := decoded.(*image.Paletted)
	require.True(t, ok, "decoded image has no palette")
	size := im.Rect.Size()
	require.Equal(t, size, got.Rect.Size())
	for y := range size.Y {
		want := im.Pix[y*im.Stride:][:size.X]
		require.True(t, bytes.Equal(want, got.Pix[y*got.Stride:][:size.X]), "row %d", y)
	}
	for i, c := range got.Palette {
		require.Equal(t, im.Palette[i], c)
	}
	require.True(t, bytes.Equal(data, Join(im.Palette, cut(im, rows...)...)), "two encodings of one image differ")
	return data
}

func TestPicturesAreEncodedLosslesslyAndSmall(t *testing.T) {
	paths, err := filepath.Glob("../gardens/testdata/readme/*.png")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			file, err := os.ReadFile(path)
			require.NoError(t, err)
			decoded, err := png.Decode(bytes.NewReader(file))
			require.NoError(t, err)
			im := decoded.(*image.Paletted)
			requireRoundTrip(t, im.SubImage(image.Rect(100, 50, 433, 288)).(*image.Paletted))
			data := requireRoundTrip(t, im)
			var standard bytes.Buffer
			require.NoError(t, (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&standard, im))
			// It may be a little larger, since it is several times as fast.
			assert.Less(t, len(data), standard.Len()*105/100)
		})
	}
}

func TestShortAndLongRowsAreEncodedLosslessly(t *testing.T) {
	noise := rand.NewPCG(1, 2)
	for _, size := range []image.Point{{1, 1}, {1, 2}, {2, 1}, {1, 1000}, {259, 3}, {1000, 700}, {70000, 2}} {
		flat, noisy := newImage(size.X, size.Y), newImage(size.X, size.Y)
		for i := range flat.Pix {
			flat.Pix[i] = 255 // the largest sums
			noisy.Pix[i] = uint8(noise.Uint64())
		}
		requireRoundTrip(t, flat)
		requireRoundTrip(t, noisy)
	}
}

func TestAnyImageIsEncodedLosslesslyInAnyStrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		im := newImage(rapid.IntRange(1, 2000).Draw(t, "width"), rapid.IntRange(1, 200).Draw(t, "height"))
		colours := rapid.IntRange(1, 256).Draw(t, "colours")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range rapid.IntRange(0, 60).Draw(t, "areas") {
			drawArea(im, r, colours)
		}
		requireRoundTrip(t, im, rapid.SliceOfN(rapid.IntRange(1, im.Rect.Dy()), 0, 8).Draw(t, "rows")...)
	})
}

// drawArea paints a rectangle in one colour or with noise, or copies another part of the image.
func drawArea(im *image.Paletted, r *rand.Rand, colours int) {
	size := im.Rect.Size()
	x, y := r.IntN(size.X), r.IntN(size.Y)
	w, h := 1+r.IntN(size.X-x), 1+r.IntN(size.Y-y)
	fromX, fromY := r.IntN(size.X-w+1), r.IntN(size.Y-h+1)
	kind, colour := r.IntN(4), uint8(r.IntN(colours))
	for row := range h {
		to := im.Pix[(y+row)*im.Stride+x:][:w]
		switch kind {
		case 0:
			copy(to, im.Pix[(fromY+row)*im.Stride+fromX:][:w])
		case 1:
			for i := range to {
				to[i] = uint8(r.IntN(colours))
			}
		default:
			copy(to, bytes.Repeat([]byte{colour}, w))
		}
	}
}
