package render

import (
	"image"
	"slices"
)

// Sprite is a small drawing reduced to the palette, kept as runs of pixels. It
// is made once, never changed, and safe to share.
type Sprite struct {
	// Name is what display lists call it.
	Name string
	// Width and Height are those of the drawing, in pixels; the pixel at
	// (anchorX, anchorY) of it is put where a list says.
	Width, Height    int
	anchorX, anchorY int
	spans            []span
	pix              []uint8
	alpha            []uint8
}

// span is a run of pixels in one row, at x, y from the anchor.
type span struct {
	x, y, n int32
	// at is where its pixels start in pix and alpha.
	at int32
	// solid is set where all of them are opaque.
	solid bool
}

// build reduces a drawing of w by h pixels to spans; at tells a pixel's colour
// and its alpha.
func (s *Sprite) build(at func(x, y int) (Colour, uint8)) {
	for y := range s.Height {
		var run span
		for x := range s.Width {
			c, a := at(x, y)
			if run.n > 0 && (a == 0 || run.solid != (a == opaque)) {
				s.spans = append(s.spans, run)
				run.n = 0
			}
			if a == 0 {
				continue
			}
			if run.n == 0 {
				run = span{x: int32(x - s.anchorX), y: int32(y - s.anchorY), at: int32(len(s.pix)), solid: a == opaque}
			}
			s.pix = append(s.pix, uint8(c))
			s.alpha = append(s.alpha, a)
			run.n++
		}
		if run.n > 0 {
			s.spans = append(s.spans, run)
		}
	}
}

// Faded is the sprite letting through half of what is below.
func (s *Sprite) Faded() *Sprite {
	f := *s
	f.Name = "faded " + s.Name
	f.spans, f.alpha = slices.Clone(s.spans), make([]uint8, len(s.alpha))
	for i := range f.spans {
		f.spans[i].solid = false
	}
	for i := range f.alpha {
		f.alpha[i] = opaque / 2
	}
	return &f
}

// fromRGBA reduces a drawing to the palette.
func (s *Sprite) fromRGBA(im *image.RGBA) {
	m := theMixer()
	s.build(func(x, y int) (Colour, uint8) {
		p := im.Pix[y*im.Stride+4*x:][:4]
		full := int(p[3])
		a := uint8((full*opaque + 127) / 255)
		switch {
		case a == 0:
			return 0, 0
		case full == 255:
			return m.nearest(p[0], p[1], p[2]), a
		}
		plain := func(v uint8) uint8 { return uint8(min(255, (int(v)*255+full/2)/full)) }
		return m.nearest(plain(p[0]), plain(p[1]), plain(p[2])), a
	})
}

// blit puts the sprite's anchor at x, y.
func (s *Sprite) blit(im *image.Paletted, m *mixer, x, y int) {
	w, h := im.Rect.Dx(), im.Rect.Dy()
	for i := range s.spans {
		run := &s.spans[i]
		py := y + int(run.y)
		if uint(py) >= uint(h) {
			continue
		}
		from, to := x+int(run.x), x+int(run.x)+int(run.n)
		at := int(run.at)
		if from < 0 {
			at, from = at-from, 0
		}
		to = min(to, w)
		if from >= to {
			continue
		}
		dst := im.Pix[py*im.Stride+from : py*im.Stride+to]
		src := s.pix[at : at+len(dst)]
		if run.solid {
			copy(dst, src)
			continue
		}
		alpha := s.alpha[at : at+len(dst)]
		for j, c := range src {
			if a := alpha[j]; a != opaque {
				c = uint8(m.over[a-1][c][dst[j]])
			}
			dst[j] = c
		}
	}
}
