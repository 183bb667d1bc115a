package text

import "strings"

// Fit tells how well a value fits typed text, lower is better.
type Fit int

const (
	StartsWith Fit = iota
	Contains
	NoMatch
)

// Match ignores case, and spaces around the typed text.
func Match(value, typed string) Fit {
	value, typed = strings.ToLower(value), strings.ToLower(strings.TrimSpace(typed))
	switch {
	case strings.HasPrefix(value, typed):
		return StartsWith
	case strings.Contains(value, typed):
		return Contains
	}
	return NoMatch
}
