package text

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
)

// italic matches what texts name between single asterisks, with a capital letter.
var italic = regexp.MustCompile(`(?:^|[^*])\*(\p{Lu}[^*{}]*)\*(?:[^*]|$)`)

// TestTextsNameButtonsAsTheyAreLabelled requires that a button named in a text is found by the
// beginning of its label, in the same language.
func TestTextsNameButtonsAsTheyAreLabelled(t *testing.T) {
	for _, lang := range Langs() {
		var labels []string
		leaves := leavesOf(t, lang)
		for key, l := range leaves {
			if strings.HasPrefix(key, "bot.button.") || strings.Contains(key, ".cursor.") {
				labels = append(labels, strings.TrimLeftFunc(l.forms["other"], func(r rune) bool { return !unicode.IsLetter(r) }))
			}
		}
		for key, l := range leaves {
			if key == "babel.rules.playing.body" || // names actions as well, with a capital in German
				!strings.HasPrefix(key, "bot.") && !strings.HasSuffix(key, ".rules.playing.body") {
				continue
			}
			for _, form := range l.forms {
				for _, found := range italic.FindAllStringSubmatch(form, -1) {
					named := false
					for _, label := range labels {
						named = named || strings.HasPrefix(label, found[1])
					}
					assert.True(t, named, "%s: %s: *%s*", lang, key, found[1])
				}
			}
		}
	}
}
