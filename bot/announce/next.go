package announce

import (
	"context"

	"amytis/bot/tables"
	"amytis/engine/table"
	"amytis/store"
)

// sendNext tells a player that they are next, by a direct message or in the channel.
func (p *poster) sendNext(ctx context.Context, e *entry) (done store.Settlement, err error) {
	then, _, err := e.history.At(e.Version, e.Version)
	if err != nil {
		return done, err
	}
	before, still := tables.StillNext(then, e.history.Table, e.To)
	if !still {
		return done, nil
	}
	out := p.writer.DirectNext(e.words, e.history.Loaded, before)
	if e.Way == store.InChannel {
		if !e.pings() {
			return done, nil
		}
		out = p.writer.Next(e.words, e.history.Loaded, e.To)
	}
	if id, err := p.find(ctx, e, out); err != nil || id != 0 {
		return p.orInChannel(e, err)
	}
	if quiet, err := p.quietNow(ctx, e); err != nil || quiet {
		return done, err
	}
	_, err = p.post(ctx, e, out)
	return p.orInChannel(e, err)
}

// quietNow reports whether an entry must not alert its player now. If the message may be posted
// already, it is repeated, because that tells whether it is.
func (p *poster) quietNow(ctx context.Context, e *entry) (bool, error) {
	seat := e.history.Table.Seat(e.To)
	if !e.uncertain.IsZero() || e.history.Table.Status != table.Running || seat == 0 {
		return false, nil
	}
	return p.tables.Alerts().Quiet(ctx, e.history.Table, seat)
}
