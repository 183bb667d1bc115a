package render

import (
	"strconv"
	"strings"

	"amytis/engine"
)

// Teller describes a game's position in words.
type Teller struct {
	Keys string // the prefix of the game's text keys, such as "alt.gardens."
	// Names holds the players' names by seat, from seat 1.
	Names []string
	// Reader is the seat that the text calls "you"; 0 for none.
	Reader engine.Seat
	Words  Words
}

func NewTeller(game string, r Request, w Words) Teller {
	return Teller{Keys: "alt." + game + ".", Names: r.Names, Reader: r.Reader, Words: w}
}

// Say looks up a text. args alternates names and values of placeholders; a []string is joined by
// commas, and Name brings You with it, whether that is the reader.
func (t Teller) Say(key string, args ...any) string {
	var values map[string]any
	if len(args) > 0 {
		values = make(map[string]any, len(args)/2+1)
		for i := 0; i+1 < len(args); i += 2 {
			value := args[i+1]
			if list, ok := value.([]string); ok {
				value = strings.Join(list, ", ")
			}
			values[args[i].(string)] = value
		}
		if name, named := values["Name"]; named {
			values["You"] = t.Reader != 0 && name == t.Name(t.Reader)
		}
	}
	return t.Words.T(t.Keys+key, values)
}

// When says a text if a condition holds, else nothing.
func (t Teller) When(holds bool, key string, args ...any) []string {
	if !holds {
		return nil
	}
	return []string{t.Say(key, args...)}
}

// Wrap says the text of key with a thing as its placeholder Thing if a condition holds, else the
// thing alone.
func (t Teller) Wrap(holds bool, key, thing string) string {
	if holds {
		return t.Say(key, "Thing", thing)
	}
	return thing
}

func (t Teller) Verdict(fits Verdict, yes, no string) string {
	return t.Say(Choose(fits, yes, no))
}

// Option names an option of the game and its value.
func (t Teller) Option(name, value string) string {
	key := strings.TrimPrefix(t.Keys, "alt.") + "option." + name + "."
	return t.Words.T("list.pair", map[string]any{
		"Name": t.Words.T(key+"name", nil), "Value": t.Words.T(key+value, nil),
	})
}

// longestName is Discord's limit for names, in runes.
const longestName = 32

// Name returns a player's name, "you" for the reader, or the text "player" if the name is unknown.
func (t Teller) Name(seat engine.Seat) string {
	if seat != 0 && seat == t.Reader {
		return t.Words.T("bot.you", nil)
	}
	name := strings.Join(strings.Fields(Request{Names: t.Names}.Name(seat)), " ")
	if name == "" {
		return t.Say("player", "Seat", int(seat))
	}
	runes := []rune(name)
	if len(runes) > longestName {
		name = string(runes[:longestName-1]) + "…"
	}
	return name
}

// Marked lists the parts that marks point out, as in Request.Marks, by texts such as "part.cell"
// with the placeholders Which and, for a seat, Name.
func (t Teller) Marked(marks []string) []string {
	things := make([]string, len(marks))
	for i, mark := range marks {
		kind, which, _ := strings.Cut(mark, " ")
		seat, _ := strconv.Atoi(which)
		things[i] = t.Say("part."+kind, "Which", which, "Name", t.Name(engine.Seat(min(max(seat, 0), engine.MaxSeats))))
	}
	return t.Listed("marked", things)
}

// NamesOf returns the names of the players at seats, separated by commas.
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
