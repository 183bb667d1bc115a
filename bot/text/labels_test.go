package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLabelsMakeSenseAlone requires a label to say what it acts on, in two words or more. A screen
// reader reads it without what stands around it.
func TestLabelsMakeSenseAlone(t *testing.T) {
	for _, lang := range Langs() {
		for key, l := range leavesOf(t, lang) {
			label := strings.HasPrefix(key, "bot.button.") || strings.Contains(key, ".cursor.")
			if !label || key == "bot.cursor.open_it" { // which has the name of an action
				continue
			}
			words := 0
			for _, word := range strings.Fields(l.forms["other"]) {
				if hasWords(word) || strings.Contains(word, "'") {
					words++
				}
			}
			if strings.Contains(l.forms["other"], "'") {
				words++ // "J'abandonne" is two words
			}
			assert.GreaterOrEqual(t, words, 2, "%s: %s: %s", lang, key, l.forms["other"])
			assert.LessOrEqual(t, len([]rune(l.forms["other"])), 80, "%s: %s", lang, key)
		}
	}
}
