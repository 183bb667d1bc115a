// Package trials has the handlers of tables on which a user tries moves alone: lessons, and copies
// of tables. No store has them. They are made from data and from what the user has tried, and the
// handlers of turns show them as any other table.
package trials

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/lessons"
	"amytis/bot/play/wishes"
	"amytis/bot/say/sentences"
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
		":" + control.PlanOff:  drop,
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
		":" + control.LessonNext: on((*lesson).next),
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

// sandboxAt is newSandbox at a game of the channel.
func sandboxAt(ctx context.Context, r *interaction.Request, id table.ID) (kind, error) {
	base, err := r.Tables.Load(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, engine.Refuse(refusedSandboxGone, "")
	case err != nil:
		return nil, err
	case base.Header.Guild != r.Guild || base.Header.Channel != r.Channel:
		return nil, engine.Refuse(refusedSandboxOver, "")
	}
	return newSandbox(ctx, r, base)
}

// planAt is newPlan at a game of the channel. Once nothing can be planned there, it leads to the
// table itself.
func planAt(ctx context.Context, r *interaction.Request, id table.ID) (kind, error) {
	base, err := r.LoadHere(ctx, id, refusedPlanGone)
	if err != nil {
		return nil, err
	}
	p, err := newPlan(r, base)
	if err != nil {
		r.PressedAt(base.ID)
		return nil, nil
	}
	return p, nil
}

// openPlan handles /game plan and its button. Who is in turn gets the turn panel.
func openPlan(ctx context.Context, r *interaction.Request) error {
	s, err := r.Table(ctx)
	if err != nil {
		return err
	}
	if seat := s.Table.Seat(r.User); s.Table.Turn().Has(seat) {
		return r.UpdatePanel(ctx, r, s.ID, "")
	}
	p, err := newPlan(r, s)
	if err == nil {
		err = p.read(ctx)
	}
	if err == nil {
		next, _ := p.find(&p.prefs)
		if !p.armed() { // a look does not stop what is armed
			next = p.kept
		}
		err = p.trial.change(ctx, next)
	}
	if err != nil {
		return interaction.About(s.Table, err)
	}
	return show(ctx, r, p)
}

func show(ctx context.Context, r *interaction.Request, u interaction.Unstored) error {
	r.Enter(u)
	return r.UpdatePanel(ctx, r, u.ID(), "")
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

// playOn begins a sandbox at a position of an ended game, or goes on with the one that the user has
// there.
func playOn(ctx context.Context, r *interaction.Request) error {
	s, err := r.Table(ctx)
	if err != nil {
		return err
	}
	b, err := newSandbox(ctx, r, s)
	if err != nil {
		return err
	}
	arg, once := strings.CutSuffix(r.Control().Arg, "!")
	moves, _ := strconv.Atoi(arg)
	next := sandboxAfter(s, moves)
	next.Once = once
	return b.open(ctx, next)
}

// open begins what its user is to play on, if they have not done so, and shows its panel.
func (b *sandbox) open(ctx context.Context, next store.Trial) error {
	r := b.request
	err := r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
		now, err := b.find(p)
		if err != nil || now.From != next.From || now.Once != next.Once {
			b.keep(p, next)
		}
		return nil
	})
	if err == nil {
		err = enter(ctx, r, b)
	}
	if err != nil {
		return err
	}
	return r.ShowPanel(ctx, r, b.ID())
}

// playOut opens an unrated table at the position of a sandbox. It asks who plays the other seats.
func playOut(ctx context.Context, r *interaction.Request) error {
	b, on := r.Unstored.(*sandbox)
	if !on {
		return engine.Refuse(refusedSandboxOver, "")
	}
	if level, err := strconv.Atoi(r.Chosen()); err == nil && b.ID() == r.Control().Table {
		r.Leave()
		r.TurnTo(b.base)
		return r.PlayOut(ctx, r, b.base, movesOf(b.copy.Moves), b.seat, min(max(level, 0), engine.ComputerLevels))
	}
	menu := control.ValueMenu(control.At(control.PlayOut, b.ID(), b.copy, ""), r.Words.Say("bot.sandbox.against"),
		form.Numbers(0, engine.ComputerLevels), -1, func(level int) string {
			if level == 0 {
				return r.Words.Say("bot.sandbox.people")
			}
			return sentences.LevelName(r.Words, level)
		})
	r.Answer.InPlace(ctx, &message.Message{
		Content: r.Words.Say("bot.sandbox.play_out"), KeepAttachments: true,
		Components: []discordgo.MessageComponent{
			control.Row(menu), control.Row(control.BackButton(r.Words, b.ID(), b.copy)),
		},
	})
	return nil
}

// drop deletes the draft and what the program would play of it, and shows the panel of the table
// itself. Its button is below the copy, and on the panel before a planned turn.
func drop(ctx context.Context, r *interaction.Request) error {
	id := r.Pressed()
	if p, planning := r.Unstored.(*plan); planning {
		id = p.base.ID
		r.Leave()
	}
	s, err := r.Tables.Load(ctx, id)
	if err != nil {
		return err
	}
	r.TurnTo(s)
	seat, err := r.SeatAt(s.Table)
	if err == nil && len(s.Table.Plans[seat].Turns) > 0 {
		_, _, err = r.Act(ctx, func(*table.Table) ([]table.Event, error) {
			return []table.Event{table.PlanTurn(seat, nil, false, r.User, r.Now().UnixMilli())}, nil
		}, nil)
	}
	if err == nil {
		err = r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
			wishes.DropDraft(p, id)
			return nil
		})
	}
	if err != nil {
		return interaction.About(s.Table, err)
	}
	return r.UpdatePanel(ctx, r, id, "")
}
