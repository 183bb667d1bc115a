package text

import (
	"regexp"
	"strings"
	"testing"
)

// banned lists words that the texts of a language avoid, with better ones. The words are regular
// expressions for texts without placeholders. keys limits a rule to the keys that contain it, or is
// outsideRules.
var banned = map[Lang][]struct{ words, keys, instead string }{
	English: {
		{`(?i)\b(whoever|whom|whomever|nor)\b`, "", "a player who"},
		{`(?i)\b(any (more|further|longer)|as it were|in vain|thereof|hang together|take out of)\b`, "", "plain words"},
		{`(?i)\bof (its|their|your|his|her) own\b`, "", "its own ..."},
		{`(?i)\b(cannot|do not|I (will|am))\b`, outsideRules, "a contraction"},
		{`n't\b`, ".rules.", "the full form, since a rule is exact"},
		{`(?i)\bin parts\b|\bfilled spot\b`, "", "not connected; Icon of choice"},
	},
	French: {
		{`(?i)nul autre|emplacement garni`, "", "personne d'autre; Icône au choix"},
		{`(^|[.;] |\n)Qui [^?]*[.](\s|$)`, ".rules.", "un joueur qui"},
		{`(?i)temps pour un tour`, "", "temps par tour"},
	},
	German: {
		{`(?i)herunter(ge|zu)?hol`, "", "zurückholen"},
		{`(?i)(das|dem|des|dein|deinem|deines|deinen) Gegenüber`, "", "die Gegenseite"},
		{`[Dd](er|en|em) Nächsten?([.,:;!?]| [a-zäöü])`, "", "die nächste Person"},
		{`Spieler( |$)`, "", "Platz 1, die Person"},
		{`(?i)gefülltes Feld|Zeit für einen Zug`, outsideRules, "Symbol nach Wahl; Zeit pro Zug"},
	},
	Spanish: {
		{`(?i)vosotr|vuestr|\p{L}[áé]is([^\p{L}]|$)|(^|[^\p{L}])os([^\p{L}]|$)`, "", "su, se, tú"},
		{`(?i)(^|[^\p{L}])(almac[eé]n|jugador(es)?)([^\p{L}]|$)`, "", "área de almacenamiento; puesto, persona"},
		{`\*Espacio con icono`, "gardens.", "Icono a elegir"},
		{`(?i)en partes|en tierra de|tierra de los`, "", "sin conectar; en el lugar de"},
	},
}

// outsideRules limits a banned word to texts that are not on a page of the rules.
const outsideRules = "outside the rules"

func concerns(keys, key string) bool {
	if keys == outsideRules {
		return !strings.Contains(key, ".rules.")
	}
	return strings.Contains(key, keys)
}

func TestTextsKeepTheVoiceOfTheirLanguage(t *testing.T) {
	words := map[string]*regexp.Regexp{}
	each(t, func(w wrote) {
		for _, rule := range banned[w.lang] {
			if words[rule.words] == nil {
				words[rule.words] = regexp.MustCompile(rule.words)
			}
			for _, form := range w.forms {
				found := words[rule.words].FindString(action.ReplaceAllString(form, ""))
				if found != "" && concerns(rule.keys, w.key) {
					w.fault("%q: write %s", found, rule.instead)
				}
			}
		}
	})
}

// sentences matches a text of two sentences or more.
var sentences = regexp.MustCompile(`(?s)[.!?)] .*[.]$`)

// TestRefusalsSayWhatToDo requires two sentences: what is wrong, and what to do.
func TestRefusalsSayWhatToDo(t *testing.T) {
	each(t, func(w wrote) {
		text := action.ReplaceAllString(w.forms["other"], "x")
		if matches("*.refused.*", w.key) && !sentences.MatchString(text) {
			w.fault("not two sentences: %s", text)
		}
	})
}
