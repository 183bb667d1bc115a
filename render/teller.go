package render

import (
	"strings"

	"amytis/engine"
)

// Teller puts what a game's pictures show into words.
type Teller struct {
	// Keys is what the keys of the game's texts begin with: "alt.gardens.".
	Keys string
	// Names are the players' by seat: Names[0] is seat 1's.
	Names []string
	Words Words
}

// Say looks up a text; names and values of its placeholders follow.
func (t Teller) Say(key string, args ...any) string {
	var values map[string]any
	if len(args) > 0 {
		values = make(map[string]any, len(args)/2)
		for i := 0; i+1 < len(args); i += 2 {
			values[args[i].(string)] = args[i+1]
		}
	}
	return t.Words.T(t.Keys+key, values)
}

// longestName bounds names: Discord's own are no longer.
const longestName = 32

// Name is what a seat is called: the text "player" where no name is known.
func (t Teller) Name(seat engine.Seat) string {
	name := strings.Join(strings.Fields(Request{Names: t.Names}.Name(seat)), " ")
	if name == "" {
		return t.Say("player", "Seat", int(seat))
	}
	if runes := []rune(name); len(runes) > longestName {
		name = string(runes[:longestName-1]) + "…"
	}
	return name
}

// NamesOf lists what seats are called.
func (t Teller) NamesOf(seats []engine.Seat) string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = t.Name(seat)
	}
	return strings.Join(names, ", ")
}

// Clauses joins parts of a sentence that may contain commas, with the semicolon of the language.
func (t Teller) Clauses(parts []string) string {
	return strings.Join(parts, t.Words.T("list.clauses", nil))
}
