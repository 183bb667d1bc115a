package choice

import (
	"slices"
	"strings"

	"amytis/engine"
)

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
