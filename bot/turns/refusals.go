package turns

// The codes of this package's refusals, see engine.RuleError. Their texts are in the catalogs,
// below table.refused.
const (
	refusedWrongGame = "wrong_game" // args: game
)

// Refusals lists them, for the test that holds the catalogs to them.
func Refusals() []string {
	return []string{refusedWrongGame}
}
