package render

import (
	"fmt"
	"image"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// Lettering is a style of text in the Go fonts.
type Lettering struct {
	// Height is the height of capitals and digits, in pixels.
	Height int
	Bold   bool
	Colour Colour
}

func Bold(height int, c Colour) Lettering { return Lettering{Height: height, Bold: true, Colour: c} }

// Align says which point of a line of text [List.Text] puts at x.
type Align int8

const (
	Left Align = iota
	Centre
	Right
)

// capsToSize is the font size, in pixels, at which the capitals of the Go fonts are one pixel high.
const capsToSize = 2048.0 / 1480

type glyphKey struct {
	style Lettering
	r     rune
}

// glyph is a letter as a sprite, anchored at the letter's origin on the baseline.
type glyph struct {
	*Sprite
	advance fixed.Int26_6
}

// glyphBytes limits the letters that are kept. One takes about 1 kB.
const glyphBytes = 4 << 20

var (
	glyphs = newKept(glyphBytes, func(_ glyphKey, g *glyph) int { return g.size() })

	regular = sync.OnceValue(func() *sfnt.Font { return mustParse(goregular.TTF) })
	bold    = sync.OnceValue(func() *sfnt.Font { return mustParse(gobold.TTF) })
)

func mustParse(ttf []byte) *sfnt.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // cannot happen: the font is compiled in
	}
	return f
}

// face returns the font at the size of the style. The face is not safe for concurrent use.
func (l Lettering) face() font.Face {
	f := Choose(l.Bold, bold, regular)
	face, err := opentype.NewFace(f(), &opentype.FaceOptions{Size: float64(l.Height) * capsToSize, DPI: 72})
	if err != nil {
		panic(err) // cannot happen: NewFace fails for no size
	}
	return face
}

// glyphOf returns the sprite of a rune, drawn on first use.
func (l Lettering) glyphOf(r rune) *glyph {
	key := glyphKey{l, r}
	if g, found := glyphs.get(key); found {
		return g
	}
	return glyphs.add(key, newGlyph(key))
}

func newGlyph(key glyphKey) *glyph {
	dr, mask, maskp, advance, _ := key.style.face().Glyph(fixed.Point26_6{}, key.r)
	s := &Sprite{Name: fmt.Sprintf("%q", key.r), Width: dr.Dx(), Height: dr.Dy(), anchorX: -dr.Min.X,
		anchorY: -dr.Min.Y}
	if alpha, ok := mask.(*image.Alpha); ok {
		s.build(func(x, y int) (Colour, coverage) {
			return key.style.Colour, coverageOf(alpha.AlphaAt(maskp.X+x, maskp.Y+y).A)
		})
	}
	return &glyph{s, advance}
}

// Width returns the width of a line of text in pixels.
func (l Lettering) Width(text string) int {
	var w fixed.Int26_6
	for _, r := range text {
		w += l.glyphOf(r).advance
	}
	return w.Ceil()
}

// Fit shortens a line of text to at most width pixels, with an ellipsis, to "" without room.
func (l Lettering) Fit(text string, width int) string {
	if l.Width(text) <= width {
		return text
	}
	runes := []rune(text)
	for n := len(runes) - 1; n > 0; n-- {
		cut := strings.TrimRight(string(runes[:n]), " ") + "…"
		if l.Width(cut) <= width {
			return cut
		}
	}
	return ""
}

// Shrunk returns the style with letters as high as a text has room for in width pixels, at least
// least pixels high.
func (l Lettering) Shrunk(text string, width, least int) Lettering {
	for l.Height > least && l.Width(text) > width {
		l.Height--
	}
	return l
}

// Legible rewrites a player's name in letters that the fonts have. Styled letters (mathematical,
// full-width, circled) become plain; other accents and symbols are dropped; letters of scripts that
// the fonts lack become boxes. It returns "" if too little is left.
func Legible(name string) string {
	var b strings.Builder
	shown, boxes := 0, 0
	for _, r := range norm.NFC.String(name) {
		r = plainLetter(r)
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case !unicode.IsPrint(r) || unicode.Is(unicode.Mn, r):
		case hasGlyph(r):
			b.WriteRune(r)
			shown++
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			b.WriteRune('□')
			boxes++
		}
	}
	if shown == 0 || boxes > shown {
		return ""
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func hasGlyph(r rune) bool {
	if r < unicode.MaxASCII && unicode.IsPrint(r) { // without the buffer, since most letters are these
		return true
	}
	var b sfnt.Buffer
	g, err := regular().GlyphIndex(&b, r)
	return err == nil && g != 0
}

// plainLetter replaces a letter that the font lacks by one without its accents or its style.
func plainLetter(r rune) rune {
	if hasGlyph(r) {
		return r
	}
	for _, from := range [...]rune{0x1F150, 0x1F170} { // white letters on black discs and squares
		if r >= from && r < from+26 {
			return 'A' + r - from
		}
	}
	letter, _ := utf8.DecodeRuneInString(norm.NFKD.String(string(r)))
	if hasGlyph(letter) {
		return letter
	}
	return r
}
