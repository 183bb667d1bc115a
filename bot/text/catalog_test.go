package text

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// wrote is a text as written in its file. Its faults begin with the file and the key.
type wrote struct {
	*testing.T
	lang Lang
	key  string
	leaf
	// english is the English text of the key, without forms if there is none.
	english leaf
}

func (w wrote) fault(format string, args ...any) {
	w.Helper()
	w.Errorf("%s: %s: "+format, append([]any{File(w.lang, w.key), w.key}, args...)...)
}

// File returns the path of the file that holds a text, or that should hold it: where English does.
func File(lang Lang, key string) string {
	l, found := loaded()[lang].leaves[key]
	if !found {
		l = loaded()[English].leaves[key]
	}
	return path.Join("bot/text/catalog", string(lang), path.Base(l.file))
}

// catalogs reads the texts as written in their files.
var catalogs = sync.OnceValue(func() map[Lang]map[string]leaf {
	all := map[Lang]map[string]leaf{}
	for _, lang := range Langs() {
		leaves, err := readCatalog(Files, lang)
		if err != nil {
			panic(err)
		}
		all[lang] = leaves
	}
	return all
})

// each calls check for every text of every language.
func each(t *testing.T, check func(w wrote)) {
	t.Helper()
	for _, lang := range Langs() {
		leaves := catalogs()[lang]
		for _, key := range slices.Sorted(maps.Keys(leaves)) {
			check(wrote{t, lang, key, leaves[key], catalogs()[English][key]})
		}
	}
}

func TestEveryLanguageHasTheKeysOfEnglish(t *testing.T) {
	for _, key := range Keys(English) {
		for _, lang := range Langs() {
			if catalogs()[lang][key].forms == nil {
				t.Errorf("%s: %s: it has no text", File(lang, key), key)
			}
		}
	}
	each(t, func(w wrote) {
		if w.english.forms == nil {
			w.fault("English has no such key")
		}
	})
}

func TestEveryLanguageHasThePlaceholdersOfEnglish(t *testing.T) {
	each(t, func(w wrote) {
		for name, form := range w.forms {
			model, same := w.english.forms[name]
			if !same {
				model = w.english.forms["other"]
			}
			if got, want := fieldsOf(form), fieldsOf(model); w.english.forms != nil && !slices.Equal(got, want) {
				w.fault("its form %s has the placeholders %v, in English %v", name, got, want)
			}
		}
		if len(w.forms) > 1 && len(w.english.forms) > 1 && w.by != w.english.by {
			w.fault("%q chooses the plural form, but %q does in English", w.by, w.english.by)
		}
	})
}

func TestPluralFormsAreComplete(t *testing.T) {
	each(t, func(w wrote) {
		if len(w.forms) < len(w.english.forms) {
			w.fault("English has %d plural forms, and it has %d", len(w.english.forms), len(w.forms))
		}
		if len(w.forms) == 1 {
			return
		}
		if w.by != "Count" && !slices.Contains(fieldsOf(w.forms["other"]), w.by) {
			w.fault("%q chooses the plural form but is not in the text", w.by)
		}
	})
}

// optionalFirst is a text that begins with what may be left out, and then a space.
var optionalFirst = regexp.MustCompile(`^\{\{if [^}]*\}\}[^{]*(\{\{\.\w+\}\}[^{]*)*\{\{end\}\}(\{\{if [^}]*\}\})? `)

func TestNoTextIsEmptyOrUntidy(t *testing.T) {
	each(t, func(w wrote) {
		for name, form := range w.forms {
			switch {
			case strings.HasPrefix(w.key, "list."):
			case strings.TrimSpace(form) == "":
				w.fault("its form %s is empty", name)
			case strings.TrimSpace(form) != form:
				w.fault("a space at an end: %q", form)
			case strings.Contains(form, "  "):
				w.fault("two spaces: %q", form)
			case strings.ContainsAny(form, "’‘ʼ"):
				w.fault("an apostrophe that is not straight: %s", form)
			case optionalFirst.MatchString(form):
				w.fault("%q may begin with a space", form)
			case w.lang != English && strings.Contains(form, "{{.material}} {{.flower}}") && w.lang != German:
				w.fault("%q reads as a colour", form) // "argile rose", "arcilla rosa"
			}
		}
	})
}

// sameWord lists texts that a language shares with English, in lower case and without placeholders.
var sameWord = map[Lang][]string{
	French: {
		"babylon", "statue", "statues", "granite", "rose", "iris", "page", "public", "rotation",
		"total", "options", "scores", "babel", "hittite", "hittites", "temples", "utc",
		"noble", "nobles", "orientation", "mode", "zone", "2 minutes", "5 minutes", "10 minutes", "15 minutes", "30 minutes",
		"solo", "invitations",
		"minute", "minutes", "point", "points",
	},
	German: {"babylon", "statue", "rose", "iris", "babel", "utc", "thread", "zone", "zone : .", "solo",
		"april", "august", "september", "november"},
	Spanish: {"babylon", "belvedere", "belvederes", "iris", "total", "no", "babel", "noble", "nobles", "utc", "solo"},
}

func TestNothingIsLeftUntranslated(t *testing.T) {
	each(t, func(w wrote) {
		switch {
		case w.lang == English,
			// Each language is listed by the name its speakers use.
			strings.HasPrefix(w.key, "bot.language.") && w.key != "bot.language.server":
			return
		}
		for name, form := range w.forms {
			if form == w.english.forms[name] && hasWords(form) && !slices.Contains(sameWord[w.lang], bare(form)) {
				w.fault("%q is the English text", form)
			}
		}
	})
}

func bare(text string) string {
	return strings.ToLower(strings.TrimSpace(action.ReplaceAllString(text, "")))
}

// hasWords reports whether a text has a word of two letters besides placeholders.
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
	each(t, func(w wrote) {
		base, isTitle := strings.CutSuffix(w.key, ".title")
		if isTitle && strings.Contains(w.key, ".rules.") && catalogs()[w.lang][base+".body"].forms == nil {
			w.fault("%s.body is missing", base)
		}
	})
}

var signWithoutSpace = regexp.MustCompile(`[\p{L}\d)][:;!?](\s|\*|$)|«\S|\S»`)

// TestFrenchPunctuationStaysWithItsWord: the files have plain spaces, load makes them stick.
func TestFrenchPunctuationStaysWithItsWord(t *testing.T) {
	each(t, func(w wrote) {
		for _, form := range w.forms {
			switch {
			case w.lang != French:
			case strings.ContainsAny(form, "\u00a0\u202f"):
				w.fault("an invisible special space: %q", form)
			case signWithoutSpace.MatchString(action.ReplaceAllString(form, "x")):
				w.fault("a punctuation mark without its space: %q", form)
			}
		}
	})
	require.Equal(t, "Tient ici", For("fr").Pair("Tient ici", ""))
	require.Equal(t, "Mode\u00a0: rapide", For("fr").Pair("Mode", "rapide"))
	require.Equal(t, "\u202f; ", For("fr").T("list.clauses", nil))
}

// TestLabelsAreShortWords requires of a label a word, and that a phone shows it whole in one row.
func TestLabelsAreShortWords(t *testing.T) {
	each(t, func(w wrote) {
		label := w.forms["other"]
		switch {
		case !isLabel(w.key):
		case w.key != "bot.cursor.open_it" && !hasWords(label):
			w.fault("a label without a word: %s", label)
		case len([]rune(label)) > 34:
			w.fault("more than 34 letters: %s", label)
		case strings.HasSuffix(label, "…"):
			w.fault("it goes on: %s", label)
		}
	})
}

func isLabel(key string) bool {
	return strings.HasPrefix(key, "bot.button.") || strings.Contains(key, ".cursor.")
}

// TestButtonsForOneAreInOneRow is for a phone with about 36 letters in two buttons side by side.
func TestButtonsForOneAreInOneRow(t *testing.T) {
	for _, w := range All() {
		if label := w.Say("bot.button.solo") + w.Say("bot.button.learn"); len([]rune(label)) > 36 {
			t.Errorf("%s: bot.button.solo and learn: more than 36 letters: %s", File(w.lang, "bot.button.solo"), label)
		}
	}
}

// italic matches what texts name between single asterisks, with a capital letter.
var italic = regexp.MustCompile(`(?:^|[^*])\*(\p{Lu}[^*{}]*)\*(?:[^*]|$)`)

// TestTextsNameButtonsAsTheyAreLabelled requires that a button named in a text is found by the
// beginning of its label, in the same language.
func TestTextsNameButtonsAsTheyAreLabelled(t *testing.T) {
	labels := map[Lang][]string{}
	each(t, func(w wrote) {
		if isLabel(w.key) {
			label := strings.TrimLeftFunc(w.forms["other"], func(r rune) bool { return !unicode.IsLetter(r) })
			labels[w.lang] = append(labels[w.lang], label)
		}
	})
	each(t, func(w wrote) {
		if w.key == "babel.rules.playing.body" || // names actions as well, with a capital in German
			!strings.HasPrefix(w.key, "bot.") && !strings.HasSuffix(w.key, ".rules.playing.body") {
			return
		}
		for _, form := range w.forms {
			for _, found := range italic.FindAllStringSubmatch(form, -1) {
				starts := func(label string) bool { return strings.HasPrefix(label, found[1]) }
				if !slices.ContainsFunc(labels[w.lang], starts) {
					w.fault("no button is labelled *%s*", found[1])
				}
			}
		}
	})
}

// TestAMoveIsCalledAsInItsMenu wants the label's first word, but not of a tile and a place.
func TestAMoveIsCalledAsInItsMenu(t *testing.T) {
	first := regexp.MustCompile(`\pL+`)
	each(t, func(w wrote) {
		game, move, is := strings.Cut(w.key, ".move.")
		label, named := catalogs()[w.lang][game+".verb."+move]
		if !named {
			label = catalogs()[w.lang][game+".sub."+move+".name"]
		}
		called := strings.ToLower(first.FindString(label.forms["other"]))
		if is && w.key != "gardens.move.place" && !strings.Contains(strings.ToLower(w.forms["other"]), called) {
			w.fault("its label says %q: %s", called, w.forms["other"])
		}
	})
}

// counted matches a number and the two words after it.
var counted = regexp.MustCompile(`{{(?:\w+ )?\.(\w+)}} (\pL+)(?: (\pL+))?`)

// neverOne lists placeholders of limits, which are more than one, and of names.
var neverOne = []string{"max", "most", "Days", "wins", "pieces", "all", "Name", "role", "cell"}

// TestANumberHasItsPluralForms takes as plurals what other texts have only after many.
func TestANumberHasItsPluralForms(t *testing.T) {
	plurals := map[Lang]map[string]bool{}
	each(t, func(w wrote) {
		for _, found := range counted.FindAllStringSubmatch(w.forms["other"], -1) {
			one, other := w.forms["one"], found[2]
			if one != "" && found[1] == w.by && !regexp.MustCompile(other+`(\PL|$)`).MatchString(one) {
				if plurals[w.lang] == nil {
					plurals[w.lang] = map[string]bool{}
				}
				plurals[w.lang][other] = true
			}
		}
	})
	each(t, func(w wrote) {
		for _, found := range counted.FindAllStringSubmatch(w.forms["other"], -1) {
			if len(w.forms) == 1 && !slices.Contains(neverOne, found[1]) && !strings.Contains(w.key, ".lesson.") &&
				(plurals[w.lang][found[2]] || plurals[w.lang][found[3]]) {
				w.fault("no form for one: %s", found[0])
			}
		}
	})
}
