package announce

import (
	"context"
	"errors"
	"log/slog"

	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/play/tables"
	"amytis/bot/play/wishes"
	"amytis/bot/say/posts"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// An alert is up to three entries: in the channel's queue, as a direct message in the user's queue,
// and as a mention in the channel where Discord refuses that. Each is settled together with the
// next one, so a player gets one of them, whenever the program ends.

// check decides whether the message of an entry is sent now. If settled is true it is not, and done
// is the outcome.
type check func() (done store.Settlement, settled bool, err error)

// tell posts the message of an entry to a player. Before the first attempt it asks decide; later
// the message may be posted already, and must be repeated as it was, so that it is found. A nil m
// is only decided about.
func (p *poster) tell(ctx context.Context, e *entry, m *message.Message, decide check) (store.Settlement, error) {
	if m != nil {
		if id, err := p.find(ctx, e, m); err != nil || id != 0 {
			return e.orInChannel(p.Log, err)
		}
	}
	if e.uncertain.IsZero() {
		if done, settled, err := decide(); err != nil || settled {
			return done, err
		}
	}
	if m == nil {
		return store.Settlement{}, nil
	}
	_, err := p.post(ctx, e, m)
	return e.orInChannel(p.Log, err)
}

// orInChannel returns the settlement after a request. If Discord allows no direct message, another
// entry mentions the player in the channel.
func (e *entry) orInChannel(log *slog.Logger, err error) (store.Settlement, error) {
	if e.Way != store.Direct || !errors.Is(err, rest.ErrNoDirect) {
		return store.Settlement{}, err
	}
	log.Info(
		"Discord allows no direct message to a player, so the channel gets it", slog.Any("table", e.Table),
		slog.String("kind", e.Kind), slog.Any("err", err),
	)
	return e.inChannel(), nil
}

func (e *entry) inChannel() store.Settlement {
	next := e.Entry
	next.Way = store.InChannel
	return follow(next)
}

// sendNotice tells a player that it is their turn, or how much time they have. It drops outdated
// notices. Players who want direct messages get one in place of a notice that pings.
func (p *poster) sendNotice(ctx context.Context, e *entry) (done store.Settlement, err error) {
	then, event, err := e.history.Noticed(e.Entry)
	if err != nil {
		return done, err
	}
	seat := event.Seat
	if tables.Outdated(e.Kind, then, e.history.Table, seat) {
		return done, nil
	}
	user := e.history.Table.Player(seat).User
	chosen, err := p.Store.Preferences(ctx, user)
	if err != nil {
		return done, err
	}
	if e.Way == store.Direct {
		if e.To != user {
			return done, nil
		}
		out, err := p.Writer.DirectNotice(ctx, e.words, e.history, e.Entry, seat)
		if err != nil {
			return done, err
		}
		return p.tell(ctx, e, out, func() (store.Settlement, bool, error) {
			return p.notDirectly(ctx, e, seat, chosen.Pings)
		})
	}
	pings := e.pings() && chosen.Pings.When != store.PingNever
	out, err := p.Writer.Notice(ctx, e.words, e.history, e.Entry, pings)
	if err != nil {
		return done, err
	}
	return p.tell(ctx, e, out, func() (store.Settlement, bool, error) {
		return p.otherWay(ctx, e, seat, chosen.Pings)
	})
}

// otherWay settles the entry of a notice that is not posted in the channel now: its ping waits for
// the end of quiet hours, or the player gets a direct message.
func (p *poster) otherWay(
	ctx context.Context, e *entry, seat engine.Seat, chosen store.Pings,
) (done store.Settlement, settled bool, err error) {
	switch e.Kind {
	case tables.PostExtension, tables.PostPause:
		return done, false, nil
	case tables.PostCall:
		suppressed, err := p.Tables.Alerts().SuppressPing(ctx, e.Table, e.history.Table, seat)
		if err != nil || suppressed {
			return done, err == nil, err
		}
	}
	if e.Way != store.AnyWay || chosen.When == store.PingNever {
		return done, false, nil
	}
	next := e.Entry
	next.To, next.Way = e.history.Table.Player(seat).User, store.Direct
	switch {
	case e.Kind == tables.PostCall && chosen.When == store.PingDaily:
		next.Kind = tables.PostSummary
	case !chosen.Direct:
		return done, false, nil
	case e.Kind == tables.PostReminder:
		quiet, err := p.Tables.Alerts().Quiet(ctx, e.history.Table, seat)
		if err != nil || quiet {
			return done, false, err // the channel reads it, without a ping
		}
	}
	return follow(next), true, nil
}

// notDirectly settles the entry of a direct message that is not sent now. In quiet hours a call
// waits again, and a reminder goes to the channel.
func (p *poster) notDirectly(
	ctx context.Context, e *entry, seat engine.Seat, chosen store.Pings,
) (done store.Settlement, settled bool, err error) {
	quiet, err := p.Tables.Alerts().Quiet(ctx, e.history.Table, seat)
	if err != nil || !quiet && chosen.When != store.PingNever {
		return done, false, err
	}
	switch {
	case e.Kind != tables.PostCall:
		done = e.inChannel()
	case chosen.When != store.PingNever:
		_, err = p.Tables.Alerts().SuppressPing(ctx, e.Table, e.history.Table, seat)
	}
	return done, true, err
}

func (p *poster) sendNext(ctx context.Context, e *entry) (done store.Settlement, err error) {
	then, _, err := e.history.At(e.Version, e.Version)
	if err != nil {
		return done, err
	}
	before, still := tables.StillNext(then, e.history.Table, e.To)
	if !still {
		return done, nil
	}
	out := p.Writer.DirectNext(e.words, e.history.Loaded, before, e.To)
	if e.Way == store.InChannel {
		if !e.pings() {
			return done, nil
		}
		out = p.Writer.Next(e.words, e.history.Loaded, e.To)
	}
	return p.tell(ctx, e, out, func() (store.Settlement, bool, error) {
		quiet, err := quietNow(ctx, p, e)
		return done, quiet, err
	})
}

// sendAsk asks the host of a lobby whether it stays open, unless it has changed since.
func (p *poster) sendAsk(ctx context.Context, e *entry) (done store.Settlement, err error) {
	then, _, err := e.history.At(e.Version, e.Version)
	if now := e.history.Table; err != nil || now.Status != table.Lobby || now.Asked == 0 || now.Asked != then.Asked {
		return done, err
	}
	out, err := p.Writer.AskHost(ctx, e.words, e.history.Loaded, e.Nonce, e.pings())
	if err == nil {
		_, err = p.post(ctx, e, out)
	}
	return done, err
}

// sendLost tells of the end of a game whose channel is gone. If the entry's channel is gone or
// hidden too, the players who want direct messages get one.
func (p *poster) sendLost(ctx context.Context, e *entry) (done store.Settlement, err error) {
	_, err = p.post(ctx, e, posts.Lost(e.words, e.history.Table))
	if e.Way == store.Direct && errors.Is(err, rest.ErrNoDirect) {
		return done, nil
	}
	if !errors.Is(err, rest.ErrForbidden) && !errors.Is(err, rest.ErrChannelGone) {
		return done, err
	}
	for _, player := range e.history.Table.Players {
		chosen, err := p.Store.Preferences(ctx, player.User)
		if err != nil {
			return done, err
		}
		if !player.IsComputer() && wishes.ByMessage(chosen.Pings) {
			next := e.Entry
			next.To, next.Way = player.User, store.Direct
			done.Follow = append(done.Follow, next)
		}
	}
	return done, nil
}

func quietNow(ctx context.Context, p *poster, e *entry) (bool, error) {
	seat := e.history.Table.Seat(e.To)
	if e.history.Table.Status != table.Running || seat == 0 {
		return false, nil
	}
	return p.Tables.Alerts().Quiet(ctx, e.history.Table, seat)
}
