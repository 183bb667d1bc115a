package rendertest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Echo stands in for the catalog of a language: its texts are keys with their arguments. It leaves
// out what all keys of a game begin with, as in "level(Level=2 Things=…)". The catalogs belong to
// another package, which tests the pictures' words in every language.
type Echo struct{}

// T returns the key and the arguments sorted by name. The separator of lists is a plain "; ".
func (Echo) T(key string, args map[string]any) string {
	if key == "list.clauses" {
		return "; "
	}
	parts := strings.SplitN(key, ".", 3)
	if len(parts) == 3 && parts[0] == "alt" {
		key = parts[2]
	}
	if len(args) == 0 {
		return key
	}
	values := make([]string, 0, len(args))
	for _, name := range slices.Sorted(maps.Keys(args)) {
		values = append(values, fmt.Sprintf("%s=%v", name, args[name]))
	}
	return key + "(" + strings.Join(values, " ") + ")"
}
