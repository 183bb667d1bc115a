package hints

// The codes of this package's refusals (see engine.RuleError). The texts are in the catalogs below
// table.refused.
const (
	refusedHintsOff = "hints_off"
)

// Refusals returns the codes of this package's refusals. A test checks that the catalogs have them.
func Refusals() []string {
	return []string{refusedHintsOff}
}
