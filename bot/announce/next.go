package announce

import (
	"context"

	"amytis/bot/tables"
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
		if n.pings() {
			_, err = a.post(ctx, n, a.writer.Next(n.words, n.history.Loaded, n.To))
		}
		return done, err
	}
	out := a.writer.DirectNext(n.words, n.history.Loaded, before)
	if found, err := a.findDirect(ctx, n, out); err != nil || found {
		return a.orInChannel(n, err)
	}
	if n.uncertain.IsZero() {
		quiet, err := a.tables.Alerts().Quiet(ctx, n.history.Table, n.history.Table.Seat(n.To))
		if err != nil || quiet {
			return done, err
		}
	}
	return a.orInChannel(n, a.postDirect(ctx, n, out))
}
