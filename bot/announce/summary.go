package announce

import (
	"context"
	"slices"

	"amytis/bot/tables"
	"amytis/engine"
	"amytis/store"
)

// At the hour of a player's daily summary there is an entry for each table that has held back a
// ping. The first of them that is served takes the summary of that day, which is noted with its
// nonce, and the others are dropped. After a crash the same entry sends it. What an outage has left
// of the days before is one summary as well.

// sendSummary sends a player the list of all tables that wait for them, by a direct message or in
// the channel of the entry's table. There is none if the player knows of all these tables.
func (a alerter) sendSummary(ctx context.Context, n *announcement) (done store.Settlement, err error) {
	if n.To == 0 { // the player was erased
		return done, nil
	}
	all, err := a.tables.Alerts().Waiting(ctx, n.To)
	if err != nil {
		return done, err
	}
	if n.Way == store.InChannel {
		return a.summaryInChannel(ctx, n, all)
	}
	out := a.writer.Summary(n.words, n.To, all)
	if found, err := a.findDirect(ctx, n, out); err != nil || found {
		return a.afterSummary(ctx, n, all, err)
	}
	if n.uncertain.IsZero() {
		if wanted, err := a.takeSummary(ctx, n, all); err != nil || !wanted {
			return done, err
		}
	}
	return a.afterSummary(ctx, n, all, a.postDirect(ctx, n, out))
}

// takeSummary reports whether the entry sends the summary now.
func (a alerter) takeSummary(ctx context.Context, n *announcement, all []tables.Loaded) (bool, error) {
	alerts := a.tables.Alerts()
	chosen, err := a.store.Preferences(ctx, n.To)
	if err != nil {
		return false, err
	}
	if held, err := a.holdSummary(ctx, n); err != nil || held {
		return false, err
	}
	taken, err := alerts.TakeSummary(ctx, n.To, chosen.SummaryBefore(a.now().UnixMilli()), n.Nonce)
	return taken && chosen.Pings.When != store.PingNever && tables.AnyUntold(all, n.To), err
}

// holdSummary reports whether the player has quiet hours again. Then it holds back the ping of the
// entry's table, so that the summary comes after them.
func (a alerter) holdSummary(ctx context.Context, n *announcement) (bool, error) {
	quiet, err := a.quietNow(ctx, n)
	if err != nil || !quiet {
		return false, err
	}
	alerts, then := a.tables.Alerts(), n.history.Table
	if _, err := alerts.SuppressPings(ctx, n.Table, then, engine.Seats(then.Seat(n.To))); err != nil {
		return false, err
	}
	return true, alerts.LeaveSummary(ctx, n.Message)
}

// afterSummary returns the settlement of an entry whose direct message was sent, or refused. Then
// the channel of the table that has waited longest gets the list, of those whose server allows
// pings.
func (a alerter) afterSummary(
	ctx context.Context, n *announcement, all []tables.Loaded, sent error,
) (store.Settlement, error) {
	done, err := a.orInChannel(n, sent)
	if err != nil || len(done.Follow) == 0 {
		return done, err
	}
	for _, s := range all {
		settings, err := a.store.Settings(ctx, s.Header.Guild)
		if err != nil {
			return store.Settlement{}, err
		}
		if !settings.Quiet {
			next := done.Follow[0]
			next.Table, next.Channel, next.From, next.Version = s.ID, s.Header.Channel, s.Table.Version, s.Table.Version
			return store.Settlement{Follow: []store.Message{next}}, nil
		}
	}
	return store.Settlement{}, nil
}

// summaryInChannel posts the list in the channel of the entry's table, with the tables of that
// server. The others are counted.
func (a alerter) summaryInChannel(
	ctx context.Context, n *announcement, all []tables.Loaded,
) (done store.Settlement, err error) {
	here := slices.DeleteFunc(slices.Clone(all), func(s tables.Loaded) bool {
		return s.Header.Guild != n.history.Header.Guild
	})
	if len(here) == 0 || !n.pings() {
		return done, nil
	}
	out := a.writer.SummaryInChannel(n.words, n.Message, here, len(all)-len(here))
	if id, err := a.findPosted(ctx, n, out); err != nil || id != 0 {
		return done, err
	}
	if held, err := a.holdSummary(ctx, n); err != nil || held {
		return done, err
	}
	_, err = a.post(ctx, n, out)
	return done, err
}
