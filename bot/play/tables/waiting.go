package tables

import (
	"cmp"
	"context"
	"slices"

	"amytis/bot/play/wishes"
	"amytis/engine/table"
	"amytis/store"
)

// Waiting returns the tables that wait for a user, on all servers, the longest wait first.
func (al Alerts) Waiting(ctx context.Context, user table.UserID) ([]Loaded, error) {
	playing, err := Playing(ctx, al.ts, 0, user)
	all := slices.DeleteFunc(playing, func(s Loaded) bool {
		return s.Table.Suspended() || !(s.Table.Awaited() &^ s.Table.Computers()).Has(s.Table.Seat(user))
	})
	since := func(s Loaded) int64 { return s.Table.Waits[s.Table.Seat(user)].Since }
	slices.SortStableFunc(all, func(a, b Loaded) int { return cmp.Compare(since(a), since(b)) })
	return all, err
}

// AnyUntold reports whether one of the tables waits for a user who does not know it: the ping was
// held back, and they have neither looked nor got a reminder.
func AnyUntold(all []Loaded, user table.UserID) bool {
	return slices.ContainsFunc(all, func(s Loaded) bool {
		wait := s.Table.Waits[s.Table.Seat(user)]
		return wait.PingHeld != 0 && needsLook(wait)
	})
}

// TakeSummary notes that the outbox entry with nonce sends a user's daily summary of the time due,
// in Unix milliseconds. taken is false if another entry sends it, or a later one.
func (al Alerts) TakeSummary(ctx context.Context, user table.UserID, due int64, nonce string) (taken bool, err error) {
	err = al.ts.store.ChangePreferences(ctx, user, func(p *store.Preferences) error {
		taken = p.Pings.SummedBy == nonce || p.Pings.Summed < due
		if taken {
			p.Pings.Summed, p.Pings.SummedBy = due, nonce
		}
		return nil
	})
	return taken && err == nil, err
}

// LeaveSummary takes back the note of TakeSummary for an entry that sends nothing. An entry for a
// channel follows one with another nonce, which took the summary.
func (al Alerts) LeaveSummary(ctx context.Context, m store.Entry) error {
	return al.ts.store.ChangePreferences(ctx, m.To, func(p *store.Preferences) error {
		followed := m.Way == store.InChannel && p.Pings.Summed <= wishes.SummaryBefore(p, m.At)
		if followed || p.Pings.SummedBy == m.Nonce {
			p.Pings.Summed, p.Pings.SummedBy = 0, ""
		}
		return nil
	})
}
