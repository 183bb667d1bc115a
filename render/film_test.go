package render

import (
	"bytes"
	"image"
	"image/gif"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine"
)

// reel is a gallery of areas on paper. The picture of a seat has the areas up to its number.
type reel struct {
	Gallery
	areas []image.Rectangle
}

func (r reel) Complete(_ engine.View, req Request) (Request, error) {
	if int(req.Seat) > len(r.areas) {
		return req, ErrHidden
	}
	return req, nil
}

func (r reel) Draw(_ engine.View, req Request) *List {
	l := NewList(Width, Height, Paper)
	for i, a := range r.areas[:req.Seat] {
		l.Area(a.Min.X, a.Min.Y, a.Dx(), a.Dy(), Red.At(i))
	}
	return l
}

// show puts a part of a film on a screen, as a decoder does.
func show(screen, part *image.Paletted) {
	for y := part.Rect.Min.Y; y < part.Rect.Max.Y; y++ {
		for x := part.Rect.Min.X; x < part.Rect.Max.X; x++ {
			c := part.ColorIndexAt(x, y)
			if _, _, _, alpha := part.Palette[c].RGBA(); alpha != 0 {
				screen.SetColorIndex(x, y, c)
			}
		}
	}
}

func noise(w, h, colours int) *image.Paletted {
	chance := rand.New(rand.NewPCG(1, 2))
	im := image.NewPaletted(image.Rect(0, 0, w, h), colorModel)
	for i := range im.Pix {
		im.Pix[i] = uint8(chance.IntN(colours))
	}
	return im
}

func TestAFilmShowsItsFramesForTheirTimesAgainAndAgain(t *testing.T) {
	g := reel{areas: []image.Rectangle{image.Rect(10, 20, 500, 300), image.Rect(400, 90, 1100, 700)}}
	p, err := Film(g, []Frame{
		{Shown: 800 * time.Millisecond},
		{Request: Request{Seat: 1}, Shown: 1500 * time.Millisecond},
		{Request: Request{Seat: 2}, Shown: time.Second},
		{Request: Request{Seat: 2}, Shown: 5 * time.Second},
	})
	require.NoError(t, err)
	assert.Equal(t, image.Pt(Width, Height), image.Pt(p.Width, p.Height))
	film, err := gif.DecodeAll(bytes.NewReader(p.GIF))
	require.NoError(t, err)
	assert.Equal(t, []int{80, 150, 100, 500}, film.Delay)
	assert.Equal(t, 0, film.LoopCount, "0 is for ever")
	assert.Equal(t, image.Pt(Width, Height), image.Pt(film.Config.Width, film.Config.Height))
	var areas []image.Rectangle
	screen := newCanvas(Width, Height)
	for i, part := range film.Image {
		areas = append(areas, part.Rect)
		show(screen, part)
		l := g.Draw(nil, Request{Seat: engine.Seat(min(i, 2))})
		want := newCanvas(Width, Height)
		l.paint(want, 0)
		require.True(t, bytes.Equal(want.Pix, screen.Pix), "frame %d differs", i)
	}
	same := image.Rect(0, 0, 1, 1)
	assert.Equal(t, []image.Rectangle{screen.Rect, g.areas[0], g.areas[1], same}, areas)
}

func TestAFilmWithAFrameThatIsHiddenFails(t *testing.T) {
	_, err := Film(reel{}, []Frame{{}, {Request: Request{Seat: 1}}})
	assert.ErrorIs(t, err, ErrHidden)
}

func TestChangesTurnAPictureIntoTheNext(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 90).Draw(t, "width"), rapid.IntRange(1, 60).Draw(t, "height")
		colours := rapid.SampledFrom([]int{1, 3, 255, 256}).Draw(t, "colours")
		before, now := noise(w, h, colours), noise(w, h, colours)
		for range rapid.IntRange(0, 5).Draw(t, "changedPart") {
			x, y := rapid.IntRange(0, w-1).Draw(t, "x"), rapid.IntRange(0, h-1).Draw(t, "y")
			changed := image.Rect(x, y, x+rapid.IntRange(1, w).Draw(t, "w"), y+rapid.IntRange(1, h).Draw(t, "h"))
			area := now.SubImage(changed).(*image.Paletted)
			c := rapid.Uint8().Draw(t, "colour")
			for y := range area.Rect.Dy() {
				flood(area.Pix[y*area.Stride:][:area.Rect.Dx()], Colour(c))
			}
		}
		show(before, changedPart(before, now))
		require.Equal(t, now.Pix, before.Pix)
	})
}

func TestChangesOfAPictureWithAllColoursAreOpaque(t *testing.T) {
	before, now := noise(300, 200, 256), noise(300, 200, 256)
	now.Pix[0]++
	now.Pix[len(now.Pix)-1]++
	assert.True(t, changedPart(before, now).Opaque(), "a frame is transparent")
	show(before, changedPart(before, now))
	assert.Equal(t, now.Pix, before.Pix)
}
