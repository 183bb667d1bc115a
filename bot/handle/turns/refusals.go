package turns

// The codes of this package's refusals (see engine.RuleError). A comment names the arguments of the
// text, which is in the catalogs below table.refused.
const (
	refusedWrongGame = "wrong_game" // args: game
)
