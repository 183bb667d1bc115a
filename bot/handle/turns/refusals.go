package turns

// The codes of refusals. Their texts, with these args, are in the catalogs below table.refused.
const (
	refusedWrongGame = "wrong_game" // args: game
)
