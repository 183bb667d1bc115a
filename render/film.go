package render

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"slices"
	"time"

	"amytis/engine"
)

// Frame is a picture of an animation.
type Frame struct {
	// View is the position shown.
	View    engine.View
	Request Request
	// Shown counts in steps of 10 ms, up to 10 minutes.
	Shown time.Duration
}

// Film draws one or more frames as an animated GIF that repeats. The error is the first of Compose.
func Film(g Gallery, frames []Frame) (Picture, error) {
	film := gif.GIF{Config: image.Config{ColorModel: colorModel, Width: Width, Height: Height}}
	now, before := newCanvas(Width, Height), newCanvas(Width, Height)
	defer freeCanvas(now)
	defer freeCanvas(before)
	for i, f := range frames {
		l, err := Compose(g, f.View, f.Request)
		if err != nil {
			return Picture{}, err
		}
		l.paint(now, 0)
		l.free()
		if i == 0 {
			film.Image = append(film.Image, crop(now, now.Rect))
		} else {
			film.Image = append(film.Image, changedPart(before, now))
		}
		film.Delay = append(film.Delay, int(f.Shown/(10*time.Millisecond)))
		film.Disposal = append(film.Disposal, gif.DisposalNone)
		now, before = before, now
	}
	var data bytes.Buffer
	err := gif.EncodeAll(&data, &film)
	return Picture{GIF: data.Bytes(), Width: Width, Height: Height}, err
}

// changedPart returns the rectangle in which a picture differs from the one before. What is the
// same there is transparent, for a much smaller file, unless the rectangle uses all colours.
func changedPart(before, now *image.Paletted) *image.Paletted {
	part := crop(now, changedArea(before, now))
	for c := range part.Palette {
		if bytes.IndexByte(part.Pix, uint8(c)) < 0 {
			part.Palette = slices.Clone(part.Palette)
			part.Palette[c] = color.Transparent
			replaceSame(part, before, Colour(c))
			break
		}
	}
	return part
}

// changedArea returns the rectangle in which two pictures differ, a single pixel if they are equal.
func changedArea(before, now *image.Paletted) (area image.Rectangle) {
	for y := range now.Rect.Dy() {
		was, is := row(before, now.Rect, y), row(now, now.Rect, y)
		if bytes.Equal(was, is) {
			continue
		}
		left, right := 0, len(is)
		for was[left] == is[left] {
			left++
		}
		for was[right-1] == is[right-1] {
			right--
		}
		area = area.Union(image.Rect(left, y, right, y+1))
	}
	if area.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return area
}

// crop copies a part of a picture.
func crop(im *image.Paletted, area image.Rectangle) *image.Paletted {
	part := image.NewPaletted(area, im.Palette)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		copy(row(part, area, y), row(im, area, y))
	}
	return part
}

// replaceSame gives the colour c to pixels that have not changed since the picture before, in runs
// of at least minRun; shorter ones would break up patterns that the compression knows.
func replaceSame(part, before *image.Paletted, c Colour) {
	const minRun = 16
	for y := part.Rect.Min.Y; y < part.Rect.Max.Y; y++ {
		is, was := row(part, part.Rect, y), row(before, part.Rect, y)
		for from, to := 0, 0; from < len(is); from = to + 1 {
			for to = from; to < len(is) && is[to] == was[to]; {
				to++
			}
			if to-from >= minRun {
				flood(is[from:to], c)
			}
		}
	}
}

// row returns the pixels of a picture in row y of a part of it.
func row(im *image.Paletted, area image.Rectangle, y int) []uint8 {
	return im.Pix[im.PixOffset(area.Min.X, y):][:area.Dx()]
}
