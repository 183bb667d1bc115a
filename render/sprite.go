package render

import (
	"image"
	"slices"
	"sync/atomic"
)

// Sprite is a small drawing in palette colours, as runs of pixels, which never changes.
type Sprite struct {
	Name string
	// The size in pixels. The pixel at (anchorX, anchorY) is put where a list says.
	Width, Height    int
	anchorX, anchorY int
	id               uint64 // unique; strips are cached by it
	spans            []span
	pix              []uint8
}

// span is a run of pixels in one row. x and y are relative to the anchor.
type span struct {
	x, y, n int32
	at      int32 // the index of its first pixel in pix
	blended bool  // not covered
}

var lastSpriteID atomic.Uint64

// build splits the drawing into spans; at returns the colour of a pixel and how it is covered.
func (s *Sprite) build(at func(x, y int) (Colour, coverage)) {
	s.id = lastSpriteID.Add(1)
	for y := range s.Height {
		var run span
		for x := range s.Width {
			c, a := at(x, y)
			if run.n > 0 && (a == uncovered || run.blended != (a == blended)) {
				s.spans = append(s.spans, run)
				run.n = 0
			}
			if a == uncovered {
				continue
			}
			if run.n == 0 {
				run = span{x: int32(x - s.anchorX), y: int32(y - s.anchorY), at: int32(len(s.pix)), blended: a == blended}
			}
			s.pix = append(s.pix, uint8(c))
			run.n++
		}
		if run.n > 0 {
			s.spans = append(s.spans, run)
		}
	}
	s.spans, s.pix = slices.Clone(s.spans), slices.Clone(s.pix) // without spare room
}

// size returns about how many bytes the sprite takes.
func (s *Sprite) size() int {
	const fixed, perSpan = 200, 20
	return fixed + perSpan*cap(s.spans) + cap(s.pix)
}

// Faded returns a half transparent copy of the sprite.
func (s *Sprite) Faded() *Sprite {
	f := *s
	f.id = lastSpriteID.Add(1)
	f.Name = "faded " + s.Name
	f.spans = slices.Clone(s.spans)
	for i := range f.spans {
		f.spans[i].blended = true
	}
	return &f
}

// fromRGBA builds the spans from a drawing, each pixel in the nearest palette colour.
func (s *Sprite) fromRGBA(im *image.RGBA) {
	m := sharedMixer()
	s.build(func(x, y int) (Colour, coverage) {
		p := im.Pix[y*im.Stride+4*x:][:4]
		alpha := int(p[3])
		a := coverageOf(p[3])
		switch {
		case a == uncovered:
			return 0, a
		case alpha == 255:
			return m.nearest(p[0], p[1], p[2]), a
		}
		plain := func(v uint8) uint8 { return uint8(min(255, (int(v)*255+alpha/2)/alpha)) }
		return m.nearest(plain(p[0]), plain(p[1]), plain(p[2])), a
	})
}

// blit paints the sprite with its anchor at x, y, clipped to the image.
func (s *Sprite) blit(im *image.Paletted, m *mixer, x, y int) {
	w, h := im.Rect.Dx(), im.Rect.Dy()
	for i := range s.spans {
		run := &s.spans[i]
		py := y + int(run.y)
		if uint(py) >= uint(h) {
			continue
		}
		from, to := x+int(run.x), x+int(run.x)+int(run.n)
		cut := max(-from, 0) // pixels on the left
		from = max(from, 0)
		to = min(to, w)
		if from >= to {
			continue
		}
		dst := im.Pix[py*im.Stride+from : py*im.Stride+to]
		src := s.pix[int(run.at)+cut:][:len(dst)]
		if !run.blended {
			copy(dst, src)
			continue
		}
		for j, c := range src {
			dst[j] = uint8(m.over[c][dst[j]])
		}
	}
}

// sheetBytes limits a sheet's sprites. Towers needs most: a size for each extent of the building.
const sheetBytes = 16 << 20

// Key holds what changes a sprite's look besides name, size and anchor, such as an unrounded width.
type Key [4]int

type spriteKey struct {
	name         string
	by           Key
	w, h, ax, ay int
}

// Sheet caches sprites. It is safe for concurrent use. Each game has one.
type Sheet struct {
	sprites *kept[spriteKey, *Sprite]
}

func NewSheet() Sheet {
	return Sheet{newKept(sheetBytes, func(_ spriteKey, s *Sprite) int { return s.size() })}
}

// signs holds the sprites that all games share.
var signs = NewSheet()

// Draw returns a sprite from the cache, or made as by the function [Draw]. Callers who draw it at
// the same time all get the same one.
func (s Sheet) Draw(name string, by Key, w, h, ax, ay int, draw func(p *Pen)) *Sprite {
	return s.sprite(spriteKey{name, by, w, h, ax, ay}, func() *Sprite { return Draw(name, w, h, ax, ay, draw) })
}

// Faded returns a half transparent copy of a sprite.
func (s Sheet) Faded(of *Sprite) *Sprite {
	return s.sprite(spriteKey{name: "faded", by: Key{int(of.id)}}, of.Faded)
}

func (s Sheet) sprite(key spriteKey, draw func() *Sprite) *Sprite {
	if sprite, found := s.sprites.get(key); found {
		return sprite
	}
	return s.sprites.add(key, draw())
}

// Choose returns yes if a condition holds, else no.
func Choose[B ~bool, T any](holds B, yes, no T) T {
	if holds {
		return yes
	}
	return no
}

func Flag[B ~bool](b B) int {
	if b {
		return 1
	}
	return 0
}
