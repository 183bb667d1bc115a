package text

import "slices"

// Placeholders lists the placeholders of a text, which are the same in every language. It is nil
// for an unknown key. Tests compare it with the arguments that a text is given.
func Placeholders(key string) []string { return slices.Clone(loaded()[Default].entries[key].fields) }
