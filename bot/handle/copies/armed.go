package copies

import (
	"context"
	"slices"

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
// table.PlanTurn. If the player's turn has begun, nothing is done, and the request leads to the
// table itself.
func (p *plan) arm(ctx context.Context, turns [][]string, ask bool) (done bool, err error) {
	r := p.request
	_, after, err := p.tables.Act(ctx, p.base, r.ID, func(t *table.Table) ([]table.Event, error) {
		e := table.PlanTurn(p.seat, turns, ask, r.User, r.Now().UnixMilli())
		return []table.Event{e}, t.CheckPlan(e)
	}, nil)
	if engine.RefusalCode(err) == table.RefusedPlanTurn {
		r.Leave()
		r.PressedAt(p.base.ID)
		return false, nil
	}
	if err == nil {
		p.base = after
	}
	return err == nil, err
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

// play has the program play the plan when the turn comes.
func (p *plan) play(ctx context.Context) (done bool, err error) {
	if done, err = p.arm(ctx, p.turns(), !p.draft.Any); !done {
		return false, err
	}
	return true, p.request.Store.ChangePreferences(ctx, p.request.User, func(prefs *store.Preferences) error {
		prefs.Armed = min(prefs.Armed+1, explainedPlans+1)
		p.explained = prefs.Armed
		return nil
	})
}

// another begins a turn for the case that those before it do not fit.
func (p *plan) another(ctx context.Context) (done bool, err error) {
	if p.lost > 0 || len(p.draft.Choices)+1 >= p.base.Table.PlanChoices() {
		return false, nil
	}
	return true, p.change(ctx, func(d *store.Trial) { d.Choices, d.Moves = p.turns(), nil })
}

// ask switches whether the player is asked if something better comes up.
func (p *plan) ask(ctx context.Context) (done bool, err error) {
	if p.armed() {
		if done, err = p.arm(ctx, p.turns(), p.draft.Any); !done {
			return false, err
		}
	}
	return true, p.store(ctx, func(d *store.Trial) { d.Any = !d.Any })
}
