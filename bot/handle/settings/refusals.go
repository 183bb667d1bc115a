package settings

// The codes of this package's refusals (see engine.RuleError). A comment names the arguments of the
// text, which is in the catalogs below table.refused.
const (
	refusedNotManager   = "not_manager"
	refusedBadZone      = "bad_zone"
	refusedNoQuietHours = "no_quiet_hours"
	refusedBadDay       = "bad_day"
	refusedPastDay      = "past_day"
	refusedAwayTooLong  = "away_too_long" // most: days
	refusedAwayUsedUp   = "away_used_up"  // most and left: days in the year
)
