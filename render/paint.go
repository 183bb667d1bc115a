package render

import (
	"image"
	"sync"
	"sync/atomic"
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
		case opSprite, opText:
			o.eachSprite(func(s *Sprite, x int) { s.blit(im, m, x, o.y-top) })
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

// coverage is how much of a pixel a sprite covers. One step between nothing and all smooths edges
// well enough on today's screens. More steps would make pictures a tenth larger.
type coverage uint8

const (
	uncovered coverage = iota
	// blended is half covered: the colour is the mean of the sprite's and the one below.
	blended
	covered
)

// coverageOf rounds an alpha from 0 to 255.
func coverageOf(alpha uint8) coverage { return coverage((int(alpha)*int(covered) + 127) / 255) }

// mixer blends two palette colours with one table lookup.
type mixer struct {
	// cube caches the nearest palette colour by the upper five bits of red, green and blue, plus 1.
	// An entry is 0 until it is first used; most stay 0.
	cube [1 << 15]atomic.Uint32
	// exact maps each RGB value of the palette to its colour.
	exact map[uint32]Colour
	// over[src][dst] is src blended with dst.
	over [256][256]Colour
}

var sharedMixer = sync.OnceValue(newMixer)

func newMixer() *mixer {
	m := &mixer{exact: make(map[uint32]Colour, len(palette))}
	for i, c := range palette {
		m.exact[c] = Colour(i)
	}
	for src, s := range palette {
		row := &m.over[src]
		for dst, d := range palette {
			row[dst] = m.nearestCoarse((s>>16+d>>16)/2, (s>>8&255+d>>8&255)/2, (s&255+d&255)/2)
		}
		row[src] = Colour(src)
	}
	return m
}

func (m *mixer) nearest(r, g, b uint8) Colour {
	if c, ok := m.exact[uint32(r)<<16|uint32(g)<<8|uint32(b)]; ok {
		return c
	}
	return m.nearestCoarse(uint32(r), uint32(g), uint32(b))
}

// nearestCoarse is like nearest but compares only the upper five bits of each channel.
func (m *mixer) nearestCoarse(r, g, b uint32) Colour {
	at := &m.cube[r>>3<<10|g>>3<<5|b>>3]
	if cached := at.Load(); cached != 0 {
		return Colour(cached - 1)
	}
	c := searchPalette(int(r>>3<<3+4), int(g>>3<<3+4), int(b>>3<<3+4))
	at.Store(uint32(c) + 1)
	return c
}

// searchPalette returns the palette colour closest to the eye, which weighs the channels.
func searchPalette(r, g, b int) Colour {
	best, at := 1<<30, 0
	for i, c := range palette {
		dr, dg, db := int(c>>16)-r, int(c>>8&255)-g, int(c&255)-b
		distance := 3*dr*dr + 5*dg*dg + 2*db*db
		if distance < best {
			best, at = distance, i
		}
	}
	return Colour(at)
}
