package render

import (
	"hash/maphash"
	"image"
	"math"
	"math/bits"

	"amytis/render/flatpng"
)

// Pictures are painted and encoded in strips of rows, which are cached. Pictures that differ in a
// few places, such as a ghost one step further, share most of them.

// stripHeight is the number of rows of a strip, or fewer in the last one. With fewer rows more
// stays the same, but the strips take more bytes.
const stripHeight = 50

// stripBytes limits the strips that are kept.
const stripBytes = 16 << 20

// stripEntry is about how many bytes of the cache a strip takes besides its own.
const stripEntry = 200

var keptStrips = newKept(stripBytes, func(_ stripKey, s flatpng.Strip) int { return s.Size() + stripEntry })

// ForgetStrips empties the cache of strips, for benchmarks.
func ForgetStrips() { keptStrips.clear() }

// stripKey is a hash of everything that is painted on a strip.
type stripKey uint64

// Picture paints the list and encodes it as PNG.
func (l *List) Picture() Picture {
	keys := l.stripKeys()
	if p, instead := l.sketch(keys); instead {
		return p
	}
	parts := make([]flatpng.Strip, len(keys))
	for i, key := range keys {
		parts[i], _ = keptStrips.get(key)
	}
	for from := 0; from < len(parts); from++ {
		to := from
		for to < len(parts) && parts[to].Size() == 0 {
			to++
		}
		if to > from {
			l.paintStrips(from, keys[from:to], parts[from:to])
			from = to
		}
	}
	return Picture{PNG: flatpng.Join(colorModel, parts...), Width: l.Width, Height: l.Height}
}

// paintStrips paints, encodes and caches neighbouring strips from index first on.
func (l *List) paintStrips(first int, keys []stripKey, parts []flatpng.Strip) {
	top := first * stripHeight
	im := newCanvas(l.Width, min(len(parts)*stripHeight, l.Height-top))
	defer freeCanvas(im)
	l.paint(im, top)
	for i := range parts {
		rows := image.Rect(0, i*stripHeight, l.Width, (i+1)*stripHeight)
		parts[i] = flatpng.EncodeStrip(im.SubImage(rows).(*image.Paletted))
		keptStrips.add(keys[i], parts[i])
	}
}

// stripSeed makes keys that nobody can foresee, so that no player's name can be made to collide.
var stripSeed = maphash.MakeSeed()

// stripKeys returns the key of each strip, from top to bottom.
func (l *List) stripKeys() []stripKey {
	keys := make([]stripKey, (l.Height+stripHeight-1)/stripHeight)
	for i := range keys {
		at := look{colour: l.back, y: i, w: l.Width, h: min(stripHeight, l.Height-i*stripHeight)}
		keys[i] = stripKey(maphash.Comparable(stripSeed, at))
	}
	for i := range l.ops {
		o := &l.ops[i]
		top, bottom := max(o.top, 0), min(o.bottom, l.Height)
		if top >= bottom {
			continue
		}
		hash := stripKey(maphash.Comparable(stripSeed, o.look))
		for s := top / stripHeight; s <= (bottom-1)/stripHeight; s++ {
			const golden = 0x9e3779b97f4a7c15 // odd, so that no key is lost
			keys[s] = stripKey(bits.RotateLeft64(uint64(keys[s]^hash)*golden, 32))
		}
	}
	return keys
}

// rows returns the rows that an operation may paint on, from top to before bottom, perhaps none.
func (o *op) rows() (top, bottom int) {
	if o.kind == opArea {
		return min(o.y, o.y+o.h), max(o.y, o.y+o.h)
	}
	top, bottom = math.MaxInt32, math.MinInt32
	o.eachSprite(func(s *Sprite, _ int) {
		if n := len(s.spans); n > 0 {
			top = min(top, o.y+int(s.spans[0].y))
			bottom = max(bottom, o.y+int(s.spans[n-1].y)+1)
		}
	})
	return top, bottom
}

var paintOneIn uint64 = 1

// PaintOneIn has one picture in n painted, for tests that are about something else. Others
// become a few pixels, which differ if the pictures do. Call it before the first picture.
func PaintOneIn(n int) { paintOneIn = uint64(n) }

// sketch returns what stands in place of a picture with these strips, and whether something does.
func (l *List) sketch(keys []stripKey) (p Picture, instead bool) {
	var sum uint64
	for _, key := range keys {
		sum = sum*0x9e3779b97f4a7c15 + uint64(key) // odd, so that no key is lost
	}
	if sum%paintOneIn == 0 {
		return Picture{}, false
	}
	im := image.NewPaletted(image.Rect(0, 0, 16, 1), colorModel)
	for i := range im.Pix {
		im.Pix[i] = uint8(sum >> (4 * i) & 15)
	}
	return Picture{PNG: flatpng.Join(colorModel, flatpng.EncodeStrip(im)), Width: l.Width, Height: l.Height}, true
}
