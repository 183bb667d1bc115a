package text

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"text/template"

	"github.com/pelletier/go-toml/v2"
)

//go:embed catalog
var embedded embed.FS

// Files have the catalogs. A test may add files of a game that only tests have, before any is read.
var Files = []fs.FS{embedded}

// loaded returns the catalogs. It panics if they are broken, which a test excludes.
var loaded = sync.OnceValue(func() map[Lang]*Words {
	words, err := load(Files...)
	if err != nil {
		panic(err)
	}
	return words
})

// leaf is a text as written in its file.
type leaf struct {
	// forms holds the text of each plural form; a text without plurals has only "other".
	forms  map[string]string
	by     string         // the argument that chooses the plural form, or ""
	fields map[string]any // "" for every placeholder of the forms
	file   string
	// pieces are the text and the placeholders between, in turn; nil if the forms are templates.
	pieces    []string
	templates map[string]*template.Template
}

func load(from ...fs.FS) (map[Lang]*Words, error) {
	words := make(map[Lang]*Words)
	for _, lang := range Langs() {
		leaves, err := readCatalog(from, lang)
		if err != nil {
			return nil, err
		}
		if lang == French {
			keepSignsWithWords(leaves)
		}
		words[lang] = &Words{lang, leaves}
		for key, l := range leaves {
			if leaves[key], err = l.compiled(); err != nil {
				return nil, fmt.Errorf("text: %s: %s: %w", l.file, key, err)
			}
		}
	}
	return words, nil
}

// compiled returns a text with its pieces or its templates.
func (l leaf) compiled() (_ leaf, err error) {
	if l.by == "" {
		l.pieces = piecesOf(l.forms["other"])
	}
	l.templates = map[string]*template.Template{}
	for form, text := range l.forms {
		if l.pieces != nil {
			break
		}
		if l.templates[form], err = template.New("").Funcs(functions).Parse(text); err != nil {
			return l, err
		}
	}
	return l, nil
}

func readCatalog(from []fs.FS, lang Lang) (map[string]leaf, error) {
	leaves := make(map[string]leaf)
	for _, files := range from {
		names, _ := fs.Glob(files, "catalog/"+string(lang)+"/*.toml") // it fails only for a bad pattern
		for _, name := range names {
			var tree map[string]any
			data, err := fs.ReadFile(files, name)
			if err == nil {
				err = toml.Unmarshal(data, &tree)
			}
			if err == nil {
				err = flatten(tree, name, "", leaves)
			}
			if err != nil {
				return nil, fmt.Errorf("text: %s: %w", name, err)
			}
		}
	}
	return leaves, nil
}

// frenchSpaces makes spaces at French punctuation unbreakable, and before ";!?" narrow.
var frenchSpaces = strings.NewReplacer(" :", "\u00a0:", "« ", "«\u00a0", " »", "\u00a0»",
	" ;", "\u202f;", " !", "\u202f!", " ?", "\u202f?")

// keepSignsWithWords applies frenchSpaces. The files have plain spaces: editors show no others.
func keepSignsWithWords(leaves map[string]leaf) {
	for _, l := range leaves {
		for form, text := range l.forms {
			l.forms[form] = frenchSpaces.Replace(text)
		}
	}
}

// flatten adds the texts of a TOML table to leaves.
func flatten(table map[string]any, file, prefix string, leaves map[string]leaf) error {
	for name, value := range table {
		key := prefix + name
		if below, isTable := value.(map[string]any); isTable {
			if _, isLeaf := below["other"].(string); !isLeaf {
				if err := flatten(below, file, key+".", leaves); err != nil {
					return err
				}
				continue
			}
		}
		if other, twice := leaves[key]; twice {
			return fmt.Errorf("%s: this key already has a text in %s", key, other.file)
		}
		l, err := leafOf(value)
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		l.file = file
		leaves[key] = l
	}
	return nil
}

func leafOf(value any) (leaf, error) {
	l := leaf{forms: make(map[string]string), fields: make(map[string]any)}
	switch v := value.(type) {
	case string:
		l.forms["other"] = v
	case map[string]any:
		l.by = "Count"
		for name, value := range v {
			text, isText := value.(string)
			switch {
			case !isText:
				return l, fmt.Errorf("%s: %T is not a text", name, value)
			case name == "by":
				l.by = text
			case name == "one", name == "other":
				l.forms[name] = text
			default:
				return l, fmt.Errorf("%s is not a plural form", name)
			}
		}
	default:
		return l, fmt.Errorf("%T is neither a text nor a table", value)
	}
	for _, form := range l.forms {
		for _, field := range fieldsOf(form) {
			l.fields[field] = ""
		}
	}
	return l, nil
}
