package choice

import (
	"strings"

	"amytis/engine"
)

// ArgText is the argument called name of a move, in the notation; "" if the move has none or leaves
// it out.
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

// setArg puts an argument into a move; false if text is none of its kind.
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

// Written is a move in the notation without its seat, as controls hold it.
func Written(g engine.Game, m engine.Move) string {
	_, text, _ := strings.Cut(string(g.AppendMove(nil, m)), " ")
	return text
}

// Read is the move of a seat that Written wrote.
func Read(g engine.Game, seat engine.Seat, text string) (engine.Move, error) {
	return g.ParseMove(seat.String() + " " + text)
}
