package tables

// The codes of this package's refusals. Their texts are in the catalogs below table.refused.
const (
	RefusedNoTable      = "no_table"
	RefusedChannelTaken = "channel_taken"
	refusedTimeUp       = "time_up"
	refusedTurnOver     = "turn_over" // args: seat
	// These refuse another open table: of the same host, and on the server.
	refusedTooManyHosted = "too_many_hosted" // args: max
	refusedTooManyOpen   = "too_many_open"   // args: max
	refusedStillPlaying  = "still_playing"
)
