package text

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/language"
)

//go:embed catalog
var files embed.FS

// loaded returns the embedded catalogs, which it reads once. It panics if they are broken; the
// tests of this package make sure that they are not.
var loaded = sync.OnceValue(func() map[Lang]*Words {
	words, err := load(files)
	if err != nil {
		panic(err)
	}
	return words
})

// leaf is a text as written in its file.
type leaf struct {
	// forms holds the text of each plural form; a text without plurals has only "other".
	forms map[string]string
	// by is the argument that chooses the plural form, "" for a text without plurals.
	by string
}

// pluralForms are the plural categories of CLDR.
var pluralForms = []string{"zero", "one", "two", "few", "many", "other"}

// load reads the catalogs of all languages.
func load(from fs.FS) (map[Lang]*Words, error) {
	bundle := i18n.NewBundle(language.English)
	words := make(map[Lang]*Words)
	for _, lang := range Langs() {
		leaves, err := readCatalog(from, path.Join("catalog", string(lang)))
		if err != nil {
			return nil, err
		}
		if lang == French {
			keepSignsWithWords(leaves)
		}
		w := &Words{lang: lang, entries: make(map[string]entry, len(leaves)), fallback: words[Default]}
		for key, l := range leaves {
			if w.entries[key], err = entryOf(l); err != nil {
				return nil, fmt.Errorf("text: %s: %s: %w", lang, key, err)
			}
			if err := bundle.AddMessages(language.Make(string(lang)), message(key, l)); err != nil {
				return nil, fmt.Errorf("text: %s: %s: %w", lang, key, err)
			}
		}
		words[lang] = w
	}
	for lang, w := range words {
		w.localizer = i18n.NewLocalizer(bundle, string(lang))
	}
	return words, nil
}

// readCatalog reads every TOML file in the folder of a language.
func readCatalog(from fs.FS, dir string) (map[string]leaf, error) {
	list, err := fs.ReadDir(from, dir)
	if err != nil {
		return nil, fmt.Errorf("text: %w", err)
	}
	leaves := make(map[string]leaf)
	for _, file := range list {
		name := path.Join(dir, file.Name())
		if path.Ext(name) != ".toml" {
			continue
		}
		data, err := fs.ReadFile(from, name)
		if err != nil {
			return nil, fmt.Errorf("text: %w", err)
		}
		var tree map[string]any
		if err := toml.Unmarshal(data, &tree); err != nil {
			return nil, fmt.Errorf("text: %s: %w", name, err)
		}
		if err := flatten(tree, "", leaves); err != nil {
			return nil, fmt.Errorf("text: %s: %w", name, err)
		}
	}
	return leaves, nil
}

// frenchSpaces makes the spaces between French punctuation and its word unbreakable. They are
// narrow before ";", "!" and "?", and of full width elsewhere.
var frenchSpaces = strings.NewReplacer(" :", "\u00a0:", "« ", "«\u00a0", " »", "\u00a0»",
	" ;", "\u202f;", " !", "\u202f!", " ?", "\u202f?")

// keepSignsWithWords applies frenchSpaces, so that no line begins with a punctuation mark. The
// files have plain spaces because editors do not show the difference.
func keepSignsWithWords(leaves map[string]leaf) {
	for _, l := range leaves {
		for form, text := range l.forms {
			l.forms[form] = frenchSpaces.Replace(text)
		}
	}
}

// flatten adds the texts of a TOML table to leaves. We cannot use the reader of go-i18n because it
// reserves the key "description".
func flatten(table map[string]any, prefix string, leaves map[string]leaf) error {
	for name, value := range table {
		key := prefix + name
		var l leaf
		switch v := value.(type) {
		case string:
			l.forms = map[string]string{"other": v}
		case map[string]any:
			if _, isLeaf := v["other"].(string); !isLeaf {
				if err := flatten(v, key+".", leaves); err != nil {
					return err
				}
				continue
			}
			var err error
			if l, err = pluralLeaf(v); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		default:
			return fmt.Errorf("%s: %T is neither a text nor a table", key, value)
		}
		if _, twice := leaves[key]; twice {
			return fmt.Errorf("%s: this key already has a text", key)
		}
		leaves[key] = l
	}
	return nil
}

// pluralLeaf reads a table of plural forms.
func pluralLeaf(table map[string]any) (leaf, error) {
	l := leaf{forms: make(map[string]string, len(table)), by: "Count"}
	for name, value := range table {
		text, isText := value.(string)
		switch {
		case !isText:
			return l, fmt.Errorf("%s: %T is not a text", name, value)
		case name == "by":
			l.by = text
		case slices.Contains(pluralForms, name):
			l.forms[name] = text
		default:
			return l, fmt.Errorf("%s is not a plural form", name)
		}
	}
	return l, nil
}

// message turns a text into a message of the bundle. In French and Spanish, CLDR's "many" is for
// millions; a text without it uses "other".
func message(key string, l leaf) *i18n.Message {
	m := &i18n.Message{
		ID:   key,
		Zero: l.forms["zero"], One: l.forms["one"], Two: l.forms["two"],
		Few: l.forms["few"], Many: l.forms["many"], Other: l.forms["other"],
	}
	if m.Many == "" {
		m.Many = m.Other
	}
	return m
}

// entryOf returns the facts about a text that do not depend on its arguments.
func entryOf(l leaf) (entry, error) {
	e := entry{by: l.by}
	for _, form := range l.forms {
		fields, err := fieldsOf(form)
		if err != nil {
			return e, err
		}
		for _, field := range fields {
			if !slices.Contains(e.fields, field) {
				e.fields = append(e.fields, field)
			}
		}
	}
	if l.by == "" && !strings.Contains(l.forms["other"], "{{") {
		e.plain = l.forms["other"]
	}
	return e, nil
}
