package render

import (
	"strings"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// Legible gives a player's name in letters that the fonts have. Letters in
// fancy dress (mathematical, full-width, circled) become plain ones, accents
// that the fonts lack and signs without a glyph are dropped, and a letter of a
// script that the fonts lack becomes a box. A name of which hardly anything is
// left gives "": the seat's number, which every picture shows, must do.
func Legible(name string) string {
	var b strings.Builder
	shown, boxes := 0, 0
	for _, r := range norm.NFC.String(name) {
		r = bare(plain(r))
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

// bare takes the accents off a letter that the font does not have with them, as
// those of Vietnamese.
func bare(r rune) rune {
	if hasGlyph(r) {
		return r
	}
	for _, letter := range norm.NFD.String(string(r)) {
		return letter
	}
	return r
}

// dressed are runs of 26 capitals and 26 small letters that only look
// different: the first of each run.
var dressed = [...]struct {
	from  rune
	upper bool
}{{0x24B6, true}, {0x24D0, false}, {0x1F130, true}, {0x1F150, true}, {0x1F170, true}, {0xFF21, true}, {0xFF41, false}}

// plain undresses letters and digits.
func plain(r rune) rune {
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
	for _, d := range dressed {
		if r >= d.from && r < d.from+26 {
			if d.upper {
				return 'A' + r - d.from
			}
			return 'a' + r - d.from
		}
	}
	return r
}
