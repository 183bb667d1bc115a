package announce

import (
	"context"

	"amytis/bot/tables"
	"amytis/engine/table"
	"amytis/store"
)

// sendNext tells a player that they are next, by a direct message or in the channel.
func (a alerter) sendNext(ctx context.Context, n *announcement) (done store.Settlement, err error) {
	then, _, err := n.history.At(n.Version, n.Version)
	if err != nil {
		return done, err
	}
	before, still := tables.StillNext(then, n.history.Table, n.To)
	if !still {
		return done, nil
	}
	if n.Way == store.InChannel {
		return done, a.nextInChannel(ctx, n)
	}
	out := a.writer.DirectNext(n.words, n.history.Loaded, before)
	if found, err := a.findDirect(ctx, n, out); err != nil || found {
		return a.orInChannel(n, err)
	}
	if quiet, err := a.quietNow(ctx, n); err != nil || quiet {
		return done, err
	}
	return a.orInChannel(n, a.postDirect(ctx, n, out))
}

// nextInChannel mentions a player who is next.
func (a alerter) nextInChannel(ctx context.Context, n *announcement) error {
	if !n.pings() {
		return nil
	}
	out := a.writer.Next(n.words, n.history.Loaded, n.To)
	if id, err := a.findPosted(ctx, n, out); err != nil || id != 0 {
		return err
	}
	if quiet, err := a.quietNow(ctx, n); err != nil || quiet {
		return err
	}
	_, err := a.post(ctx, n, out)
	return err
}

// quietNow reports whether an entry must not alert its player now. If the message may be posted
// already, it is repeated, because that tells whether it is.
func (a alerter) quietNow(ctx context.Context, n *announcement) (bool, error) {
	seat := n.history.Table.Seat(n.To)
	if !n.uncertain.IsZero() || n.history.Table.Status != table.Running || seat == 0 {
		return false, nil
	}
	return a.tables.Alerts().Quiet(ctx, n.history.Table, seat)
}
