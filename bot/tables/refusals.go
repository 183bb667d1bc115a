package tables

// The codes of this package's refusals, see engine.RuleError. Their texts are in the catalogs,
// below table.refused.
const (
	refusedNoTable      = "no_table"
	RefusedChannelTaken = "channel_taken"
	refusedTimeUp       = "time_up"
	refusedTurnOver     = "turn_over" // args: seat
)

// Refusals lists them, for the test that holds the catalogs to them.
func Refusals() []string {
	return []string{refusedNoTable, RefusedChannelTaken, refusedTimeUp, refusedTurnOver}
}
