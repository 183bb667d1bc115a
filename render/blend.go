package render

import (
	"sync"
	"sync/atomic"
)

// opaque is the alpha of a pixel that covers what is below; 0 to opaque are all
// the alphas there are. One step between smooths edges well enough on today's
// screens, and more would cost a tenth of a picture's bytes.
const opaque = 2

// mixer answers in one look-up what blending two palette colours gives.
type mixer struct {
	// cube holds the nearest palette colour by the upper five bits of red,
	// green and blue, plus 1; 0 where nobody asked yet, which is most of it.
	cube [1 << 15]atomic.Uint32
	// exact holds the colours that are in the palette.
	exact map[uint32]Colour
	// over[a-1][src][dst] is src at alpha a of opaque over dst.
	over [opaque - 1][256][256]Colour
}

var theMixer = sync.OnceValue(newMixer)

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
			row[dst] = m.near(r, g, b)
		}
		row[src] = Colour(src)
	}
}

// nearest reduces a colour of eight bits a channel to the palette.
func (m *mixer) nearest(r, g, b uint8) Colour {
	if c, ok := m.exact[uint32(r)<<16|uint32(g)<<8|uint32(b)]; ok {
		return c
	}
	return m.near(uint32(r), uint32(g), uint32(b))
}

// near is nearest by the upper bits alone.
func (m *mixer) near(r, g, b uint32) Colour {
	at := &m.cube[r>>3<<10|g>>3<<5|b>>3]
	if known := at.Load(); known != 0 {
		return Colour(known - 1)
	}
	c := search(int(r>>3<<3+4), int(g>>3<<3+4), int(b>>3<<3+4))
	at.Store(uint32(c) + 1)
	return c
}

// search finds the palette colour nearest to the eye.
func search(r, g, b int) Colour {
	best, at := 1<<30, 0
	for i, c := range palette {
		dr, dg, db := int(c>>16)-r, int(c>>8&255)-g, int(c&255)-b
		if d := 3*dr*dr + 5*dg*dg + 2*db*db; d < best {
			best, at = d, i
		}
	}
	return Colour(at)
}
