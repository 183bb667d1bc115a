package choice

import (
	"slices"
	"strings"

	"amytis/engine"
)

// ArgText returns a move's argument by name, in the notation, "" if the move has none.
func ArgText(in *engine.Info, m engine.Move, name string) string {
	slot := 0
	for _, arg := range in.VerbInfo(m.Verb).Args {
		v := m.Args[slot : slot+arg.Kind.Width()]
		slot += len(v)
		if arg.Name == name && v[0] != 0 {
			return string(arg.Kind.Append(nil, v))
		}
	}
	return ""
}

// setArg sets a move's argument by name. It returns false if text is no value of the argument.
func setArg(in *engine.Info, m *engine.Move, name, text string) bool {
	slot := 0
	for _, arg := range in.VerbInfo(m.Verb).Args {
		width := arg.Kind.Width()
		if arg.Name == name {
			return arg.Kind.Parse(text, m.Args[slot:slot+width])
		}
		slot += width
	}
	return false
}

// FormatMove returns a move in the record's notation without its seat, as a control holds it.
func FormatMove(g engine.Game, m engine.Move) string {
	_, text, _ := strings.Cut(string(g.AppendMove(nil, m)), " ")
	return text
}

// ParseMove parses what FormatMove returns, as a move of the seat. Its errors are the game's.
func ParseMove(g engine.Game, seat engine.Seat, text string) (engine.Move, error) {
	return g.ParseMove(seat.String() + " " + text)
}

func ParseMoves(g engine.Game, lines []string) ([]engine.Move, error) {
	moves := make([]engine.Move, len(lines))
	for i, line := range lines {
		m, err := g.ParseMove(line)
		if err != nil {
			return nil, err
		}
		moves[i] = m
	}
	return moves, nil
}

// Things returns what moves of a verb choose several of, in order, and how many each move has. A
// thing is there as often as a move has it. There are none for other verbs.
func Things(in *engine.Info, moves []engine.Move) (things []string, each int) {
	args := in.VerbInfo(moves[0].Verb).Args
	most := map[string]int{}
	if len(args) != 1 || args[0].IconOf == nil {
		return nil, 0
	}
	for _, m := range moves {
		all := strings.Split(ArgText(in, m, args[0].Name), ",")
		count := map[string]int{}
		each = len(all)
		for _, thing := range all {
			if count[thing]++; count[thing] > most[thing] {
				most[thing]++
				things = append(things, thing)
			}
		}
	}
	slices.Sort(things)
	return things, each
}

// ThingsMark begins the argument of a menu whose chosen values are things. The verb follows it.
const ThingsMark = "+"

// WithThings returns the move of a verb with chosen things, as FormatMove does. A value is a thing
// and a space with what tells it from equal ones.
func WithThings(verb string, values []string) string {
	things := make([]string, len(values))
	for i, value := range values {
		things[i], _, _ = strings.Cut(value, " ")
	}
	slices.Sort(things)
	return verb + " " + strings.Join(things, ",")
}
