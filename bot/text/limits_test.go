package text

import (
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// limits lists the maximum lengths of texts in characters: Discord's, or what reads well. Package
// commands tests the texts of commands. The keys are patterns of path.Match with dots for slashes.
var limits = []struct {
	keys string
	max  int
}{
	{"*.option.*.description", 100},
	{"*.option.*.*", 100},
	{"*.name", 32},
	{"*.tagline", 100},
	{"*.view.*", 100},
	{"*.verb.*", 80},
	{"*.effect.*.name", 40},
	{"*.effect.*.what", 150},
	{"*.score.*", 30},
	{"*.rules.*.title", 80},
	{"*.rules.*.body", 1800},
	{"*.rules.short.body", 840}, // one screen of a phone
	{"*.hint.*", 90},
	{"*.line.*", 200},
	{"*.refused.*", 250},
	{"bot.button.*", 80},
	{"bot.error.*", 300},
	{"bot.form.*.title", 45},
	{"bot.tag.*", 20},
}

// longest holds the longest plausible values of placeholders that are longer than unlisted, or in
// capitals, or numbers. Words that begin with "@" are keys of the catalog.
var longest = map[string]string{
	"Name":        strings.Repeat("W", 32),
	"turn":        strings.Repeat("W", 64),
	"seat":        strings.Repeat("W", 32),
	"player":      strings.Repeat("W", 32),
	"move":        "place GR2 c3 r1 L15 open=d4",
	"material":    "@gardens.material.G",
	"flower":      "@gardens.flower.M",
	"icons":       "@gardens.icon.S @gardens.icon.F @gardens.icon.B @gardens.icon.T",
	"pillars":     "6",
	"singles":     "3",
	"doubles":     "1",
	"points":      "-12",
	"level":       "L15",
	"top":         "15",
	"highest":     "@towers.highest",
	"yard":        "@babel.yard.opp",
	"opponent":    strings.Repeat("W", 32),
	"value":       "6",
	"total":       "14",
	"loss":        "6",
	"grows":       "@towers.grows",
	"other_level": "16",
	"score":       "-37",
	"lead":        strings.Repeat("W", 32),
	"still":       strings.Repeat("W", 64),
	"Value":       "604800",
	"Link":        strings.Repeat("W", 152), // a discord.InstallLink with two IDs of 19 digits
}

const unlisted = 16

func longestArgs(w *Words) map[string]any {
	args := make(map[string]any, len(longest))
	for _, l := range w.leaves {
		for name := range l.fields {
			if unicode.IsLower([]rune(name)[0]) && name != l.by { // of a game
				args[name] = strings.Repeat("W", unlisted)
			}
		}
	}
	for name, value := range longest {
		if strings.HasPrefix(value, "@") {
			var said []string
			for _, key := range strings.Fields(value) {
				said = append(said, w.T(key[1:], nil))
			}
			value = strings.Join(said, ", ")
		}
		args[name] = value
	}
	return args
}

func matches(keys, key string) bool {
	slashed := strings.ReplaceAll(key, ".", "/")
	ok, err := path.Match(strings.ReplaceAll(keys, ".", "/"), slashed)
	return ok && err == nil
}

func TestTextsFitWhereTheyAreShown(t *testing.T) {
	for _, w := range All() {
		args := longestArgs(w)
		for _, key := range Keys(w.lang) {
			text := w.T(key, args)
			for _, limit := range limits {
				if n := utf8.RuneCountInString(text); matches(limit.keys, key) && n > limit.max {
					t.Errorf("%s: %s: %d characters, at most %d: %s", File(w.lang, key), key, n, limit.max, text)
				}
			}
			if strings.Contains(text, "-37") {
				t.Errorf("%s: %s: a hyphen for a minus: %s", File(w.lang, key), key, text)
			}
			if strings.Contains(text, "{{") || strings.Contains(text, "<no value>") {
				t.Errorf("%s: %s: a placeholder is left: %s", File(w.lang, key), key, text)
			}
		}
	}
}

// TestHintsAndLinesReadWellWithoutFacts checks that no stray space or mark is left.
func TestHintsAndLinesReadWellWithoutFacts(t *testing.T) {
	for _, w := range All() {
		for _, key := range Keys(w.lang) {
			if !matches("*.hint.*", key) && !matches("*.line.*", key) {
				continue
			}
			args := longestArgs(w)
			for _, name := range []string{"open", "as", "keep", "discarded", "piece", "apart", "grows", "highest", "lead", "still"} {
				args[name] = ""
			}
			for _, name := range []string{"surplus", "points", "doubles", "best"} {
				args[name] = "0"
			}
			text := w.T(key, args)
			for _, bad := range []string{"  ", " ,", ",,", "()", " .", ",.", "+0"} {
				if strings.Contains(text, bad) {
					t.Errorf("%s: %s: %q in %q", File(w.lang, key), key, bad, text)
				}
			}
		}
	}
}

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
		{`(?i)\b(armed|ghost|trio|deal again|panel|lobby|own yard|area grows|seat 1|forced steps)\b`, "", "what it is to a stranger"},
	},
	French: {
		{`(?i)nul autre|emplacement garni`, "", "personne d'autre; Icône au choix"},
		{`(^|[.;] |\n)Qui [^?]*[.](\s|$)`, ".rules.", "un joueur qui"},
		{`(?i)temps pour un tour`, "", "temps par tour"},
		{`(?i)\b(armé|trio|panneau|déporter|place 1)\b|en face[^ ]|étapes forcées|\*Annuler`, "", "ce que c'est"},
	},
	German: {
		{`(?i)herunter(ge|zu)?hol`, "", "zurückholen"},
		{`(?i)(das|dem|des|dein|deinem|deines|deinen) Gegenüber`, "", "die Gegenseite"},
		{`[Dd](er|en|em) Nächsten?([.,:;!?]| [a-zäöü])`, "", "die nächste Person"},
		{`Spieler( |$)`, "", "Platz 1, die Person"},
		{`(?i)gefülltes Feld|Zeit für einen Zug`, outsideRules, "Symbol nach Wahl; Zeit pro Zug"},
		{`(?i)\b(Trio|drüben|Panel|bekehren|scharf)\b|erzwungen`, "", "was es ist"},
	},
	Spanish: {
		{`(?i)vosotr|vuestr|\p{L}[áé]is([^\p{L}]|$)|(^|[^\p{L}])os([^\p{L}]|$)`, "", "su, se, tú"},
		{`(?i)(^|[^\p{L}])almac[eé]n([^\p{L}]|$)`, "", "área de almacenamiento"},
		{`(?i)(^|[^\p{L}])jugador(es)?([^\p{L}]|$)`, "", "puesto, persona"},
		{`\*Espacio con icono`, "gardens.", "Icono a elegir"},
		{`(?i)en partes|en tierra de|tierra de los`, "", "sin conectar; en el lugar de"},
		{`(?i)enfrente|trío|reparto|forzado|deportar|el panel`, "", "lo que es"},
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
		if formal := w.lang.needs().formal; formal != "" {
			for _, form := range w.forms {
				if found := regexp.MustCompile(formal).FindString(form); found != "" {
					w.fault("%q: the formal address in %s", found, form)
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
