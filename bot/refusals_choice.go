package bot

// The codes of this package's refusals, see engine.RuleError. Their texts are in the catalogs,
// below table.refused.
const (
	refusedAmbiguous = "ambiguous" // args: option
)

// choiceRefusals lists them, for the test that holds the catalogs to them.
func choiceRefusals() []string {
	return []string{refusedAmbiguous}
}
