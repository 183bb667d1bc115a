package text

import (
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
)

// Words holds the texts of one language. It is safe for concurrent use.
type Words struct {
	lang   Lang
	leaves map[string]leaf
}

// For returns the texts for a Discord locale, in English if its language has no catalog.
func For(locale string) *Words { return loaded()[LangOf(locale)] }

func (w *Words) Lang() Lang { return w.lang }

func (w *Words) Has(key string) bool {
	_, found := w.leaves[key]
	return found
}

// T returns the text of key filled in from args, "" where one is missing. The argument that the
// catalog names, by default "Count", chooses the plural form: it is a number or a string of digits.
// A key without a text stands for itself.
func (w *Words) T(key string, args map[string]any) string {
	l, found := w.leaves[key]
	switch {
	case !found:
		w.warn("key without a text", key)
		return key
	case l.pieces != nil:
		return fill(l.pieces, args)
	}
	values := maps.Clone(l.fields)
	maps.Copy(values, args)
	filled := l.templates["other"]
	if one := l.templates["one"]; one != nil && w.lang.isOne(values[l.by]) {
		filled = one
	}
	var text strings.Builder
	if err := filled.Execute(&text, values); err != nil {
		w.warn("cannot fill in a text: "+err.Error(), key)
		return key
	}
	return text.String()
}

// Say is T with names and values in turn: Say("bot.x", "Name", name).
func (w *Words) Say(key string, args ...any) string {
	values := make(map[string]any, len(args)/2)
	for i := 0; i+1 < len(args); i += 2 {
		values[args[i].(string)] = args[i+1]
	}
	return w.T(key, values)
}

// strict has a test fail where it meets a fault of the catalogs. Players read the key.
var strict = testing.Testing()

func (w *Words) warn(what, key string) {
	if strict {
		panic("text: " + string(w.lang) + ": " + key + ": " + what)
	}
	slog.Warn(what, slog.String("lang", string(w.lang)), slog.String("key", key))
}

func Keys(lang Lang) []string { return slices.Sorted(maps.Keys(loaded()[lang].leaves)) }

// Placeholders lists a text's placeholders in every language, nil for an unknown key, for tests.
func Placeholders(key string) []string {
	return slices.Sorted(maps.Keys(loaded()[Default].leaves[key].fields))
}

// Pair returns "name: value" as the language writes it.
func (w *Words) Pair(name, value string) string {
	return w.T("list.pair", map[string]any{"Name": name, "Value": value})
}

// Lines joins texts by line breaks, without the empty ones.
func Lines(texts ...string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return s == "" }), "\n")
}

// Each returns what say says of each thing.
func Each[T any](things []T, say func(T) string) []string {
	said := make([]string, len(things))
	for i, thing := range things {
		said[i] = say(thing)
	}
	return said
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
