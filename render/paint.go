package render

import (
	"image"
	"sync"
)

// paint fills im with the rows of the picture from row top on.
func (l *List) paint(im *image.Paletted, top int) {
	m := sharedMixer()
	flood(im.Pix, l.back)
	for i := range l.ops {
		o := &l.ops[i]
		if o.top >= top+im.Rect.Dy() || o.bottom <= top {
			continue
		}
		switch o.kind {
		case opArea:
			area := image.Rect(o.x, o.y-top, o.x+o.w, o.y-top+o.h).Intersect(im.Rect)
			first := row(im, area, area.Min.Y)
			flood(first, o.colour)
			for y := area.Min.Y + 1; y < area.Max.Y; y++ {
				copy(row(im, area, y), first)
			}
		case opSprite:
			o.sprite.blit(im, m, o.x, o.y-top)
		case opText:
			o.style.write(im, m, o.x, o.y-top, o.text)
		}
	}
}

// flood sets all pixels to c. Doubling copies are faster than a loop.
func flood(pix []uint8, c Colour) {
	if len(pix) == 0 {
		return
	}
	pix[0] = uint8(c)
	for n := 1; n < len(pix); n *= 2 {
		copy(pix[n:], pix[:n])
	}
}

// canvases reuses pixel buffers, which are free again as soon as their picture is encoded.
var canvases sync.Pool

func newCanvas(w, h int) *image.Paletted {
	im, ok := canvases.Get().(*image.Paletted)
	if !ok || cap(im.Pix) < w*h {
		im = &image.Paletted{Pix: make([]uint8, w*h), Palette: colorModel}
	}
	im.Pix = im.Pix[:w*h]
	im.Stride = w
	im.Rect = image.Rect(0, 0, w, h)
	return im
}

func freeCanvas(im *image.Paletted) { canvases.Put(im) }
