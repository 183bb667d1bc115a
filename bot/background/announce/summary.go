package announce

import (
	"context"
	"slices"

	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/store"
)

// At the hour of a player's daily summary there is an entry for each table that has held back a
// ping. The first of them that is served takes the summary of that day, which is noted with its
// nonce, and the others are dropped. After a crash the same entry sends it. What an outage has left
// of the days before is one summary as well.

// sendSummary sends a player the list of all tables that wait for them, by a direct message or in
// the channel of the entry's table. There is none if the player knows of all these tables.
func (p *poster) sendSummary(ctx context.Context, e *entry) (done store.Settlement, err error) {
	if e.To == 0 { // the player was erased
		return done, nil
	}
	all, err := p.tables.Alerts().Waiting(ctx, e.To)
	if err != nil {
		return done, err
	}
	if e.Way == store.InChannel {
		return p.summaryInChannel(ctx, e, all)
	}
	out := p.writer.Summary(e.words, e.To, all)
	done, err = p.tell(ctx, e, out, func() (store.Settlement, bool, error) {
		wanted, err := p.takeSummary(ctx, e, all)
		return done, !wanted, err
	})
	if err != nil || len(done.Follow) == 0 {
		return done, err
	}
	return p.whereItWaits(ctx, done.Follow[0], all)
}

// takeSummary reports whether the entry sends the summary now.
func (p *poster) takeSummary(ctx context.Context, e *entry, all []tables.Loaded) (bool, error) {
	alerts := p.tables.Alerts()
	chosen, err := p.store.Preferences(ctx, e.To)
	if err != nil {
		return false, err
	}
	if later, err := p.holdSummary(ctx, e); err != nil || later {
		return false, err
	}
	taken, err := alerts.TakeSummary(ctx, e.To, chosen.SummaryBefore(p.now().UnixMilli()), e.Nonce)
	return taken && chosen.Pings.When != store.PingNever && tables.AnyUntold(all, e.To), err
}

// holdSummary reports whether the player has quiet hours again. Then it holds back the ping of the
// entry's table, so that the summary comes after them.
func (p *poster) holdSummary(ctx context.Context, e *entry) (bool, error) {
	quiet, err := p.quietNow(ctx, e)
	if err != nil || !quiet {
		return false, err
	}
	alerts, then := p.tables.Alerts(), e.history.Table
	if _, err := alerts.SuppressPings(ctx, e.Table, then, engine.Seats(then.Seat(e.To))); err != nil {
		return false, err
	}
	return true, alerts.LeaveSummary(ctx, e.Entry)
}

// whereItWaits returns the settlement of a summary that Discord has refused. The channel of the
// table that has waited longest gets it, of those whose server allows pings. m is the entry for a
// channel.
func (p *poster) whereItWaits(ctx context.Context, m store.Entry, all []tables.Loaded) (store.Settlement, error) {
	for _, s := range all {
		settings, err := p.store.Settings(ctx, s.Header.Guild)
		if err != nil {
			return store.Settlement{}, err
		}
		if !settings.Quiet {
			m.Table, m.Channel, m.From, m.Version = s.ID, s.Header.Channel, s.Table.Version, s.Table.Version
			return follow(m), nil
		}
	}
	return store.Settlement{}, nil
}

// summaryInChannel posts the list in the channel of the entry's table, with the tables of that
// server. The others are counted.
func (p *poster) summaryInChannel(
	ctx context.Context, e *entry, all []tables.Loaded,
) (done store.Settlement, err error) {
	here := slices.DeleteFunc(slices.Clone(all), func(s tables.Loaded) bool {
		return s.Header.Guild != e.history.Header.Guild
	})
	if len(here) == 0 || !e.pings() {
		return done, nil
	}
	out := p.writer.SummaryInChannel(e.words, e.Entry, here, len(all)-len(here))
	return p.tell(ctx, e, out, func() (store.Settlement, bool, error) {
		later, err := p.holdSummary(ctx, e)
		return done, later, err
	})
}
