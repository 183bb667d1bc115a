package views

// The codes of this package's refusals (see engine.RuleError). A comment names the arguments of the
// text, which is in the catalogs below table.refused.
const (
	refusedNotYours   = "not_yours"
	refusedNoSuchTurn = "no_turn" // args: turn, last
	refusedNotOver    = "replay_running"
	refusedNoEnd      = "replay_stopped"
)

// Refusals returns the codes of this package's refusals. A test checks that the catalogs have them.
func Refusals() []string {
	return []string{refusedNotYours, refusedNoSuchTurn, refusedNotOver, refusedNoEnd}
}
