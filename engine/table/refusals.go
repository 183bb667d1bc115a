package table

import "amytis/engine"

// The reasons why a table refuses an event, and behind them the placeholders of their texts.
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
	RefusedUndoRevealed  = "undo_revealed" // move
	// RefusedRoundWaits refuses a move before the round, RefusedRoundBegun readiness after that.
	RefusedRoundWaits = "round_waits"
	RefusedRoundBegun = "round_begun"
	RefusedOption     = "bad_option"   // why
	RefusedMisplaced  = "option_needs" // option, needed
	// RefusedFixed refuses another option for a game with the deal of an ended one.
	RefusedFixed  = "fixed_deal"
	RefusedSeated = "already_seated"
	// RefusedLastPerson refuses a computer as a replacement of the only person at the table.
	RefusedLastPerson = "last_person"
	RefusedNoStandIns = "no_stand_ins"
	RefusedOnlyPerson = "only_person" // plays, so gets no stand-in
	// RefusedStoodIn refuses a person's move, or another stand-in, while a computer stands in.
	RefusedStoodIn    = "stood_in"
	RefusedNotStoodIn = "not_stood_in"
	// RefusedPlanTurn refuses a plan for a turn that has begun, RefusedPlanOften one too many.
	RefusedPlanTurn  = "plan_your_turn"
	RefusedPlanOften = "plan_too_often"
	RefusedSuspended = "suspended"
	// RefusedLog refuses an event that does not belong in this log. Players never cause it.
	RefusedLog = "bad_log"
)

// refuseIf refuses an event if that is so.
func refuseIf(is bool, code string) error {
	if is {
		return engine.Refuse(code, "")
	}
	return nil
}

var Refusals = []string{
	RefusedFull, RefusedJoined, RefusedNotJoined, RefusedTooFew, RefusedStarted, RefusedNotStarted,
	RefusedEnded, RefusedAborted, RefusedNothingToUndo, RefusedUndoFinal, RefusedUndoOthers,
	RefusedUndoLive, RefusedUndoRevealed, RefusedOption, RefusedSeated, RefusedLastPerson, RefusedLog,
	RefusedRoundWaits, RefusedRoundBegun, RefusedNoStandIns, RefusedOnlyPerson, RefusedStoodIn,
	RefusedNotStoodIn, RefusedPlanTurn, RefusedPlanOften, RefusedFixed, RefusedSuspended, RefusedMisplaced,
}
