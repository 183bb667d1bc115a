package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Lang is the name of a language's folder in catalog.
type Lang string

// Default is for readers of every other language.
const (
	English Lang = "en"
	French  Lang = "fr"
	German  Lang = "de"
	Spanish Lang = "es"

	Default = English
)

// needs is what a language needs besides its folder, keepSignsWithWords and euphonic.
type needs struct {
	lang    Lang
	locales []string // the Discord locales that read it
	date    string   // the layout of a day
	small   bool     // no capital after a colon
	// formal matches words of the formal address, which no text has; "" if there is only one.
	formal string
}

// languages has the default first.
var languages = []needs{
	{English, []string{"en-US", "en-GB"}, "2 Jan 2006", false, ""},
	{French, []string{"fr"}, "02/01/2006", false, `(?i)(^|[^\p{L}])(votre|veuillez|cliquez|s'il vous)([^\p{L}]|$)`},
	{German, []string{"de"}, "02.01.2006", false, `[\p{Ll},] (Sie|Ihr|Ihnen|Ihre[mnrs]?)([^\p{L}]|$)`},
	{Spanish, []string{"es-ES", "es-419"}, "02/01/2006", true, `(?i)(^|[^\p{L}])ustedes?([^\p{L}]|$)`},
}

// Langs returns the languages, the default first.
func Langs() (all []Lang) {
	for _, l := range languages {
		all = append(all, l.lang)
	}
	return all
}

// All returns the texts of each language, the default first.
func All() (all []*Words) {
	for _, lang := range Langs() {
		all = append(all, For(string(lang)))
	}
	return all
}

func (l Lang) needs() needs {
	return languages[slices.IndexFunc(languages, func(is needs) bool { return is.lang == l })]
}

// LangOf returns the best language for a Discord locale such as "en-GB", "fr" or "es-419".
func LangOf(locale string) Lang {
	base, _, _ := strings.Cut(locale, "-")
	for _, lang := range Langs() {
		if strings.EqualFold(base, string(lang)) {
			return lang
		}
	}
	return Default
}

// Locales returns the Discord locales that read a language.
func Locales(lang Lang) []string { return lang.needs().locales }

// isOne reports whether a count takes the plural form "one". No language here has more than two.
func (l Lang) isOne(count any) bool {
	n, err := strconv.Atoi(strings.TrimPrefix(fmt.Sprint(count), "-"))
	return err == nil && plural.Cardinal.MatchPlural(language.Make(string(l)), n, 0, 0, 0, 0) == plural.One
}

// Date returns a day as the language writes it.
func (w *Words) Date(day time.Time) string { return day.Format(w.lang.needs().date) }

// AfterColon returns a text as it follows a colon.
func (w *Words) AfterColon(said string) string {
	if w.lang.needs().small {
		return strings.ToLower(string([]rune(said)[:1])) + string([]rune(said)[1:])
	}
	return said
}
