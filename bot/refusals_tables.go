package bot

// The codes of this package's refusals, see engine.RuleError. Their texts are in the catalogs,
// below table.refused.
const (
	refusedNoTable      = "no_table"
	refusedChannelTaken = "channel_taken"
	refusedTimeUp       = "time_up"
	refusedTurnOver     = "turn_over" // args: seat
)

// tableRefusals lists them, for the test that holds the catalogs to them.
func tableRefusals() []string {
	return []string{refusedNoTable, refusedChannelTaken, refusedTimeUp, refusedTurnOver}
}
