package interaction

import (
	"context"
	"log/slog"
	"slices"

	"amytis/bot/play/wishes"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Recall reads what the user prefers, and the turn that they have planned at a table, which
// [Request.Planned] then knows. It only logs a failure.
func (r *Request) Recall(ctx context.Context, id table.ID) {
	p, err := r.Store.Preferences(ctx, r.User)
	if err != nil && ctx.Err() == nil {
		r.Log.Error("reading what a player prefers", slog.Any("user", r.User), slog.Any("err", err))
	}
	r.Prefers = p
	r.draft, _ = wishes.DraftAt(&p, id)
}

// Explained is how often something is explained to a user who uses it.
const Explained = 3

// CountUse counts a use of something that is explained the first times. count finds the number.
func (r *Request) CountUse(ctx context.Context, count func(*store.Preferences) *int) error {
	if *count(&r.Prefers) > Explained {
		return nil
	}
	return r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
		*count(p) = min(*count(p)+1, Explained+1)
		r.Prefers = *p
		return nil
	})
}

// Planned returns the moves of the recalled turn that the user has still to play, in the notation
// of records. There are none once that turn has passed.
func (r *Request) Planned(t *table.Table) []string {
	d := r.draft
	seat := t.Seat(r.User)
	if !t.Turn().Has(seat) && t.Acted[seat] != d.Since {
		return nil
	}
	left := slices.Clone(append(d.Choices, d.Moves)[0])
	for _, e := range t.Moves {
		if e.Version <= d.Since || e.Move.Seat != seat {
			continue
		}
		if t.Game.Info().VerbInfo(e.Move.Verb).Ends {
			return nil
		}
		played := string(t.Game.AppendMove(nil, e.Move))
		left = slices.DeleteFunc(left, func(planned string) bool { return planned == played })
	}
	return left
}

// PlannedNext returns the planned move that the user can play now, or the zero Move.
func (r *Request) PlannedNext(t *table.Table) engine.Move {
	left := r.Planned(t)
	if len(left) == 0 {
		return engine.Move{}
	}
	m, err := t.Game.ParseMove(left[0])
	if err == nil {
		_, err = t.State.Apply(m)
	}
	if err != nil {
		return engine.Move{}
	}
	return m
}

// PlannedFirst returns moves with the planned next one, if it is among them, at the front.
func (r *Request) PlannedFirst(t *table.Table, moves []engine.Move) []engine.Move {
	i := slices.Index(moves, r.PlannedNext(t))
	if i <= 0 {
		return moves
	}
	return slices.Insert(slices.Delete(slices.Clone(moves), i, i+1), 0, moves[i])
}
