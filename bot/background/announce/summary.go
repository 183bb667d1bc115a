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
		return p.sendSummaryInChannel(ctx, e, all)
	}
	out := p.Writer.Summary(e.words, e.To, all)
	done, err = p.tellPlayer(ctx, e, out, func() (store.Settlement, bool, error) {
		wanted, err := p.takeSummary(ctx, e, all)
		return done, !wanted, err
	})
	if err != nil || len(done.Follow) == 0 {
		return done, err
	}
	return p.redirectSummary(ctx, done.Follow[0], all)
}

func (p *poster) takeSummary(ctx context.Context, e *entry, all []tables.Loaded) (bool, error) {
	chosen, err := p.Store.Preferences(ctx, e.To)
	if err != nil {
		return false, err
	}
	held, err := p.holdSummary(ctx, e)
	if err != nil || held {
		return false, err
	}
	taken, err := p.Tables.Alerts().TakeSummary(ctx, e.To, wishes.SummaryBefore(&chosen, p.Now().UnixMilli()), e.Nonce)
	return taken && chosen.Pings.When != store.PingNever && tables.AnyUntold(all, e.To), err
}

// holdSummary reports whether the player has quiet hours again. Then it holds back the ping until
// their end.
func (p *poster) holdSummary(ctx context.Context, e *entry) (bool, error) {
	quiet, err := p.isQuiet(ctx, e)
	if err != nil || !quiet {
		return false, err
	}
	t := e.history.Table
	if _, err := p.Tables.Alerts().SuppressPing(ctx, e.Table, t, t.Seat(e.To)); err != nil {
		return false, err
	}
	return true, p.Tables.Alerts().LeaveSummary(ctx, e.Entry)
}

// redirectSummary returns the settlement of a summary that Discord has refused: the channel of the
// table that has waited longest gets it, if its server allows pings. m is that entry.
func (p *poster) redirectSummary(ctx context.Context, m store.Entry, all []tables.Loaded) (store.Settlement, error) {
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

// sendSummaryInChannel posts the list of the tables on the server of the entry's table, and counts
// the others.
func (p *poster) sendSummaryInChannel(ctx context.Context, e *entry, all []tables.Loaded) (done store.Settlement, err error) {
	onServer := slices.DeleteFunc(slices.Clone(all), func(s tables.Loaded) bool {
		return s.Header.Guild != e.history.Header.Guild
	})
	if len(onServer) == 0 || !e.pings() {
		return done, nil
	}
	out := p.Writer.SummaryInChannel(e.words, e.Entry, onServer, len(all)-len(onServer))
	return p.tellPlayer(ctx, e, out, func() (store.Settlement, bool, error) {
		held, err := p.holdSummary(ctx, e)
		return done, held, err
	})
}
