package interaction

// The codes of this package's refusals, see engine.RuleError. Their texts are in the catalogs,
// below table.refused.
const (
	RefusedNotPlayer  = "not_player"
	RefusedNoSuchSeat = "no_player" // args: player
)

// Refusals lists them, for the test that holds the catalogs to them.
func Refusals() []string {
	return []string{RefusedNotPlayer, RefusedNoSuchSeat}
}
