package choice

// The codes of this package's refusals (engine.RuleError). Their texts are in the catalogs under
// table.refused.
const (
	refusedAmbiguous = "ambiguous" // args: option
)
