package limits

import (
	"cmp"
	_ "embed" // the list of pictographs
	"slices"
	"strconv"
	"strings"
	"sync"

	"amytis/bot/localdiscord/wire"
)

// InvalidEmoji is Discord's code for a wrong emoji, in menus too.
const InvalidEmoji = "BUTTON_COMPONENT_INVALID_EMOJI"

// checkEmoji checks the emoji of a button or an option, nil for none. It does not look whether the
// application has an emoji with an id.
func checkEmoji(t *wire.Problems, path string, e *wire.Emoji) {
	switch {
	case e == nil:
	case e.ID != "":
		t.Snowflake(path+"emoji.id", e.ID)
	case !isEmoji(e.Name):
		t.Add(path+"emoji.name", InvalidEmoji, "Invalid emoji")
	}
}

// The characters that emoji are made of, besides those in pictographs.
const (
	joiner       = '\u200d' // joins two pictographs
	asEmoji      = '\ufe0f' // asks for color
	keycap       = '\u20e3'
	firstTone    = '\U0001f3fb'
	lastTone     = '\U0001f3ff'
	firstLetter  = '\U0001f1e6' // a flag is two of these letters
	lastLetter   = '\U0001f1ff'
	firstTag     = '\U000e0020' // the flag of a region is a black flag with tags
	lastTag      = '\U000e007f'
	keycapDigits = "0123456789#*"
)

// isEmoji reports whether s is one emoji of Unicode.
// https://unicode.org/reports/tr51/#Definitions
func isEmoji(s string) bool {
	runes := []rune(s)
	switch {
	case len(runes) == 0:
		return false
	case strings.ContainsRune(keycapDigits, runes[0]):
		return strings.ReplaceAll(s[1:], string(asEmoji), "") == string(keycap)
	case len(runes) == 2 && within(runes[0], firstLetter, lastLetter):
		return within(runes[1], firstLetter, lastLetter)
	}
	for {
		if !isPictograph(runes[0]) {
			return false
		}
		runes = runes[1:]
		for len(runes) > 0 && (runes[0] == asEmoji || within(runes[0], firstTone, lastTone) ||
			within(runes[0], firstTag, lastTag)) {
			runes = runes[1:]
		}
		if len(runes) == 0 {
			return true
		}
		if len(runes) == 1 || runes[0] != joiner {
			return false
		}
		runes = runes[1:]
	}
}

func within(r, first, last rune) bool { return first <= r && r <= last }

// pictographList has the characters with Unicode's property Emoji, but not flags and keycaps.
// https://www.unicode.org/Public/UCD/latest/ucd/emoji/emoji-data.txt
//
//go:embed pictographs.txt
var pictographList string

// pictographs are the first and last characters of its ranges.
var pictographs = sync.OnceValue(func() (ranges [][2]rune) {
	for word := range strings.FieldsSeq(pictographList) {
		first, last, _ := strings.Cut(word, "-")
		from, _ := strconv.ParseInt(first, 16, 32) // the list is right
		to, _ := strconv.ParseInt(cmp.Or(last, first), 16, 32)
		ranges = append(ranges, [2]rune{rune(from), rune(to)})
	}
	return ranges
})

func isPictograph(r rune) bool {
	return slices.ContainsFunc(pictographs(), func(of [2]rune) bool { return within(r, of[0], of[1]) })
}
