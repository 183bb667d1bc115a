package announce

import (
	"context"
	"slices"

	"amytis/bot/play/tables"
	"amytis/bot/play/wishes"
	"amytis/store"
)

// At the hour of a player's daily summary each table with a held-back ping has an entry. The first
// one that is served takes the summary of the day, noted with its nonce, also after a crash; the
// others are dropped. An outage of days leads to one summary.

// sendSummary sends a player the list of all tables that wait for them, unless they know of them
// all.
func (p *poster) sendSummary(ctx context.Context, e *entry) (done store.Settlement, err error) {
	if e.To == 0 { // the player was erased
		return done, nil
	}
	all, err := p.Tables.Alerts().Waiting(ctx, e.To)
	if err != nil {
		return done, err
	}
	if e.Way == store.InChannel {
		return p.summaryInChannel(ctx, e, all)
	}
	out := p.Writer.Summary(e.words, e.To, all)
	done, err = p.tell(ctx, e, out, func() (store.Settlement, bool, error) {
		wanted, err := p.takeSummary(ctx, e, all)
		return done, !wanted, err
	})
	if err != nil || len(done.Follow) == 0 {
		return done, err
	}
	return p.whereItWaits(ctx, done.Follow[0], all)
}

func (p *poster) takeSummary(ctx context.Context, e *entry, all []tables.Loaded) (bool, error) {
	alerts := p.Tables.Alerts()
	chosen, err := p.Store.Preferences(ctx, e.To)
	if err != nil {
		return false, err
	}
	if later, err := p.holdSummary(ctx, e); err != nil || later {
		return false, err
	}
	taken, err := alerts.TakeSummary(ctx, e.To, wishes.SummaryBefore(&chosen, p.Now().UnixMilli()), e.Nonce)
	return taken && chosen.Pings.When != store.PingNever && tables.AnyUntold(all, e.To), err
}

// holdSummary reports whether the player has quiet hours again. Then it holds back the ping until
// their end.
func (p *poster) holdSummary(ctx context.Context, e *entry) (bool, error) {
	quiet, err := quietNow(ctx, p, e)
	if err != nil || !quiet {
		return false, err
	}
	alerts, then := p.Tables.Alerts(), e.history.Table
	if _, err := alerts.SuppressPing(ctx, e.Table, then, then.Seat(e.To)); err != nil {
		return false, err
	}
	return true, alerts.LeaveSummary(ctx, e.Entry)
}

// whereItWaits returns the settlement of a summary that Discord has refused: the channel of the
// table that has waited longest gets it, if its server allows pings. m is that entry.
func (p *poster) whereItWaits(ctx context.Context, m store.Entry, all []tables.Loaded) (store.Settlement, error) {
	for _, s := range all {
		settings, err := p.Store.Settings(ctx, s.Header.Guild)
		if err != nil {
			return store.Settlement{}, err
		}
		if !settings.Quiet && !s.Header.Guild.Direct() {
			m.Table, m.Channel, m.From, m.Version = s.ID, s.Header.Channel, s.Table.Version, s.Table.Version
			return follow(m), nil
		}
	}
	return store.Settlement{}, nil
}

// summaryInChannel posts the list of the tables on the server of the entry's table, and counts the
// others.
func (p *poster) summaryInChannel(
	ctx context.Context, e *entry, all []tables.Loaded,
) (done store.Settlement, err error) {
	here := slices.DeleteFunc(slices.Clone(all), func(s tables.Loaded) bool {
		return s.Header.Guild != e.history.Header.Guild
	})
	if len(here) == 0 || !e.pings() {
		return done, nil
	}
	out := p.Writer.SummaryInChannel(e.words, e.Entry, here, len(all)-len(here))
	return p.tell(ctx, e, out, func() (store.Settlement, bool, error) {
		later, err := p.holdSummary(ctx, e)
		return done, later, err
	})
}
