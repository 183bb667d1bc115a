package gametest

import (
	"fmt"
	"slices"
	"strings"

	"amytis/engine"
)

// checkShorthand checks that a whole value in lower case stands for itself, and that every
// expansion of it is a value in the notation.
func checkShorthand(in *engine.Info, m engine.Move) error {
	slot := 0
	for _, arg := range in.VerbInfo(m.Verb).Args {
		v := m.Args[slot : slot+arg.Kind.Width()]
		slot += len(v)
		kind, short := arg.Kind.(engine.Shorthand)
		if !short || !kind.Valid(v) {
			continue
		}
		text := string(kind.Append(nil, v))
		all := kind.Expand(strings.ToLower(text))
		if !slices.Contains(all, text) {
			return fmt.Errorf("argument %s: %q expands to %q, without itself", arg.Name, text, all)
		}
		for _, expanded := range all {
			back := make([]uint32, len(v))
			if !kind.Parse(expanded, back) || string(kind.Append(nil, back)) != expanded {
				return fmt.Errorf("argument %s: %q expands to %q, which is no value", arg.Name, text, expanded)
			}
		}
	}
	return nil
}
