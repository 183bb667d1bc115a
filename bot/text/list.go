package text

import (
	"slices"
	"strings"
)

// Pair returns "name: value" as the language writes it.
func (w *Words) Pair(name, value string) string {
	return w.T("list.pair", map[string]any{"Name": name, "Value": value})
}

// Lines joins texts by line breaks, without the empty ones.
func Lines(texts ...string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return s == "" }), "\n")
}

// List joins items as in a sentence: "a, b and c". conj replaces "and".
func (w *Words) List(items []string, conj ...string) string {
	switch len(items) {
	case 0:
		return ""
	case 1:
		return items[0]
	}
	word := w.T("list.and", nil)
	if len(conj) > 0 {
		word = conj[0]
	}
	last := items[len(items)-1]
	if w.lang == Spanish {
		word = euphonic(word, last)
	}
	return strings.Join(items[:len(items)-1], ", ") + " " + word + " " + last
}

// euphonic turns Spanish "y" into "e" before an i sound, and "o" into "u" before an o sound.
func euphonic(word, next string) string {
	next = strings.TrimPrefix(strings.ToLower(next), "h")
	begins := func(sounds ...string) bool {
		return slices.ContainsFunc(sounds, func(sound string) bool { return strings.HasPrefix(next, sound) })
	}
	switch {
	case word == "y" && begins("i", "í") && !begins("ia", "ie", "io", "iu"):
		return "e"
	case word == "o" && begins("o", "ó"):
		return "u"
	}
	return word
}
