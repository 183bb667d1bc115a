package reader_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"amytis/bot/text"
	"amytis/engine"
)

// grammar understands the lines of a text board in one language, as a person who knows the
// language does. A line has the form of a text of the catalog.
type grammar struct {
	words *text.Words
	keys  string // the prefix of the game's texts
	names []string
	forms map[string][]form
}

// form is what a text of the catalog looks like: as a part of a line, and as a whole line.
type form struct{ part, whole *regexp.Regexp }

func newGrammar(w *text.Words, game string, names []string) *grammar {
	return &grammar{words: w, keys: "alt." + game + ".", names: names, forms: map[string][]form{}}
}

// say returns a text of the game.
func (g *grammar) say(key string, args ...any) string { return g.words.Say(g.keys+key, args...) }

// Numbers that stand for a number in a form; no text has them.
const (
	standInOne  = 1
	standInMany = 7777777
	standIn     = 8888800
)

// formsOf returns what texts of a key look like. A field is a word, or with a "#" before it a
// number. The number Count chooses the plural form.
func (g *grammar) formsOf(key string, fields []string) []form {
	id := key + " " + strings.Join(fields, " ")
	if found, known := g.forms[id]; known {
		return found
	}
	variants := []map[string]any{{}}
	for i, field := range fields {
		name, number := strings.CutPrefix(field, "#")
		values := []any{string(rune(0xE100 + i))}
		switch {
		case name == "Count":
			values = []any{standInMany, standInOne}
		case number:
			values = []any{standIn + i, 0}
		}
		var more []map[string]any
		for _, v := range variants {
			for _, value := range values {
				with := map[string]any{name: value}
				for k, x := range v {
					with[k] = x
				}
				more = append(more, with)
			}
		}
		variants = more
	}
	var forms []form
	for _, args := range variants {
		look := regexp.QuoteMeta(g.words.T(g.keys+key, args))
		for i, field := range fields {
			name, number := strings.CutPrefix(field, "#")
			switch {
			case name == "Count" && args[name] == standInOne:
				look = strings.Replace(look, strconv.Itoa(standInOne), `(?P<Count>\d+)`, 1)
			case name == "Count":
				look = strings.Replace(look, strconv.Itoa(standInMany), `(?P<Count>\d+)`, 1)
			case number:
				look = strings.Replace(look, strconv.Itoa(standIn+i), `(?P<`+name+`>-?\d+)`, 1)
			default:
				look = strings.Replace(look, string(rune(0xE100+i)), `(?P<`+name+`>.*?)`, 1)
			}
		}
		forms = append(forms, form{regexp.MustCompile(look), regexp.MustCompile("^(?:" + look + ")$")})
	}
	g.forms[id] = forms
	return forms
}

// read is what was read in the fields of a form.
type read map[string]string

func (r read) number(field string) int {
	n, _ := strconv.Atoi(r[field])
	return n
}

// find returns what is read in the first part of a line that has the form of a key.
func (g *grammar) find(line, key string, fields ...string) (read, bool) {
	for _, form := range g.formsOf(key, fields) {
		if found := form.part.FindStringSubmatch(line); found != nil {
			return fieldsOf(form.part, found), true
		}
	}
	return nil, false
}

// match is find for a whole line.
func (g *grammar) match(line, key string, fields ...string) (read, bool) {
	for _, form := range g.formsOf(key, fields) {
		if found := form.whole.FindStringSubmatch(line); found != nil {
			return fieldsOf(form.whole, found), true
		}
	}
	return nil, false
}

func fieldsOf(form *regexp.Regexp, found []string) read {
	r := read{}
	for i, name := range form.SubexpNames() {
		if name != "" {
			r[name] = found[i]
		}
	}
	return r
}

// is reports whether a line is the text of a key.
func (g *grammar) is(line, key string) bool { return line == g.say(key) }

// clauses divides a list.
func (g *grammar) clauses(list string) []string {
	return strings.Split(list, g.words.Say("list.clauses"))
}

func commas(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ", ")
}

// seat returns the seat of a name.
func (g *grammar) seat(name string) engine.Seat {
	return engine.Seat(1 + slices.Index(g.names, name))
}

func (g *grammar) seats(list string) []engine.Seat {
	var seats []engine.Seat
	for _, name := range commas(list) {
		seats = append(seats, g.seat(name))
	}
	return seats
}

// one returns the value whose text a word is. text returns the text of a value.
func one[T any](word string, values []T, text func(T) string) T {
	var none T
	for _, v := range values {
		if text(v) == word {
			return v
		}
	}
	return none
}

var digits = regexp.MustCompile(`-?\d+`)

// numbers returns the numbers of a text in their order.
func numbers(text string) []int {
	var all []int
	for _, n := range digits.FindAllString(text, -1) {
		value, _ := strconv.Atoi(n)
		all = append(all, value)
	}
	return all
}

// option returns which of the values of a game's option a list names.
func (g *grammar) option(list, name string, values ...string) string {
	game := strings.Split(g.keys, ".")[1]
	for _, v := range values {
		key := game + ".option." + name + "."
		pair := g.words.Pair(g.words.Say(key+"name"), g.words.Say(key+v))
		if slices.Contains(g.clauses(list), pair) {
			return v
		}
	}
	return "?"
}
