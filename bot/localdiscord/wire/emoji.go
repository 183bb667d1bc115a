package wire

import (
	_ "embed" // the list of pictographs
	"regexp"
	"strings"
	"sync"
)

// Emoji is the emoji of a button or an option: one of Unicode, or of the application by its id.
type Emoji struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name,omitempty"`
	Animated bool   `json:"animated,omitempty"`
}

// InvalidEmoji is Discord's code for a wrong emoji, in menus too.
const InvalidEmoji = "BUTTON_COMPONENT_INVALID_EMOJI"

// Check does not look whether the application has an emoji with the id.
func (e *Emoji) Check(t *Problems, path string) {
	switch {
	case e.ID != "":
		t.Snowflake(path+"id", e.ID)
	case !unicodeEmoji().MatchString(e.Name):
		t.Add(path+"name", InvalidEmoji, "Invalid emoji")
	}
}

// pictographs has the characters with Unicode's property Emoji, but not flags and keycaps.
// https://www.unicode.org/Public/UCD/latest/ucd/emoji/emoji-data.txt
//
//go:embed pictographs.txt
var pictographs string

// unicodeEmoji matches a keycap, a flag, or pictographs joined by U+200D, each with a mark for
// color, a skin tone, or the tags of a region.
// https://unicode.org/reports/tr51/#Definitions
var unicodeEmoji = sync.OnceValue(func() *regexp.Regexp {
	class := strings.Join(strings.Fields(regexp.MustCompile(`\w+`).ReplaceAllString(pictographs, `\x{$0}`)), "")
	one := "[" + class + `][\x{fe0f}\x{1f3fb}-\x{1f3ff}\x{e0020}-\x{e007f}]*`
	return regexp.MustCompile(`^(?:[0-9#*]\x{fe0f}?\x{20e3}|[\x{1f1e6}-\x{1f1ff}]{2}|` + one + `(?:\x{200d}` + one + `)*)$`)
})

// ApplicationEmoji is an emoji that the bot's application owns, with its picture, a PNG file.
// https://discord.com/developers/docs/resources/emoji#emoji-object
type ApplicationEmoji struct {
	ID            string   `json:"id"`
	Name          string   `json:"name"`
	Roles         []string `json:"roles"`
	User          User     `json:"user"`
	RequireColons bool     `json:"require_colons"`
	Managed       bool     `json:"managed"`
	Animated      bool     `json:"animated"`
	Available     bool     `json:"available"`
	Data          []byte   `json:"-"`
}
