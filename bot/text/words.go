package text

import (
	"log/slog"
	"slices"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// Words holds the texts of one language. It is safe for concurrent use.
type Words struct {
	lang      Lang
	entries   map[string]entry
	localizer *i18n.Localizer
	// fallback supplies missing keys; it is nil for the default language.
	fallback *Words
	// logged remembers warnings, so that each is logged once.
	logged sync.Map
}

// entry is what is known about a text without looking it up in the bundle.
type entry struct {
	// plain is the whole text if it has no plural forms and no placeholders, else "".
	plain string
	// fields are the placeholders of all plural forms.
	fields []string
	// by is the argument that chooses the plural form, "" for a text without plurals.
	by string
}

// For returns the texts for a reader with a Discord locale. They are in English if the language of
// the locale has no catalog.
func For(locale string) *Words { return loaded()[Of(locale)] }

// Lang returns the language of the texts.
func (w *Words) Lang() Lang { return w.lang }

// Has reports whether key has a text in this language or in English.
func (w *Words) Has(key string) bool {
	if _, found := w.entries[key]; found {
		return true
	}
	return w.fallback != nil && w.fallback.Has(key)
}

// T returns the text of key with its placeholders filled from args. A missing argument counts as
// "". The argument that the catalog names, by default "Count", chooses the plural form; it is a
// number or a string of digits.
//
// T falls back to English for a key that is missing in this language, and to the key itself if
// English lacks it too. Each missing key is logged once.
func (w *Words) T(key string, args map[string]any) string {
	e, found := w.entries[key]
	switch {
	case found && e.plain != "":
		return e.plain
	case found:
		return w.fill(key, e, args)
	case w.fallback != nil:
		w.warn("key without a text in this language", key)
		return w.fallback.T(key, args)
	}
	w.warn("key without a text", key)
	return key
}

// fill executes the template of key.
func (w *Words) fill(key string, e entry, args map[string]any) string {
	args = complete(args, e.fields)
	config := i18n.LocalizeConfig{MessageID: key, TemplateData: args, TemplateParser: parser}
	if count, given := args[e.by]; given && count != "" {
		config.PluralCount = count
	}
	text, err := w.localizer.Localize(&config)
	if err != nil {
		w.warn("cannot fill in a text: "+err.Error(), key)
		if text == "" {
			return key
		}
	}
	return text
}

// complete returns args with "" for every missing field. It copies args only if a field is missing.
func complete(args map[string]any, fields []string) map[string]any {
	copied := false
	for _, field := range fields {
		if _, given := args[field]; given {
			continue
		}
		if !copied {
			all := make(map[string]any, len(args)+1)
			for name, value := range args {
				all[name] = value
			}
			args, copied = all, true
		}
		args[field] = ""
	}
	return args
}

// warn logs a problem with a text, once for each problem and key.
func (w *Words) warn(what, key string) {
	if _, before := w.logged.LoadOrStore(what+key, true); !before {
		slog.Warn(what, slog.String("lang", string(w.lang)), slog.String("key", key))
	}
}

// Keys returns the keys of a language, sorted.
func Keys(lang Lang) []string {
	entries := loaded()[lang].entries
	keys := make([]string, 0, len(entries))
	for key := range entries {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// Missing returns the keys without a text in some language, as "lang: key". It serves the tests of
// packages that use the catalogs.
func Missing(keys []string) []string {
	var missing []string
	for _, lang := range Langs() {
		for _, key := range keys {
			if _, found := loaded()[lang].entries[key]; !found {
				missing = append(missing, string(lang)+": "+key)
			}
		}
	}
	return missing
}
