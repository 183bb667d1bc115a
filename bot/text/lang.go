package text

import "strings"

type Lang string

// Default is for readers of every other language.
const (
	English Lang = "en"
	French  Lang = "fr"
	German  Lang = "de"
	Spanish Lang = "es"

	Default = English
)

// Langs returns the languages, the default first.
func Langs() []Lang { return []Lang{English, French, German, Spanish} }

// Of returns the best language for a Discord locale such as "en-GB", "fr" or "es-419".
func Of(locale string) Lang {
	base, _, _ := strings.Cut(locale, "-")
	for _, lang := range Langs() {
		if strings.EqualFold(base, string(lang)) {
			return lang
		}
	}
	return Default
}

// Locales returns the Discord locales that read a language.
func Locales(lang Lang) []string {
	switch lang {
	case English:
		return []string{"en-US", "en-GB"}
	case Spanish:
		return []string{"es-ES", "es-419"}
	}
	return []string{string(lang)}
}
