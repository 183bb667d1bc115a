package render

import (
	"sync"
	"sync/atomic"
)

// opaque is the alpha of a pixel that hides the pixel below; alphas run from 0 to opaque. One step
// between the two smooths edges well enough on today's screens. More steps would make pictures a
// tenth larger.
const opaque = 2

// mixer blends two palette colours with one table lookup.
type mixer struct {
	// cube caches the nearest palette colour by the upper five bits of red, green and blue, plus 1.
	// An entry is 0 until it is first used; most stay 0.
	cube [1 << 15]atomic.Uint32
	// exact maps each RGB value of the palette to its colour.
	exact map[uint32]Colour
	// over[a-1][src][dst] is src blended over dst with alpha a.
	over [opaque - 1][256][256]Colour
}

var sharedMixer = sync.OnceValue(newMixer)

func newMixer() *mixer {
	m := &mixer{exact: make(map[uint32]Colour, len(palette))}
	for i, c := range palette {
		m.exact[c] = Colour(i)
	}
	for a := range m.over {
		m.fillOver(a)
	}
	return m
}

func (m *mixer) fillOver(a int) {
	front, back := uint32(a+1), uint32(opaque-a-1)
	for src, s := range palette {
		row := &m.over[a][src]
		for dst, d := range palette {
			r := (s>>16*front + d>>16*back) / opaque
			g := (s>>8&255*front + d>>8&255*back) / opaque
			b := (s&255*front + d&255*back) / opaque
			row[dst] = m.nearestCoarse(r, g, b)
		}
		row[src] = Colour(src)
	}
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
	if known := at.Load(); known != 0 {
		return Colour(known - 1)
	}
	c := searchPalette(int(r>>3<<3+4), int(g>>3<<3+4), int(b>>3<<3+4))
	at.Store(uint32(c) + 1)
	return c
}

// searchPalette returns the palette colour closest to an RGB colour, as the eye weighs the
// channels.
func searchPalette(r, g, b int) Colour {
	best, at := 1<<30, 0
	for i, c := range palette {
		dr, dg, db := int(c>>16)-r, int(c>>8&255)-g, int(c&255)-b
		if d := 3*dr*dr + 5*dg*dg + 2*db*db; d < best {
			best, at = d, i
		}
	}
	return Colour(at)
}
