package views

// The codes of this package's refusals, see engine.RuleError. Their texts are in the catalogs,
// below table.refused.
const (
	refusedNotYours   = "not_yours"
	refusedNoSuchTurn = "no_turn" // args: turn, last
)

// Refusals lists them, for the test that holds the catalogs to them.
func Refusals() []string {
	return []string{refusedNotYours, refusedNoSuchTurn}
}
