package tables

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"amytis/bot/play/wishes"
	"amytis/engine/table"
	"amytis/store"
)

// Calendar holds the preferences of a table's people. In a nil one they can always be reached.
type Calendar map[table.UserID]*store.Preferences

// Calendar reads the preferences of all players of a table but the computers.
func (ts *Tables) Calendar(ctx context.Context, t *table.Table) (Calendar, error) {
	c := make(Calendar, len(t.Players))
	for _, p := range t.Players {
		if p.IsComputer() {
			continue
		}
		preferences, err := ts.store.Preferences(ctx, p.User)
		if err != nil {
			return nil, err
		}
		c[p.User] = &preferences
	}
	return c, nil
}

// Quiet returns the first time from at on when the user can be reached.
func (c Calendar) Quiet(user table.UserID, at int64) int64 {
	return wishes.Reachable(c.preferencesOf(user), at)
}

// Absent returns the user's first absence that ends after a time, 0 for none.
func (c Calendar) Absent(user table.UserID, after int64) (begin, end int64) {
	return wishes.Absent(c.preferencesOf(user), after)
}

// away returns for how long a user is away between two times, in milliseconds.
func (c Calendar) away(user table.UserID, from, to int64) (all int64) {
	for {
		begin, end := c.Absent(user, from)
		if end == 0 || begin >= to {
			return all
		}
		all += min(end, to) - max(begin, from)
		from = end
	}
}

// demands lists timed work and pauses, the earliest first. A notice waits while its player is away.
func (c Calendar) demands(t *table.Table, now int64) []table.Demand {
	if c == nil {
		return t.Demands(table.Always)
	}
	demands := append(t.DemandsWith(c.Quiet, c.calls), t.Pauses(c.Absent, now)...)
	for i, d := range demands {
		if d.At > now || !d.Kind.IsNotice() {
			continue
		}
		user := t.Player(d.Seat).User
		if begin, end := c.Absent(user, now); end != 0 && begin <= now {
			demands[i].At = c.Quiet(user, now)
		}
	}
	sortDemands(demands)
	return demands
}

// sortDemands sorts demands by time, at the same time by how important they are.
func sortDemands(demands []table.Demand) {
	slices.SortStableFunc(demands, func(a, b table.Demand) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Kind, b.Kind))
	})
}

// pauseLimits adds the pauses that begin with events, so that the turn's message says so. before
// and t are the table before and after events. It returns the table after the pauses, and when the
// next one begins, for the sweeper, or 0.
func (c Calendar) pauseLimits(
	before, t *table.Table, events []table.Event, now int64,
) (after *table.Table, all []table.Event, next int64, err error) {
	for range 2 { // the second time finds the pauses after the ones that begin now
		next = 0
		for _, pause := range t.Pauses(c.Absent, now) {
			was, is := before.Waits[pause.Seat], t.Waits[pause.Seat]
			if pause.At > now || was.Until != 0 && was.Since == is.Since {
				next = min(cmp.Or(next, pause.At), pause.At)
				continue
			}
			e := table.PauseLimit(pause.Seat, pause.At, pause.Until, now)
			if t, err = t.Next(e); err != nil {
				return nil, nil, 0, err
			}
			events = append(events, e)
		}
	}
	return t, events, next, nil
}

func hasLimit(t *table.Table) bool {
	return slices.ContainsFunc(t.Waits[:], func(wait table.Wait) bool { return wait.Until != 0 })
}

// tellAbsence tells the others at a table without a limit that a player in turn is away or back.
func (ts *Tables) tellAbsence(ctx context.Context, id table.ID, user table.UserID) error {
	return ts.amend(ctx, id, func(t *table.Table) ([]table.Event, error) {
		calendar, err := ts.Calendar(ctx, t)
		if err != nil {
			return nil, err
		}
		e, tells := t.TellAbsence(t.Seat(user), calendar.Absent, ts.Now(t))
		if !tells {
			return nil, nil
		}
		return []table.Event{e}, nil
	})
}

// Reconsider does the overdue work of a user's tables after a change of quiet hours or absences,
// and tells of an absence where no limit runs. Work that fails is left to the sweeper.
func Reconsider(ctx context.Context, ts *Tables, user table.UserID) error {
	ids, err := ts.store.Playing(ctx, 0, user)
	for _, id := range ids {
		s, failed := ts.Load(ctx, id)
		if failed == nil && s.Table.Status == table.Running {
			failed = ts.tellAbsence(ctx, id, user)
			_, overdue := ts.doOverdue(ctx, id)
			failed = errors.Join(failed, overdue)
		}
		err = errors.Join(err, failed)
	}
	return err
}

// WantsText reports whether a player has turned text boards on.
func (c Calendar) WantsText() bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(c)), func(p *store.Preferences) bool { return p.Text })
}

// pingChoice is what becomes of the ping of a turn.
type pingChoice uint8

const (
	noPing   pingChoice = iota // the player or the server wants none
	heldPing                   // the player is called later, by a direct message, or if a plan fails
	pingNow
)

// pingOf returns what becomes of a turn's ping. mentions says that the server allows mentions.
func (c Calendar) pingOf(user table.UserID, at int64, mentions, planned bool) pingChoice {
	chosen := c.preferencesOf(user).Pings
	switch {
	case chosen.When == store.PingNever, !mentions && !wishes.ByMessage(chosen):
		return noPing
	case chosen.When != store.PingAtOnce, chosen.Direct, planned, c.Quiet(user, at) > at:
		return heldPing
	}
	return pingNow
}

func (c Calendar) calls(user table.UserID, held int64) int64 {
	return wishes.CallAt(c.preferencesOf(user), held)
}

func (c Calendar) preferencesOf(user table.UserID) *store.Preferences {
	if p := c[user]; p != nil {
		return p
	}
	return &store.Preferences{}
}

// MayMention reports whether a message that is not about a user's turn may ping the user at a time:
// not in quiet hours or absences, and not if the user never wants pings.
func (c Calendar) MayMention(user table.UserID, at int64) bool {
	return c.preferencesOf(user).Pings.When != store.PingNever && c.Quiet(user, at) <= at
}
