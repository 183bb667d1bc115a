package flatgif

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// palette has 256 colours that are all different.
var palette = func() (p color.Palette) {
	for i := range 256 {
		p = append(p, color.RGBA{uint8(i), uint8(255 - i), uint8(i * 7), 255})
	}
	return p
}()

func picture(w, h int) *image.Paletted { return image.NewPaletted(image.Rect(0, 0, w, h), palette) }

// paint fills a rectangle of a picture.
func paint(im *image.Paletted, area image.Rectangle, c uint8) {
	area = area.Intersect(im.Rect)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			im.SetColorIndex(x, y, c)
		}
	}
}

// copyOf returns a picture with the same pixels.
func copyOf(im *image.Paletted) *image.Paletted {
	next := *im
	next.Pix = bytes.Clone(im.Pix)
	return &next
}

// encode returns the GIF of pictures.
func encode(t require.TestingT, pictures []*image.Paletted) []byte {
	var e Encoder
	for _, im := range pictures {
		require.NoError(t, e.Add(im, time.Second))
	}
	return e.GIF()
}

// requireShows checks that a standard decoder shows the pictures of a GIF, pixel by pixel.
func requireShows(t require.TestingT, data []byte, pictures []*image.Paletted) *gif.GIF {
	g, err := gif.DecodeAll(bytes.NewReader(data))
	require.NoError(t, err)
	require.Len(t, g.Image, len(pictures))
	shown := picture(g.Config.Width, g.Config.Height)
	for i, im := range g.Image {
		for y := im.Rect.Min.Y; y < im.Rect.Max.Y; y++ {
			for x := im.Rect.Min.X; x < im.Rect.Max.X; x++ {
				c := im.ColorIndexAt(x, y)
				if _, _, _, alpha := im.Palette[c].RGBA(); alpha != 0 {
					shown.SetColorIndex(x, y, c)
				}
			}
		}
		require.True(t, bytes.Equal(pictures[i].Pix, shown.Pix), "picture %d differs", i)
	}
	return g
}

func TestADecoderShowsTheSamePictures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 90).Draw(t, "width"), rapid.IntRange(1, 60).Draw(t, "height")
		im := picture(w, h)
		var pictures []*image.Paletted
		for range rapid.IntRange(1, 6).Draw(t, "pictures") {
			im = copyOf(im)
			for range rapid.IntRange(0, 5).Draw(t, "changes") {
				x, y := rapid.IntRange(0, w).Draw(t, "x"), rapid.IntRange(0, h).Draw(t, "y")
				paint(im, image.Rect(x, y, x+rapid.IntRange(1, w).Draw(t, "w"), y+rapid.IntRange(1, h).Draw(t, "h")),
					rapid.Uint8().Draw(t, "colour"))
			}
			pictures = append(pictures, im)
		}
		requireShows(t, encode(t, pictures), pictures)
	})
}

func TestADecoderShowsPicturesThatFillTheDictionary(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	var pictures []*image.Paletted
	for _, used := range []int{2, 3, 200, 256, 256, 5} {
		im := picture(300, 200)
		for i := range im.Pix {
			im.Pix[i] = uint8(chance.IntN(used))
		}
		pictures = append(pictures, im)
	}
	requireShows(t, encode(t, pictures), pictures)
}

func TestOnlyTheChangedRectangleIsEncoded(t *testing.T) {
	first := picture(100, 80)
	second := copyOf(first)
	paint(second, image.Rect(10, 20, 13, 24), 7)
	paint(second, image.Rect(40, 30, 42, 31), 8)
	pictures := []*image.Paletted{first, second, copyOf(second)}
	g := requireShows(t, encode(t, pictures), pictures)
	assert.Equal(t, first.Rect, g.Image[0].Rect)
	assert.Equal(t, image.Rect(10, 20, 42, 31), g.Image[1].Rect)
	assert.Equal(t, image.Rect(0, 0, 1, 1), g.Image[2].Rect, "a picture that is the same")
}

func TestEveryPictureIsShownForItsTimeAndTheAnimationStartsAgain(t *testing.T) {
	var e Encoder
	require.NoError(t, e.Add(picture(3, 3), 800*time.Millisecond))
	require.NoError(t, e.Add(picture(3, 3), 5*time.Second))
	require.NoError(t, e.Add(picture(3, 3), time.Hour), "more than GIF allows")
	g, err := gif.DecodeAll(bytes.NewReader(e.GIF()))
	require.NoError(t, err)
	assert.Equal(t, []int{80, 500, 65535}, g.Delay)
	assert.Equal(t, 0, g.LoopCount, "0 is for ever")
}

func TestPicturesOfAnotherSizeAreRefused(t *testing.T) {
	for _, im := range []*image.Paletted{picture(0, 5), picture(70_000, 1), picture(1, 70_000)} {
		assert.ErrorIs(t, new(Encoder).Add(im, 0), ErrSize)
	}
	var e Encoder
	require.NoError(t, e.Add(picture(5, 4), 0))
	assert.ErrorIs(t, e.Add(picture(4, 5), 0), ErrSize)
}

func TestAPartOfALargerPictureIsEncoded(t *testing.T) {
	large := picture(50, 40)
	paint(large, image.Rect(20, 10, 30, 20), 9)
	part := large.SubImage(image.Rect(15, 5, 35, 25)).(*image.Paletted)
	want := picture(20, 20)
	paint(want, image.Rect(5, 5, 15, 15), 9)
	requireShows(t, encode(t, []*image.Paletted{part}), []*image.Paletted{want})
}

// sprites returns pictures that differ in a few tiles, as the pictures of a game do.
func sprites() []*image.Paletted {
	chance := rand.New(rand.NewPCG(3, 4))
	im := picture(1100, 700)
	var pictures []*image.Paletted
	for range 30 {
		im = copyOf(im)
		for range 12 {
			x, y, c := chance.IntN(1000), chance.IntN(600), uint8(chance.IntN(200))
			for ring := range 20 {
				paint(im, image.Rect(x+ring, y+ring, x+100-ring, y+90-ring), c+uint8(ring))
			}
		}
		pictures = append(pictures, im)
	}
	return pictures
}

func BenchmarkEncoder(b *testing.B) {
	pictures := sprites()
	size := 0
	for b.Loop() {
		size = len(encode(b, pictures))
	}
	b.ReportMetric(float64(size)/1000, "kB")
}
