package render

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// Legible rewrites a player's name in letters that the fonts have. It returns "" if too little of
// the name is left; the picture then shows only the seat's number.
//
// Styled letters (mathematical, full-width, circled) become plain ones. Accents that the fonts lack
// and symbols without a glyph are dropped. A letter of a script that the fonts lack becomes a box.
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

// plainLetter replaces a letter that the font lacks by the plain one that it is made of: without
// its accents, as in Vietnamese, or its style.
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
