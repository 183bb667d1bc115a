package text

import (
	"log/slog"
	"slices"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// Words are the words of one language. They are safe for concurrent use.
type Words struct {
	lang      Lang
	entries   map[string]entry
	localizer *i18n.Localizer
	// fallback has the keys that are missing here; nil for the default language.
	fallback *Words
	// logged holds what has been complained about, to say it once.
	logged sync.Map
}

// entry is what is known of a text without looking it up in the bundle.
type entry struct {
	// plain is the whole text of one without plural forms and placeholders.
	plain string
	// fields are the placeholders, of all plural forms together.
	fields []string
	// by is the argument that decides the plural form, "" for a text without.
	by string
}

// For gives the words for a reader with that locale of Discord's: those of its
// language, or English ones.
func For(locale string) *Words { return loaded()[Of(locale)] }

// Lang is the language of the words.
func (w *Words) Lang() Lang { return w.lang }

// Has reports whether there is a text for key, in this language or else in
// English.
func (w *Words) Has(key string) bool {
	if _, found := w.entries[key]; found {
		return true
	}
	return w.fallback != nil && w.fallback.Has(key)
}

// T is the text of key with args put in for its placeholders. A text with
// plural forms takes the one for args["Count"], or for the argument that the
// catalog names instead; a number or a string of digits. An argument left out
// counts as "".
//
// A key that this language lacks is shown in English, one that English lacks as
// the key itself; each is logged once.
func (w *Words) T(key string, args map[string]any) string {
	e, found := w.entries[key]
	switch {
	case found && e.plain != "":
		return e.plain
	case found:
		return w.fill(key, e, args)
	case w.fallback != nil:
		w.complain("no text for a key in this language", key)
		return w.fallback.T(key, args)
	}
	w.complain("no text for a key", key)
	return key
}

// fill runs the template of key.
func (w *Words) fill(key string, e entry, args map[string]any) string {
	config := i18n.LocalizeConfig{MessageID: key, TemplateData: complete(args, e.fields), TemplateParser: parser}
	if count, given := args[e.by]; given && count != "" {
		config.PluralCount = count
	}
	text, err := w.localizer.Localize(&config)
	if err != nil {
		w.complain("text cannot be filled in: "+err.Error(), key)
		if text == "" {
			return key
		}
	}
	return text
}

// complete is args with every field in it; args itself where nothing lacks.
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

func (w *Words) complain(what, key string) {
	if _, before := w.logged.LoadOrStore(what+key, true); !before {
		slog.Warn(what, "lang", string(w.lang), "key", key)
	}
}

// Keys lists the keys of a language, sorted.
func Keys(lang Lang) []string {
	entries := loaded()[lang].entries
	keys := make([]string, 0, len(entries))
	for key := range entries {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// Missing lists those of keys that some language has no text for, as
// "lang: key". A test of whoever uses the catalogs asks it.
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
