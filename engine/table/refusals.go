package table

// The reasons for which a table refuses something, whatever its game; catalogs
// hold a text for each.
const (
	RefusedFull          = "full" // max
	RefusedJoined        = "already_joined"
	RefusedNotJoined     = "not_joined"
	RefusedTooFew        = "too_few" // min
	RefusedStarted       = "started"
	RefusedNotStarted    = "not_started"
	RefusedEnded         = "ended"
	RefusedAborted       = "aborted"
	RefusedNothingToUndo = "nothing_to_undo"
	RefusedUndoFinal     = "undo_final" // move
	RefusedUndoOthers    = "undo_others"
	RefusedUndoLive      = "undo_live"
	RefusedOption        = "bad_option" // why
	// RefusedSeated: who is to replace a player sits at the table already; player.
	RefusedSeated = "already_seated"
	// RefusedLog is no player's fault: an event that does not belong in a log.
	RefusedLog = "bad_log"
)

// Refusals lists all of them.
var Refusals = []string{
	RefusedFull, RefusedJoined, RefusedNotJoined, RefusedTooFew, RefusedStarted, RefusedNotStarted,
	RefusedEnded, RefusedAborted, RefusedNothingToUndo, RefusedUndoFinal, RefusedUndoOthers,
	RefusedUndoLive,
	RefusedOption, RefusedSeated, RefusedLog,
}
