// Package copies has the handlers of copies of a table, on which a player tries moves alone. They
// are made from the table's log and what the player has tried. The handlers of turns show them as
// any other table.
package copies

import (
	"context"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// The codes of refusals; their texts are in the catalogs under table.refused.
const (
	refusedNoPlan   = "no_plan"
	refusedPlanGone = "plan_gone"
)

func Routes() interaction.Routes {
	return interaction.Routes{
		"game plan":            open,
		":" + control.Plan:     open,
		":" + control.PlanBack: onPlan(back),
		":" + control.PlanOn:   onPlan(play),
		":" + control.PlanAdd:  onPlan(another),
		":" + control.PlanAsk:  onPlan(ask),
		":" + control.PlanOff:  drop,
	}
}

// Enter leads a press on a copy to that copy, or to the table itself once nothing can be planned
// there.
func Enter(ctx context.Context, r *interaction.Request) error {
	pressed := r.Control().Table
	if pressed>>62 != planBit>>62 {
		return nil
	}
	prefs, err := r.Store.Preferences(ctx, r.User)
	if err != nil {
		return err
	}
	for _, d := range prefs.Drafts {
		if draftOf(d.Table) != pressed>>triedLen<<triedLen {
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
		err = p.keep(ctx, p.tried())
	}
	if err != nil {
		return interaction.About(s.Table, err)
	}
	return show(ctx, r, p)
}

func show(ctx context.Context, r *interaction.Request, p *plan) error {
	r.Enter(p)
	return r.UpdatePanel(ctx, r, p.ID(), "")
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
			p.DropDraft(id)
			return nil
		})
	}
	if err != nil {
		return interaction.About(s.Table, err)
	}
	return r.UpdatePanel(ctx, r, id, "")
}
