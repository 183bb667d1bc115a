package settings

// The codes of this package's refusals (see engine.RuleError). A comment names the arguments of the
// text, which is in the catalogs below table.refused.
const (
	refusedNotManager   = "not_manager"
	refusedBadOffset    = "bad_offset"
	refusedNoQuietHours = "no_quiet_hours"
)

// Refusals returns the codes of this package's refusals. A test checks that the catalogs have them.
func Refusals() []string {
	return []string{refusedNotManager, refusedBadOffset, refusedNoQuietHours}
}
