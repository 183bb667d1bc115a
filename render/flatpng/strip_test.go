package flatpng

import (
	"bytes"
	"image"
	"image/png"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// cut returns the strips of an image, cut above the given rows.
func cut(t require.TestingT, im *image.Paletted, rows []int) []Strip {
	size := im.Rect.Size()
	var strips []Strip
	from := 0
	for _, to := range append(rows, size.Y) {
		if to <= from {
			continue
		}
		part := im.SubImage(image.Rect(0, from, size.X, to)).(*image.Paletted)
		s, err := EncodeStrip(part)
		require.NoError(t, err)
		strips = append(strips, s)
		from = to
	}
	return strips
}

func TestStripsJoinToThePictureTheyWereCutFrom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		im := newImage(rapid.IntRange(1, 1200).Draw(t, "width"), rapid.IntRange(1, 200).Draw(t, "height"))
		colours := rapid.IntRange(1, 256).Draw(t, "colours")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for range rapid.IntRange(0, 40).Draw(t, "areas") {
			drawArea(im, r, colours)
		}
		rows := rapid.SliceOfN(rapid.IntRange(1, im.Rect.Dy()), 0, 8).Draw(t, "rows")

		data, err := Join(im.Palette, cut(t, im, rows)...)
		require.NoError(t, err)
		decoded, err := png.Decode(bytes.NewReader(data))
		require.NoError(t, err)
		got := decoded.(*image.Paletted)
		require.Equal(t, im.Rect, got.Rect)
		assert.True(t, bytes.Equal(im.Pix, got.Pix), "the pixels differ")
	})
}

func TestAStripFitsEveryPictureWithItsRows(t *testing.T) {
	im := newImage(40, 30)
	drawArea(im, rand.New(rand.NewPCG(1, 1)), 200)
	strips := cut(t, im, []int{10, 20})
	data, err := Join(im.Palette, strips[2], strips[0], strips[0])
	require.NoError(t, err)
	decoded, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	got := decoded.(*image.Paletted)
	assert.Equal(t, im.Pix[20*40:], got.Pix[:10*40])
	assert.Equal(t, im.Pix[:10*40], got.Pix[10*40:20*40])
	assert.Equal(t, im.Pix[:10*40], got.Pix[20*40:])
}

func TestStripsThatMakeNoPictureAreRefused(t *testing.T) {
	_, err := Join(testPalette)
	require.ErrorIs(t, err, ErrSize)
	_, err = Join(testPalette, Strip{})
	require.ErrorIs(t, err, ErrSize)
	wide, narrow := cut(t, newImage(9, 1), nil), cut(t, newImage(8, 1), nil)
	_, err = Join(testPalette, wide[0], narrow[0])
	require.ErrorIs(t, err, ErrSize)
	_, err = Join(testPalette, Strip{width: 1 << 20, height: 1 << 9}, Strip{width: 1 << 20, height: 1 << 9})
	require.ErrorIs(t, err, ErrSize)
}
