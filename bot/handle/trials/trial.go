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
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/handle/turns"
	"amytis/bot/play/lessons"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

const maxTried = 400 // the most moves of a trial

// trial is what all kinds share: the table is made from what the user's preferences keep.
type trial struct {
	kind    kind // the trial itself
	request *interaction.Request
	base    tables.Loaded // what is copied, nothing in a lesson
	// prefs are as read last, kept is what of them is possible, lost how many moves are not.
	prefs store.Preferences
	kept  store.Trial
	lost  int
	seat  engine.Seat // the user's
	// before is the table before what is tried, log and copy with that; copy may be nil.
	before, copy *table.Table
	log          []table.Event
	guide        *interaction.Guide // nil until it is made
}

// kind is what differs. trial has the usual after and change, which a kind may replace.
type kind interface {
	interaction.Trial
	read(ctx context.Context) error
	back(ctx context.Context) (done bool, err error)

	// find returns what some preferences have of the trial, and keep changes it there.
	find(prefs *store.Preferences) (store.Trial, error)
	keep(prefs *store.Preferences, next store.Trial)
	build(ctx context.Context) error // makes the table from what is kept
	newGuide() interaction.Guide
	after(events []table.Event) (store.Trial, error)    // what is kept after the events of a commit
	change(ctx context.Context, next store.Trial) error // keeps something else
}

// triedLen is how many last bits of a copy's ID tell what was tried; the others what is copied.
const triedLen = 40

// copyID returns the ID of a copy with what is tried there, below twice the bit of its kind.
func copyID(bit table.ID, by string, kept store.Trial, copied ...string) table.ID {
	hash := func(texts []string) table.ID {
		h := fnv.New64a()
		h.Write([]byte(strings.Join(texts, "\n")))
		return table.ID(h.Sum64())
	}
	tried := append([]string{by}, kept.Moves...)
	for _, turn := range kept.Choices {
		tried = append(tried, strings.Join(turn, ";"))
	}
	return bit | hash(copied)&(bit-1)>>triedLen<<triedLen | hash(tried)&(1<<triedLen-1)
}

func sameCopy(a, b table.ID) bool { return a>>triedLen == b>>triedLen }

// read makes the table from what is kept now.
func (t *trial) read(ctx context.Context) (err error) {
	if t.prefs, err = t.request.Store.Preferences(ctx, t.request.User); err != nil {
		return err
	}
	if t.kept, err = t.kind.find(&t.prefs); err != nil {
		return err
	}
	t.guide = nil
	return t.kind.build(ctx)
}

// tryKept makes the copy by the moves kept. It forgets those that are no longer possible.
func (t *trial) tryKept() {
	events, at := playMoves(t.before, t.kept.Moves)
	t.log = append(t.log, events...)
	t.copy = at[len(events)]
	t.lost = len(t.kept.Moves) - len(events)
	t.kept.Moves = t.kept.Moves[:len(events):len(events)]
}

// playMoves plays moves at a table, as far as they are possible. It returns the table before the
// first and after each. All times are the same, so that buttons know a copy by its log.
func playMoves(t *table.Table, moves []string) (events []table.Event, at []*table.Table) {
	at = append(at, t)
	for _, move := range moves {
		m, err := t.Game.ParseMove(move)
		e := table.MoveText(move, userOf(t, m.Seat), t.Start)
		if err == nil {
			t, err = t.Next(e)
		}
		if err != nil {
			break
		}
		events, at = append(events, e), append(at, t)
	}
	return events, at
}

// userOf returns the user of a seat, 0 for chance.
func userOf(t *table.Table, seat engine.Seat) table.UserID {
	for _, p := range t.Players {
		if p.Seat == seat {
			return p.User
		}
	}
	return 0
}

// tried returns the moves tried, how many are the players', and the last one's index, or -1.
func (t *trial) tried() (moves []engine.Move, steps, last int) {
	moves = movesOf(t.copy.Moves[len(t.copy.Moves)-len(t.kept.Moves):])
	last = -1
	for i, m := range moves {
		if m.Seat != engine.Chance {
			steps++
			last = i
		}
	}
	return moves, steps, last
}

func movesOf(entries []table.Entry) []engine.Move {
	moves := make([]engine.Move, len(entries))
	for i := range entries {
		moves[i] = entries[i].Move
	}
	return moves
}

func (t *trial) Log(ctx context.Context) ([]table.Event, error) {
	if t.copy == nil {
		if err := t.read(ctx); err != nil {
			return nil, err
		}
	}
	return t.log, nil
}

func (t *trial) Guide() interaction.Guide {
	if t.guide == nil {
		g := t.kind.newGuide()
		t.guide = &g
	}
	return *t.guide
}

// Commit keeps what is tried after the commit.
func (t *trial) Commit(ctx context.Context, c store.Commit) error {
	switch {
	case t.copy == nil || t.copy.Version != c.Want:
		return store.ErrConflict
	case len(c.Events) == 0: // a hint is noted in the header alone
		return nil
	}
	next, err := t.kind.after(c.Events)
	if err != nil {
		return err
	}
	return t.kind.change(ctx, next)
}

// errOnlyMoves refuses a change that no panel offers.
var errOnlyMoves = errors.New("trials: only moves can be tried")

// after adds moves to those tried: in a plan only the player's.
func (t *trial) after(events []table.Event) (store.Trial, error) {
	next := t.kept
	next.Seat = t.seat
	for _, e := range events {
		switch {
		case e.Kind != table.Moved:
			return next, errOnlyMoves
		case t.copy.Planner == 0 || e.By == t.request.User:
			next.Moves = append(next.Moves, e.Move)
		}
	}
	if len(next.Moves) > maxTried {
		return next, engine.Refuse("sandbox_full", "", "max", strconv.Itoa(maxTried))
	}
	return next, nil
}

// change keeps something else, unless another device has done so.
func (t *trial) change(ctx context.Context, next store.Trial) error {
	was, _ := t.kind.find(&t.prefs)
	err := t.request.Store.ChangePreferences(ctx, t.request.User, func(prefs *store.Preferences) error {
		now, err := t.kind.find(prefs)
		switch {
		case err != nil:
			return err
		case now.Table != was.Table || now.From != was.From || !slices.Equal(now.Moves, was.Moves),
			len(now.Choices) != len(was.Choices):
			return store.ErrConflict
		}
		t.kind.keep(prefs, next)
		return nil
	})
	t.copy = nil
	if err != nil {
		return err
	}
	return t.read(ctx)
}

// back takes back the last step, and chance after it, or the last turn if one has just begun.
func (t *trial) back(ctx context.Context) (done bool, err error) {
	next := t.kept
	moves, _, last := t.tried()
	switch end := len(next.Choices) - 1; {
	case last >= 0:
		next.Moves, next.Seat = next.Moves[:last:last], moves[last].Seat
	case end >= 0:
		next.Choices, next.Moves = next.Choices[:end:end], next.Choices[end]
	default:
		return false, nil
	}
	return true, t.kind.change(ctx, next)
}

// button returns a button with one of the words for buttons.
func (t *trial) button(word string, style discordgo.ButtonStyle, action string) discordgo.Button {
	return control.Button(t.request.Words, "bot.button."+word, style, control.At(action, t.kind.ID(), t.copy, ""))
}

func (t *trial) secondary(word, action string) discordgo.Button {
	return t.button(word, discordgo.SecondaryButton, action)
}

func Routes() interaction.Routes {
	return interaction.Routes{
		"game plan":            {Handle: openPlan, About: (*interaction.Request).Table},
		":" + control.Plan:     {Handle: openPlan},
		":" + control.PlanBack: {Handle: on(kind.back)},
		":" + control.PlanOn:   {Handle: on((*plan).play)},
		":" + control.PlanAdd:  {Handle: on((*plan).another)},
		":" + control.PlanAsk:  {Handle: on((*plan).ask)},
		":" + control.PlanOff:  {Handle: dropPlan},
		":" + control.PlanMore: {Handle: on((*plan).unfold)},

		":" + control.PlayOn:       {Handle: playOn},
		":" + control.PlayOut:      {Handle: playOut},
		":" + control.SandboxStart: {Handle: on((*sandbox).restart)},
		":" + control.SandboxSeat:  {Handle: on((*sandbox).switchSeat)},

		":" + control.TryPuzzle:    {Handle: tryPuzzle},
		":" + control.SubmitPuzzle: {Handle: on((*sandbox).submit)},
		":" + control.PuzzleTable:  {Handle: showStars},

		"learn":                  {Handle: learn, In: interaction.Anywhere},
		":" + control.Learn:      {Handle: pressLearn, In: interaction.Anywhere},
		":" + control.LessonNext: {Handle: on((*lesson).endStep)},
		":" + control.LessonOver: {Handle: on((*lesson).restart)},
	}
}

// Enter leads a press at a lesson or on a copy to that table.
func Enter(ctx context.Context, r *interaction.Request) error {
	k, err := trialAt(ctx, r, r.Control.Table)
	if k == nil || err != nil {
		return err
	}
	return enter(ctx, r, k)
}

// enter leads a request to the present state of a trial.
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
	gone, isCopy := map[table.ID]string{1: "sandbox_over", 2: "plan_gone", 3: "plan_gone"}[at>>61]
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
func on[C interaction.Trial](change func(C, context.Context) (done bool, err error)) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		done := false
		c, on := r.Trial.(C)
		if on && c.ID() == r.Control.Table {
			var err error
			switch done, err = change(c, ctx); {
			case errors.Is(err, store.ErrConflict): // another device was quicker
				done = false
			case err != nil:
				return err
			}
		}
		if !done {
			return turns.UpdatePanel(ctx, r, r.Pressed(), r.Words.Say("bot.turn.moved_on"))
		}
		return show(ctx, r, c)
	}
}

func show(ctx context.Context, r *interaction.Request, u interaction.Trial) error {
	r.Enter(u)
	return turns.UpdatePanel(ctx, r, u.ID(), "")
}
