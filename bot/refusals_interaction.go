package bot

// The codes of this package's refusals, see engine.RuleError. Their texts are in the catalogs,
// below table.refused.
const (
	refusedNotPlayer  = "not_player"
	refusedNoSuchSeat = "no_player" // args: player
)

// requestRefusals lists them, for the test that holds the catalogs to them.
func requestRefusals() []string {
	return []string{refusedNotPlayer, refusedNoSuchSeat}
}
