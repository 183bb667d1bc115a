// Package copies has the handlers of copies of a table, on which a player tries moves alone. They
// are made from the table's log and what the player has tried. The handlers of turns show them as
// any other table.
package copies

import (
	"context"
	"errors"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
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
)

func Routes() interaction.Routes {
	return interaction.Routes{
		"game plan":            open,
		":" + control.Plan:     open,
		":" + control.PlanBack: on(trial.back),
		":" + control.PlanOn:   on((*plan).play),
		":" + control.PlanAdd:  on((*plan).another),
		":" + control.PlanAsk:  on((*plan).ask),
		":" + control.PlanOff:  drop,
		":" + control.PlanMore: on(func(p *plan, _ context.Context) (bool, error) { p.unfolded = true; return true, nil }),

		":" + control.PlayOn:       playOn,
		":" + control.PlayOut:      playOut,
		":" + control.SandboxStart: on((*sandbox).restart),
		":" + control.SandboxSeat:  on((*sandbox).switchSeat),

		":" + control.TryPuzzle:    tryPuzzle,
		":" + control.SubmitPuzzle: on((*sandbox).submit),
		":" + control.PuzzleTable:  showStars,
	}
}

// trial is a copy whose last step can be taken back. done is false if there is none.
type trial interface {
	interaction.Unstored
	back(ctx context.Context) (done bool, err error)
}

// triedLen is how many of the last bits of a copy's ID tell what was tried there. Those before tell
// what is copied.
const triedLen = 40

// copyID returns an ID below twice the bit of the copy's kind.
func copyID(kind table.ID, copied, tried []string) table.ID {
	hash := func(texts []string) table.ID {
		h := fnv.New64a()
		h.Write([]byte(strings.Join(texts, "\n")))
		return table.ID(h.Sum64())
	}
	return kind | hash(copied)&(kind-1)>>triedLen<<triedLen | hash(tried)&(1<<triedLen-1)
}

func sameCopy(a, b table.ID) bool { return a>>triedLen == b>>triedLen }

// Enter leads a press on a copy to that copy.
func Enter(ctx context.Context, r *interaction.Request) error {
	switch pressed := r.Control().Table; {
	case pressed>>62 == planBit>>62:
		return enterPlan(ctx, r, pressed)
	case pressed>>61 == sandboxBit>>61:
		return enterSandbox(ctx, r, pressed)
	}
	return nil
}

func enterSandbox(ctx context.Context, r *interaction.Request, pressed table.ID) error {
	prefs, err := r.Store.Preferences(ctx, r.User)
	if err != nil {
		return err
	}
	is := func(box *store.Trial) bool { return box != nil && sameCopy(pressed, sandboxID(r.User, box, 0)) }
	var b *sandbox
	switch {
	case is(prefs.Attempt):
		b, err = newAttempt(ctx, r, prefs.Attempt.Table)
	case is(prefs.Sandbox):
		b, err = sandboxAt(ctx, r, prefs.Sandbox.Table)
	default:
		err = engine.Refuse(refusedSandboxOver, "")
	}
	if err == nil {
		err = b.read(ctx)
	}
	if err == nil {
		r.Enter(b)
	}
	return err
}

// sandboxAt is newSandbox at a game of the channel.
func sandboxAt(ctx context.Context, r *interaction.Request, id table.ID) (*sandbox, error) {
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

// enterPlan leads to the table itself once nothing can be planned there.
func enterPlan(ctx context.Context, r *interaction.Request, pressed table.ID) error {
	prefs, err := r.Store.Preferences(ctx, r.User)
	if err != nil {
		return err
	}
	for _, d := range prefs.Drafts {
		if !sameCopy(pressed, draftOf(d.Table)) {
			continue
		}
		base, err := r.Tables.Load(ctx, d.Table)
		if err != nil || base.Header.Guild != r.Guild || base.Header.Channel != r.Channel {
			break
		}
		p, err := newPlan(ctx, r, base)
		if engine.RefusalCode(err) != "" {
			r.PressedAt(base.ID)
			return nil
		}
		if err == nil {
			r.Enter(p)
		}
		return err
	}
	return engine.Refuse(refusedPlanGone, "")
}

// open handles /game plan and its button. Who is in turn gets the turn panel.
func open(ctx context.Context, r *interaction.Request) error {
	s, err := r.Table(ctx)
	if err != nil {
		return err
	}
	if seat := s.Table.Seat(r.User); s.Table.Turn().Has(seat) {
		return r.UpdatePanel(ctx, r, s.ID, "")
	}
	p, err := newPlan(ctx, r, s)
	if err == nil {
		err = p.store(ctx, func(d *store.Trial) { // a look does not stop what is armed
			if !p.armed() {
				d.Moves = p.tried()
			}
		})
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
			if done, err = change(c, ctx); err != nil {
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
	return b.open(ctx, func(p *store.Preferences) {
		if p.Sandbox == nil || p.Sandbox.Table != s.ID || p.Sandbox.From != next.From || p.Sandbox.Once != once {
			p.Sandbox = &next
		}
	})
}

// open stores what its user is to play on, if that is new, and shows its panel.
func (b *sandbox) open(ctx context.Context, set func(*store.Preferences)) error {
	r := b.request
	err := r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
		set(p)
		return nil
	})
	if err == nil {
		err = b.read(ctx)
	}
	if err != nil {
		return err
	}
	r.Enter(b)
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
		return r.PlayOut(ctx, r, b.base, b.moves, b.seat, min(max(level, 0), engine.ComputerLevels))
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
