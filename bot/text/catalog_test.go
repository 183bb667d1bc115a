package text

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// leavesOf reads the catalog of a language as written in its files.
func leavesOf(t *testing.T, lang Lang) map[string]leaf {
	t.Helper()
	leaves, err := readCatalog(files, path.Join("catalog", string(lang)))
	if err != nil {
		t.Fatal(err)
	}
	return leaves
}

// others calls check for every language but English.
func others(t *testing.T, check func(t *testing.T, lang Lang, english, own map[string]leaf)) {
	t.Helper()
	english := leavesOf(t, English)
	for _, lang := range Langs()[1:] {
		t.Run(string(lang), func(t *testing.T) { check(t, lang, english, leavesOf(t, lang)) })
	}
}

func TestEveryLanguageHasTheKeysOfEnglish(t *testing.T) {
	others(t, func(t *testing.T, _ Lang, english, own map[string]leaf) {
		for _, key := range slices.Sorted(maps.Keys(english)) {
			if _, found := own[key]; !found {
				t.Errorf("no text for %s", key)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(own)) {
			if _, found := english[key]; !found {
				t.Errorf("%s: English has no such key", key)
			}
		}
	})
}

func TestEveryLanguageHasThePlaceholdersOfEnglish(t *testing.T) {
	others(t, func(t *testing.T, _ Lang, english, own map[string]leaf) {
		for key, l := range own {
			want, found := english[key]
			if !found {
				continue
			}
			for form, text := range l.forms {
				model, same := want.forms[form]
				if !same {
					model = want.forms["other"]
				}
				got, wanted := mustFields(t, key, text), mustFields(t, key, model)
				if !slices.Equal(got, wanted) {
					t.Errorf("%s (%s): placeholders %v, want %v as in English", key, form, got, wanted)
				}
			}
			if len(l.forms) > 1 && len(want.forms) > 1 && l.by != want.by {
				t.Errorf("%s: %q chooses the plural form, but %q does in English", key, l.by, want.by)
			}
		}
	})
}

func mustFields(t *testing.T, key, text string) []string {
	t.Helper()
	fields, err := fieldsOf(text)
	if err != nil {
		t.Fatalf("%s: %v", key, err)
	}
	return fields
}

// TestPluralFormsAreComplete allows the forms "one" and "other" only. French and Spanish also have
// "many" for millions, which message fills in.
func TestPluralFormsAreComplete(t *testing.T) {
	for _, lang := range Langs() {
		for key, l := range leavesOf(t, lang) {
			if len(l.forms) == 1 {
				continue
			}
			for form := range l.forms {
				if form != "one" && form != "other" {
					t.Errorf("%s: %s: the language has no plural form %q", lang, key, form)
				}
			}
			if fields := mustFields(t, key, l.forms["other"]); l.by != "Count" && !slices.Contains(fields, l.by) {
				t.Errorf("%s: %s: %q chooses the plural form but is not in the text", lang, key, l.by)
			}
		}
	}
}

func TestNoTextIsEmptyOrUntidy(t *testing.T) {
	for _, lang := range Langs() {
		for key, l := range leavesOf(t, lang) {
			for form, text := range l.forms {
				switch {
				case strings.TrimSpace(text) == "":
					t.Errorf("%s: %s (%s): no text", lang, key, form)
				case strings.TrimSpace(text) != text && !strings.HasPrefix(key, "list."):
					t.Errorf("%s: %s (%s): space at an end: %q", lang, key, form, text)
				case strings.Contains(text, "  "):
					t.Errorf("%s: %s (%s): two spaces: %q", lang, key, form, text)
				}
			}
		}
	}
}

// sameWord lists texts that a language shares with English, in lower case and without placeholders.
var sameWord = map[Lang][]string{
	French: {
		"babylon", "statue", "statues", "granite", "rose", "iris", "page", "public", "rotation",
		"total", "options", "scores", "babel", "hittite", "hittites", "temples", "utc",
		"noble", "nobles", "orientation", "mode", "zone", "2 minutes", "5 minutes", "10 minutes", "15 minutes", "30 minutes",
		"solo", "invitations",
		"minute", "minutes",
	},
	German: {"babylon", "statue", "rose", "iris", "babel", "utc", "thread", "zone", "zone : .", "solo",
		"april", "august", "september", "november"},
	Spanish: {"babylon", "belvedere", "belvederes", "iris", "total", "no", "babel", "noble", "nobles", "utc", "solo"},
}

func TestNothingIsLeftUntranslated(t *testing.T) {
	others(t, func(t *testing.T, lang Lang, english, own map[string]leaf) {
		for _, key := range slices.Sorted(maps.Keys(own)) {
			if strings.HasPrefix(key, "bot.language.") && key != "bot.language.server" {
				continue // each language is listed by the name its speakers use
			}
			if strings.HasPrefix(key, "bot.computer.name.") {
				continue // some ancient names are the same in all languages
			}
			for form, text := range own[key].forms {
				if text != english[key].forms[form] || !hasWords(text) || slices.Contains(sameWord[lang], bare(text)) {
					continue
				}
				t.Errorf("%s: %q is the English text", key, text)
			}
		}
	})
}

func bare(text string) string {
	return strings.ToLower(strings.TrimSpace(action.ReplaceAllString(text, "")))
}

// hasWords reports whether a text needs a translation: has a word of two letters besides
// placeholders.
func hasWords(text string) bool {
	run := 0
	for _, r := range action.ReplaceAllString(text, " ") {
		if !unicode.IsLetter(r) {
			run = 0
			continue
		}
		if run++; run > 1 {
			return true
		}
	}
	return false
}

func TestRulesPagesWithATitleHaveABody(t *testing.T) {
	for _, lang := range Langs() {
		leaves := leavesOf(t, lang)
		for key := range leaves {
			if base, isTitle := strings.CutSuffix(key, ".title"); isTitle && strings.Contains(key, ".rules.") {
				if _, found := leaves[base+".body"]; !found {
					t.Errorf("%s: %s has no body", lang, base)
				}
			}
		}
	}
}

var signWithoutSpace = regexp.MustCompile(`[\p{L}\d)][:;!?](\s|\*|$)|«\S|\S»`)

// TestFrenchPunctuationStaysWithItsWord: the files have plain spaces before punctuation, and load
// makes them unbreakable.
func TestFrenchPunctuationStaysWithItsWord(t *testing.T) {
	for key, l := range leavesOf(t, French) {
		for form, text := range l.forms {
			if strings.ContainsAny(text, "\u00a0\u202f") {
				t.Errorf("%s (%s): an invisible special space: %q", key, form, text)
			}
			if bare := action.ReplaceAllString(text, "x"); signWithoutSpace.MatchString(bare) {
				t.Errorf("%s (%s): a punctuation mark without its space: %q", key, form, text)
			}
		}
	}
	if got := For("fr").Pair("Mode", "rapide"); got != "Mode\u00a0: rapide" {
		t.Errorf("%q", got)
	}
	if got := For("fr").T("list.clauses", nil); got != "\u202f; " {
		t.Errorf("%q", got)
	}
}
