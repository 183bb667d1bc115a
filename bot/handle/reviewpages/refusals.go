package reviewpages

// The codes of this package's refusals (see engine.RuleError). The texts are in the catalogs below
// table.refused.
const (
	refusedRunning = "review_running"
	refusedStopped = "review_stopped"
	refusedBusy    = "review_busy"
)

// Refusals returns the codes of this package's refusals. A test checks that the catalogs have them.
func Refusals() []string { return []string{refusedRunning, refusedStopped, refusedBusy} }
