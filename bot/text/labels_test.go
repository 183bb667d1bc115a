package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLabelsAreShortWords requires of a label a word, and that a phone shows it whole in one row.
func TestLabelsAreShortWords(t *testing.T) {
	for _, lang := range Langs() {
		for key, l := range leavesOf(t, lang) {
			if label := l.forms["other"]; strings.HasPrefix(key, "bot.button.") || strings.Contains(key, ".cursor.") {
				assert.True(t, key == "bot.cursor.open_it" || hasWords(label), "%s: %s: %s", lang, key, label)
				assert.LessOrEqual(t, len([]rune(label)), 34, "%s: %s: %s", lang, key, label)
				assert.False(t, strings.HasSuffix(label, "…"), "%s: %s: %s", lang, key, label)
			}
		}
	}
}

// TestButtonsForOneAreInOneRow has a phone of 390 pixels in mind, which shows about 36 letters
// beside each other in two buttons.
func TestButtonsForOneAreInOneRow(t *testing.T) {
	for _, lang := range Langs() {
		w := For(string(lang))
		label := w.Say("bot.button.solo") + w.Say("bot.button.learn")
		assert.LessOrEqual(t, len([]rune(label)), 36, "%s: %s", lang, label)
	}
}
