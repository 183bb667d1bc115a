package choice

// The codes of this package's refusals (engine.RuleError). Their texts are in the catalogs under
// table.refused.
const (
	refusedAmbiguous = "ambiguous" // args: option
)

// Refusals returns all codes. A test checks that the catalogs have texts for them.
func Refusals() []string {
	return []string{refusedAmbiguous}
}
