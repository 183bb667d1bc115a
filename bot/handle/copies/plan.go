package copies

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// plan is a player on a copy of an open table, as if the player's next turn were now. The steps
// tried there are a draft in the player's preferences.
type plan struct {
	request *interaction.Request
	base    tables.Loaded
	seat    engine.Seat
	draft   store.Draft
	// copy is the table with the draft's steps, nil until it is made. added are its events that the
	// base does not have, and lines tell the steps.
	copy  *table.Table
	added []table.Event
	lines []string
	// lost is how many steps of the draft are no longer possible.
	lost int
}

// The ID of a copy tells its user's draft by the bits of draftOf, and what was tried by the others.
const (
	planBit  table.ID = 1 << 62
	triedLen          = 40
)

// draftOf returns the part of the IDs of all copies of a table.
func draftOf(base table.ID) table.ID {
	h := fnv.New64a()
	h.Write([]byte(base.String()))
	return planBit | table.ID(h.Sum64())&(planBit-1)>>triedLen<<triedLen
}

func (p *plan) ID() table.ID {
	h := fnv.New64a()
	h.Write([]byte(p.request.User.String() + "\n" + strings.Join(p.tried(), "\n")))
	return draftOf(p.base.ID) | table.ID(h.Sum64())&(1<<triedLen-1)
}

// tried returns the steps of the draft that are still possible.
func (p *plan) tried() []string { return p.draft.Moves[:len(p.draft.Moves)-p.lost] }

// newPlan returns the copy of a table for the user. It refuses where nothing can be planned.
func newPlan(ctx context.Context, r *interaction.Request, base tables.Loaded) (*plan, error) {
	seat, err := r.SeatAt(base.Table)
	if err != nil {
		return nil, err
	}
	if !base.Table.MayPlan(seat) {
		return nil, engine.Refuse(refusedNoPlan, "")
	}
	p := &plan{request: r, base: base, seat: seat}
	return p, p.read(ctx)
}

// read makes the copy from the draft as it is stored now.
func (p *plan) read(ctx context.Context) error {
	r := p.request
	prefs, err := r.Store.Preferences(ctx, r.User)
	if err != nil {
		return err
	}
	p.draft = p.current(&prefs)
	at := p.base.Table.Start // the same for the same steps, so that buttons know their copy
	p.added, p.lines, p.lost = []table.Event{table.Foresee(p.seat, at)}, nil, 0
	if p.copy, err = p.base.Table.Next(p.added[0]); err != nil {
		return err
	}
	for i, move := range p.draft.Moves {
		e := table.MoveText(move, r.User, at)
		next, err := p.copy.Next(e)
		if err != nil {
			p.lost = len(p.draft.Moves) - i
			break
		}
		m := next.Moves[len(next.Moves)-1].Move
		p.lines = append(p.lines, sentences.Line(r.Words, sentences.ReadBy(p.copy, p.seat), m))
		p.copy, p.added = next, append(p.added, e)
	}
	return nil
}

// current returns the draft in some preferences, an empty one if the player has acted since.
func (p *plan) current(prefs *store.Preferences) store.Draft {
	since := p.base.Table.Acted[p.seat]
	if d, found := prefs.Draft(p.base.ID); found && d.Since == since {
		return d
	}
	return store.Draft{Table: p.base.ID, Since: since}
}

// Log implements [interaction.Unstored].
func (p *plan) Log(ctx context.Context) ([]table.Event, error) {
	if p.copy == nil {
		if err := p.read(ctx); err != nil {
			return nil, err
		}
	}
	_, log, err := p.request.Store.Table(ctx, p.base.ID)
	if err != nil {
		return nil, err
	}
	return append(slices.Clip(log[:p.base.Table.Version]), p.added...), nil
}

// Commit adds steps to the draft.
func (p *plan) Commit(ctx context.Context, c store.Commit) error {
	if p.copy == nil || p.copy.Version != c.Want {
		return store.ErrConflict
	}
	tried := slices.Clone(p.tried())
	for _, e := range c.Events {
		switch {
		case e.Kind != table.Moved:
			return errors.New("copies: only moves can be planned")
		case e.By == p.request.User:
			tried = append(tried, e.Move)
		}
	}
	return p.keep(ctx, tried)
}

// keep stores the steps tried, unless another device has changed them.
func (p *plan) keep(ctx context.Context, tried []string) error {
	err := p.request.Store.ChangePreferences(ctx, p.request.User, func(prefs *store.Preferences) error {
		d := p.current(prefs)
		if !slices.Equal(d.Moves, p.draft.Moves) {
			return store.ErrConflict
		}
		d.Moves = tried
		prefs.KeepDraft(d)
		return nil
	})
	p.copy = nil
	if err != nil {
		return err
	}
	return p.read(ctx)
}

// Guide implements [interaction.Unstored].
func (p *plan) Guide(t *table.Table) interaction.Guide {
	w, whole := p.request.Words, !t.Turn().Has(p.seat)
	g := interaction.Guide{Copy: true, Hints: true, Rests: whole, Text: w.Say("bot.plan.banner")}
	if p.lost > 0 {
		g.Text = text.Lines(w.Say("bot.plan.rebased", "Count", p.lost), g.Text)
	}
	round := sentences.Scene(w, t) != sentences.Scene(w, p.base.Table)
	unknown, last := w.Say(t.Game.Info().ID+".plan", "Round", round), ""
	if whole {
		unknown, last = "", w.Say("bot.plan.whole")
	}
	lines := sentences.ByPlayer(w, sentences.ReadBy(t, p.seat), p.lines)
	g.Text = text.Lines(g.Text, unknown, strings.Join(lines, "\n"), last)
	button := func(key string, c control.Control) {
		g.Buttons = append(g.Buttons, control.Button(w, key, discordgo.SecondaryButton, c))
	}
	button("bot.button.plan_keep", control.At(control.Panel, p.base.ID, p.base.Table, ""))
	if len(p.lines) > 0 {
		button("bot.button.plan_back", control.At(control.PlanBack, p.ID(), t, ""))
		button("bot.button.plan_off", control.At(control.PlanOff, p.ID(), t, ""))
	}
	return g
}
