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
func (p *poster) sendNotice(ctx context.Context, e *entry) (done store.Settlement, err error) {
	then, told, err := e.history.Noticed(e.Message)
	if err != nil {
		return done, err
	}
	seat := told.Seat
	if tables.Outdated(e.Kind, then, e.history.Table, seat) {
		return done, nil
	}
	user := e.history.Table.Player(seat).User
	chosen, err := p.store.Preferences(ctx, user)
	if err != nil {
		return done, err
	}
	if e.Way == store.Direct {
		if e.To != user {
			return done, nil
		}
		out, err := p.writer.DirectNotice(ctx, e.words, e.history, e.Message, seat)
		if err != nil {
			return done, err
		}
		return p.tell(ctx, e, out, func() (store.Settlement, bool, error) {
			return p.notDirectly(ctx, e, seat, chosen.Pings)
		})
	}
	pings := e.pings() && chosen.Pings.When != store.PingNever
	out, err := p.writer.Notice(ctx, e.words, e.history, e.Message, pings)
	if err != nil {
		return done, err
	}
	return p.tell(ctx, e, out, func() (store.Settlement, bool, error) {
		return p.otherWay(ctx, e, seat, chosen.Pings)
	})
}

// otherWay settles the entry of a notice that is not posted in the channel now: its ping is held
// back for quiet hours, or the player gets a direct message.
func (p *poster) otherWay(
	ctx context.Context, e *entry, seat engine.Seat, chosen store.Pings,
) (done store.Settlement, settled bool, err error) {
	switch e.Kind {
	case tables.PostExtension, tables.PostPause:
		return done, false, nil
	case tables.PostCall:
		held, err := p.tables.Alerts().SuppressPings(ctx, e.Table, e.history.Table, engine.Seats(seat))
		if err != nil || held != 0 {
			return done, err == nil, err
		}
	}
	if e.Way != store.AnyWay || chosen.When == store.PingNever {
		return done, false, nil
	}
	next := e.Message
	next.To, next.Way = e.history.Table.Player(seat).User, store.Direct
	switch {
	case e.Kind == tables.PostCall && chosen.When == store.PingDaily:
		next.Kind = tables.PostSummary
	case !chosen.Direct:
		return done, false, nil
	case e.Kind == tables.PostReminder:
		quiet, err := p.tables.Alerts().Quiet(ctx, e.history.Table, seat)
		if err != nil || quiet {
			return done, false, err // the channel reads it, without a ping
		}
	}
	return follow(next), true, nil
}

// notDirectly settles the entry of a direct message that is not sent now. In quiet hours a call is
// held back again, and a reminder is left to the channel.
func (p *poster) notDirectly(
	ctx context.Context, e *entry, seat engine.Seat, chosen store.Pings,
) (done store.Settlement, settled bool, err error) {
	quiet, err := p.tables.Alerts().Quiet(ctx, e.history.Table, seat)
	if err != nil || !quiet && chosen.When != store.PingNever {
		return done, false, err
	}
	switch {
	case e.Kind != tables.PostCall:
		done = e.inChannel()
	case chosen.When != store.PingNever:
		_, err = p.tables.Alerts().SuppressPings(ctx, e.Table, e.history.Table, engine.Seats(seat))
	}
	return done, true, err
}
