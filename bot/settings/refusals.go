package settings

// The codes of this package's refusals, see engine.RuleError. Their texts are in the catalogs,
// below table.refused.
const (
	refusedNotManager   = "not_manager"
	refusedBadOffset    = "bad_offset"
	refusedNoQuietHours = "no_quiet_hours"
)

// Refusals lists them, for the test that holds the catalogs to them.
func Refusals() []string {
	return []string{refusedNotManager, refusedBadOffset, refusedNoQuietHours}
}
