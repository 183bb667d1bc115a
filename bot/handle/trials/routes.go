// Package trials has the handlers of tables on which a user tries moves alone. They are made from
// data and from what the user has tried, which the store keeps. The handlers of turns show them as
// any other table.
//
//	plan     the next turn at an open table        Preferences.Drafts
//	sandbox  an ended game, from one of its turns  Preferences.Sandbox
//	puzzle   the puzzle of the day, a sandbox      Preferences.Attempt
//	lesson   a guided first game                   Preferences.Lessons
package trials

import (
	"context"
	"errors"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/lessons"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// The codes of refusals; their texts are in the catalogs under table.refused.
const (
	refusedNoPlan      = "no_plan"
	refusedPlanGone    = "plan_gone"
	refusedSandboxOver = "sandbox_over"
	refusedSandboxGone = "sandbox_gone"
	refusedSandboxFull = "sandbox_full" // args: max
	refusedPuzzleOver  = "puzzle_over"
	refusedLater       = "lesson_later" // args: move, what, why, now
	refusedRead        = "lesson_read"
)

func Routes() interaction.Routes {
	return interaction.Routes{
		"game plan":            openPlan,
		":" + control.Plan:     openPlan,
		":" + control.PlanBack: on(kind.back),
		":" + control.PlanOn:   on((*plan).play),
		":" + control.PlanAdd:  on((*plan).another),
		":" + control.PlanAsk:  on((*plan).ask),
		":" + control.PlanOff:  dropPlan,
		":" + control.PlanMore: on((*plan).unfold),

		":" + control.PlayOn:       playOn,
		":" + control.PlayOut:      playOut,
		":" + control.SandboxStart: on((*sandbox).restart),
		":" + control.SandboxSeat:  on((*sandbox).switchSeat),

		":" + control.TryPuzzle:    tryPuzzle,
		":" + control.SubmitPuzzle: on((*sandbox).submit),
		":" + control.PuzzleTable:  showStars,

		"learn":                  learn,
		":" + control.Learn:      pressLearn,
		":" + control.LessonNext: on((*lesson).endStep),
		":" + control.LessonOver: on((*lesson).restart),
	}
}

// Enter leads a press at a lesson or on a copy to that table.
func Enter(ctx context.Context, r *interaction.Request) error {
	k, err := trialAt(ctx, r, r.Control().Table)
	if k == nil || err != nil {
		return err
	}
	return enter(ctx, r, k)
}

// enter leads a request to a trial as it is now.
func enter(ctx context.Context, r *interaction.Request, k kind) error {
	err := k.read(ctx)
	if err == nil {
		r.Enter(k)
	}
	return err
}

// trialAt returns the trial at a table, to be read, nil for none. It refuses one that is gone.
func trialAt(ctx context.Context, r *interaction.Request, at table.ID) (kind, error) {
	if l, found := lessons.WithID(at); found {
		return newLesson(r, l), nil
	}
	gone, isCopy := map[table.ID]string{1: refusedSandboxOver, 2: refusedPlanGone, 3: refusedPlanGone}[at>>61]
	if !isCopy {
		return nil, nil
	}
	prefs, err := r.Store.Preferences(ctx, r.User)
	if err != nil {
		return nil, err
	}
	for _, d := range prefs.Drafts {
		if sameCopy(at, planID(r.User, d)) {
			return planAt(ctx, r, d.Table)
		}
	}
	is := func(kept *store.Trial) bool { return kept != nil && sameCopy(at, sandboxID(r.User, *kept, 0)) }
	switch {
	case is(prefs.Attempt):
		return newAttempt(ctx, r, prefs.Attempt.Table)
	case is(prefs.Sandbox):
		return sandboxAt(ctx, r, prefs.Sandbox.Table)
	}
	return nil, engine.Refuse(gone, "")
}

// on returns the handler of a button that changes a copy, if the copy is as the user sees it.
func on[C interaction.Unstored](change func(C, context.Context) (done bool, err error)) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		done := false
		c, on := r.Unstored.(C)
		if on && c.ID() == r.Control().Table {
			var err error
			switch done, err = change(c, ctx); {
			case errors.Is(err, store.ErrConflict): // another device was quicker
				done = false
			case err != nil:
				return err
			}
		}
		if !done {
			return r.UpdatePanel(ctx, r, r.Pressed(), r.Words.Say("bot.turn.moved_on"))
		}
		return show(ctx, r, c)
	}
}

func show(ctx context.Context, r *interaction.Request, u interaction.Unstored) error {
	r.Enter(u)
	return r.UpdatePanel(ctx, r, u.ID(), "")
}
