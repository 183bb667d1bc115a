package settings

// The codes of refusals. Their texts, with these args, are in the catalogs below table.refused.
const (
	refusedNotManager   = "not_manager"
	refusedBadZone      = "bad_zone"
	refusedNoQuietHours = "no_quiet_hours"
	refusedBadDay       = "bad_day"
	refusedPastDay      = "past_day"
	refusedAwayTooLong  = "away_too_long" // most: days
	refusedAwayUsedUp   = "away_used_up"  // most and left: days in the year
)
