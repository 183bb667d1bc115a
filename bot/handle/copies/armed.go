package copies

import (
	"context"
	"slices"

	"amytis/bot/handle/interaction"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// explainedPlans is how often the price of a plan is told.
const explainedPlans = 3

// armed reports whether the program plays the plan when the turn comes.
func (p *plan) armed() bool { return len(p.base.Table.Plans[p.seat].Turns) > 0 }

// arm has the program play the first of some turns that fits, and none without turns. ask is as for
// table.PlanTurn.
func (p *plan) arm(ctx context.Context, turns [][]string, ask bool) error {
	r := p.request
	_, after, err := p.tables.Act(ctx, p.base, r.ID, func(t *table.Table) ([]table.Event, error) {
		e := table.PlanTurn(p.seat, turns, ask, r.User, r.Now().UnixMilli())
		return []table.Event{e}, t.CheckPlan(e)
	}, nil)
	if err == nil {
		p.base = after
	}
	return err
}

// turns returns the turns of the draft in order of preference.
func (p *plan) turns() [][]string { return append(slices.Clone(p.draft.Choices), p.draft.Moves) }

// armText says whether the program plays the plan, and the first times what that costs.
func (p *plan) armText() string {
	w := p.request.Words
	switch {
	case !p.armed():
		return w.Say("bot.plan.unarmed")
	case p.explained <= explainedPlans:
		return text.Lines(w.Say("bot.plan.waits"), w.Say("bot.plan.cost"))
	}
	return w.Say("bot.plan.waits")
}

// onPlan returns the handler of a button below a copy. h is not called if the copy is no longer as
// the user sees it.
func onPlan(h func(ctx context.Context, p *plan) error) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		p, planning := r.Unstored.(*plan)
		if !planning || p.ID() != r.Control().Table {
			return r.UpdatePanel(ctx, r, r.Pressed(), r.Words.Say("bot.turn.moved_on"))
		}
		err := h(ctx, p)
		if engine.RefusalCode(err) == table.RefusedPlanTurn { // the turn has begun
			r.Leave()
			return r.UpdatePanel(ctx, r, p.base.ID, r.Answer.Explain(p.base.Table, err))
		}
		if err != nil {
			return interaction.About(p.base.Table, err)
		}
		return show(ctx, r, p)
	}
}

// play has the program play the plan when the turn comes.
func play(ctx context.Context, p *plan) error {
	if err := p.arm(ctx, p.turns(), !p.draft.Any); err != nil {
		return err
	}
	return p.request.Store.ChangePreferences(ctx, p.request.User, func(prefs *store.Preferences) error {
		prefs.Armed = min(prefs.Armed+1, explainedPlans+1)
		p.explained = prefs.Armed
		return nil
	})
}

// another begins a turn for the case that those before it do not fit.
func another(ctx context.Context, p *plan) error {
	if p.lost > 0 || len(p.draft.Choices)+1 >= p.base.Table.PlanChoices() {
		return nil
	}
	return p.change(ctx, func(d *store.Draft) { d.Choices, d.Moves = p.turns(), nil })
}

// ask switches whether the player is asked if something better comes up.
func ask(ctx context.Context, p *plan) error {
	if p.armed() {
		if err := p.arm(ctx, p.turns(), p.draft.Any); err != nil {
			return err
		}
	}
	return p.store(ctx, func(d *store.Draft) { d.Any = !d.Any })
}
