package rendertest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Echo stands in for a language's catalog, which is tested elsewhere. Its texts are keys without
// the game's prefix and their sorted arguments, as in "level(Level=2 Things=…)".
type Echo struct{}

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
