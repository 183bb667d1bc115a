package text

import "strings"

// Fit is how well a value fits what somebody typed; the lowest is the best.
type Fit int

// The fits, the best first.
const (
	StartsWith Fit = iota
	Contains
	NoMatch
)

// Match compares a value with what somebody typed, in any case.
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
