package body

import (
	_ "embed" // the list of pictographs
	"regexp"
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
	case !emoji().MatchString(e.Name):
		t.Add(path+"emoji.name", InvalidEmoji, "Invalid emoji")
	}
}

// pictographs has the characters with Unicode's property Emoji, but not flags and keycaps.
// https://www.unicode.org/Public/UCD/latest/ucd/emoji/emoji-data.txt
//
//go:embed pictographs.txt
var pictographs string

// emoji matches one emoji of Unicode: a keycap, a flag, or pictographs joined by U+200D, each
// with what asks for color, a tone of skin, or the tags of a region.
// https://unicode.org/reports/tr51/#Definitions
var emoji = sync.OnceValue(func() *regexp.Regexp {
	class := strings.Join(strings.Fields(regexp.MustCompile(`\w+`).ReplaceAllString(pictographs, `\x{$0}`)), "")
	one := "[" + class + `][\x{fe0f}\x{1f3fb}-\x{1f3ff}\x{e0020}-\x{e007f}]*`
	return regexp.MustCompile(`^(?:[0-9#*]\x{fe0f}?\x{20e3}|[\x{1f1e6}-\x{1f1ff}]{2}|` + one + `(?:\x{200d}` + one + `)*)$`)
})
