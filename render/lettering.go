package render

import (
	"fmt"
	"image"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Lettering is a way to write.
type Lettering struct {
	// Height is that of capitals and digits, in pixels.
	Height int
	Bold   bool
	Colour Colour
}

// Bold is bold lettering of a height.
func Bold(height int, c Colour) Lettering { return Lettering{Height: height, Bold: true, Colour: c} }

// Align says which point of a line of text is put where a list says.
type Align int8

const (
	Left Align = iota
	Centre
	Right
)

// capsToSize is the size of the Go fonts whose capitals are one unit high.
const capsToSize = 2048.0 / 1480

// face is one of the two fonts at one size. Making a glyph takes the lock:
// font.Face is not safe to share.
type face struct {
	mu   sync.Mutex
	face font.Face
}

type faceKey struct {
	height int
	bold   bool
}

type glyphKey struct {
	style Lettering
	r     rune
}

// glyph is a letter as a sprite whose anchor is on the baseline.
type glyph struct {
	*Sprite
	advance fixed.Int26_6
}

var (
	faces  sync.Map // of faceKey: func() *face
	glyphs sync.Map // of glyphKey: *glyph

	regular = sync.OnceValue(func() *sfnt.Font { return mustParse(goregular.TTF) })
	bold    = sync.OnceValue(func() *sfnt.Font { return mustParse(gobold.TTF) })
)

func mustParse(ttf []byte) *sfnt.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return f
}

func newFace(key faceKey) *face {
	f := regular
	if key.bold {
		f = bold
	}
	ff, err := opentype.NewFace(f(), &opentype.FaceOptions{Size: float64(key.height) * capsToSize, DPI: 72})
	if err != nil {
		panic(err) // no size or resolution makes it fail
	}
	return &face{face: ff}
}

func faceOf(key faceKey) *face {
	get, ok := faces.Load(key)
	if !ok {
		get, _ = faces.LoadOrStore(key, sync.OnceValue(func() *face { return newFace(key) }))
	}
	return get.(func() *face)()
}

// glyphOf gives the sprite of a rune that the fonts have.
func (l Lettering) glyphOf(r rune) *glyph {
	key := glyphKey{l, r}
	if g, ok := glyphs.Load(key); ok {
		return g.(*glyph)
	}
	g, _ := glyphs.LoadOrStore(key, newGlyph(key))
	return g.(*glyph)
}

func newGlyph(key glyphKey) *glyph {
	f := faceOf(faceKey{key.style.Height, key.style.Bold})
	f.mu.Lock()
	defer f.mu.Unlock()
	dr, mask, maskp, advance, _ := f.face.Glyph(fixed.Point26_6{}, key.r)
	s := &Sprite{Name: fmt.Sprintf("%q", key.r), Width: dr.Dx(), Height: dr.Dy(), anchorX: -dr.Min.X, anchorY: -dr.Min.Y}
	if alpha, ok := mask.(*image.Alpha); ok {
		s.build(func(x, y int) (Colour, uint8) {
			a := int(alpha.AlphaAt(maskp.X+x, maskp.Y+y).A)
			return key.style.Colour, uint8((a*opaque + 127) / 255)
		})
	}
	return &glyph{s, advance}
}

// Width measures a line of text in pixels.
func (l Lettering) Width(text string) int {
	var w fixed.Int26_6
	for _, r := range text {
		w += l.glyphOf(r).advance
	}
	return w.Ceil()
}

// Fit cuts a line of text so that it takes no more than width pixels, with an
// ellipsis where it is cut.
func (l Lettering) Fit(text string, width int) string {
	if l.Width(text) <= width {
		return text
	}
	runes := []rune(text)
	for n := len(runes) - 1; n > 0; n-- {
		if cut := strings.TrimRight(string(runes[:n]), " ") + "…"; l.Width(cut) <= width {
			return cut
		}
	}
	return ""
}

// write paints a line of text with its baseline at y.
func (l Lettering) write(im *image.Paletted, m *mixer, x, y int, text string) {
	at := fixed.I(x)
	for _, r := range text {
		g := l.glyphOf(r)
		g.blit(im, m, at.Round(), y)
		at += g.advance
	}
}
