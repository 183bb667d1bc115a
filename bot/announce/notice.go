package announce

import (
	"context"

	"amytis/bot/tables"
	"amytis/engine"
	"amytis/store"
)

// sendNotice sends a notice about a player's time: it is the player's turn, the time is nearly
// over, or there is more of it. Outdated notices are dropped. A player who wants direct messages
// gets one in place of a notice that pings.
func (a alerter) sendNotice(ctx context.Context, n *announcement) (done store.Settlement, err error) {
	then, e, err := n.history.Noticed(n.Message)
	if err != nil {
		return done, err
	}
	seat := e.Seat
	if tables.Outdated(n.Kind, then, n.history.Table, seat) {
		return done, nil
	}
	user := n.history.Table.Player(seat).User
	chosen, err := a.store.Preferences(ctx, user)
	if err != nil {
		return done, err
	}
	if n.Way == store.Direct {
		return a.noticeDirectly(ctx, n, seat, chosen.Pings)
	}
	pings := n.pings() && chosen.Pings.When != store.PingNever
	out, err := a.writer.Notice(ctx, n.words, n.history, n.Message, pings)
	if err != nil {
		return done, err
	}
	if out != nil {
		// The message may be posted already; if so, its ping is not held back again.
		if id, err := a.findPosted(ctx, n, out); err != nil || id != 0 {
			return done, err
		}
	}
	if n.uncertain.IsZero() {
		if done, settled, err := a.otherWay(ctx, n, seat, chosen.Pings); err != nil || settled {
			return done, err
		}
	}
	if out != nil {
		_, err = a.post(ctx, n, out)
	}
	return done, err
}

// otherWay settles the entry of a notice that is not posted in the channel now: its ping is held
// back for quiet hours, or the player gets a direct message.
func (a alerter) otherWay(
	ctx context.Context, n *announcement, seat engine.Seat, chosen store.Pings,
) (done store.Settlement, settled bool, err error) {
	switch n.Kind {
	case tables.PostExtension, tables.PostPause:
		return done, false, nil
	case tables.PostCall:
		held, err := a.tables.Alerts().SuppressPings(ctx, n.Table, n.history.Table, engine.Seats(seat))
		if err != nil || held != 0 {
			return done, err == nil, err
		}
	}
	if n.Way != store.AnyWay || chosen.When == store.PingNever {
		return done, false, nil
	}
	next := n.Message
	next.To, next.Way = n.history.Table.Player(seat).User, store.Direct
	switch {
	case n.Kind == tables.PostCall && chosen.When == store.PingDaily:
		next.Kind = tables.PostSummary
	case !chosen.Direct:
		return done, false, nil
	case n.Kind == tables.PostReminder:
		quiet, err := a.tables.Alerts().Quiet(ctx, n.history.Table, seat)
		if err != nil || quiet {
			return done, false, err // the channel reads it, without a ping
		}
	}
	return store.Settlement{Follow: []store.Message{next}}, true, nil
}

// noticeDirectly sends a notice as a direct message. In quiet hours it holds back a call again, and
// leaves a reminder to the channel.
func (a alerter) noticeDirectly(
	ctx context.Context, n *announcement, seat engine.Seat, chosen store.Pings,
) (done store.Settlement, err error) {
	if n.To != n.history.Table.Player(seat).User {
		return done, nil
	}
	out, err := a.writer.DirectNotice(ctx, n.words, n.history, n.Message, seat)
	if err != nil {
		return done, err
	}
	if found, err := a.findDirect(ctx, n, out); err != nil || found {
		return a.orInChannel(n, err)
	}
	if n.uncertain.IsZero() {
		quiet, err := a.tables.Alerts().Quiet(ctx, n.history.Table, seat)
		switch {
		case err != nil:
			return done, err
		case chosen.When == store.PingNever && n.Kind == tables.PostCall:
			return done, nil
		case quiet && n.Kind == tables.PostCall:
			_, err = a.tables.Alerts().SuppressPings(ctx, n.Table, n.history.Table, engine.Seats(seat))
			return done, err
		case quiet, chosen.When == store.PingNever:
			return n.inChannel(), nil
		}
	}
	return a.orInChannel(n, a.postDirect(ctx, n, out))
}
