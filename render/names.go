package render

import (
	"strings"
	"unicode"

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
		r = withoutAccents(plainLetter(r))
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
	var b sfnt.Buffer
	g, err := regular().GlyphIndex(&b, r)
	return err == nil && g != 0
}

// withoutAccents removes accents that the font lacks, as in Vietnamese.
func withoutAccents(r rune) rune {
	if hasGlyph(r) {
		return r
	}
	for _, letter := range norm.NFD.String(string(r)) {
		return letter
	}
	return r
}

// styledRuns lists runs of 26 styled letters, by the first letter of each.
var styledRuns = [...]struct {
	from  rune
	upper bool
}{{0x24B6, true}, {0x24D0, false}, {0x1F130, true}, {0x1F150, true}, {0x1F170, true}, {0xFF21, true}, {0xFF41, false}}

// plainLetter replaces a styled letter or digit by the plain one.
func plainLetter(r rune) rune {
	switch {
	case r >= 0x1D400 && r <= 0x1D6A3: // mathematical alphabets, 52 letters each
		n := (r - 0x1D400) % 52
		if n < 26 {
			return 'A' + n
		}
		return 'a' + n - 26
	case r >= 0x1D7CE && r <= 0x1D7FF: // mathematical digits
		return '0' + (r-0x1D7CE)%10
	case r >= 0xFF10 && r <= 0xFF19: // full-width digits
		return '0' + r - 0xFF10
	}
	for _, d := range styledRuns {
		if r >= d.from && r < d.from+26 {
			if d.upper {
				return 'A' + r - d.from
			}
			return 'a' + r - d.from
		}
	}
	return r
}
