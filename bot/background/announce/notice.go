package announce

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/play/tables"
	"amytis/bot/play/wishes"
	"amytis/bot/say/posts"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// An alert is up to three entries: in the channel, as a direct message, and as a mention where that
// is refused. Each is settled with the next one, so a player gets one, whenever the program ends.

// tellPlayer posts the message to a player, unless decide settles the entry. m may be nil.
func (p *poster) tellPlayer(
	ctx context.Context, e *entry, m *message.Message, decide func() (done store.Settlement, settled bool, err error),
) (_ store.Settlement, err error) {
	// Look whether it is posted.
	var posted table.MessageID
	if m != nil {
		posted, err = p.findPosted(ctx, e, m)
	}

	// Decide about it before the first attempt. Later it must be repeated as it was.
	if err == nil && posted == 0 && e.uncertain.IsZero() {
		if done, settled, err := decide(); err != nil || settled {
			return done, err
		}
	}

	// Post it.
	if err == nil && posted == 0 && m != nil {
		_, err = p.post(ctx, e, m)
	}

	// Have the channel get it if Discord allows no direct message.
	if e.Way == store.Direct && errors.Is(err, rest.ErrNoDirect) {
		p.logOf(e).Info("Discord allows no direct message to a player, so the channel gets it", slog.Any("err", err))
		return e.inChannel(), nil
	}
	return store.Settlement{}, err
}

func (e *entry) inChannel() store.Settlement {
	next := e.Entry
	next.Way = store.InChannel
	return follow(next)
}

// sendNotice tells a player that it is their turn, or how much time they have.
func (p *poster) sendNotice(ctx context.Context, e *entry) (done store.Settlement, err error) {
	// Drop it if it is out of date.
	then, event, err := e.history.Noticed(e.Entry)
	if err != nil {
		return done, err
	}
	seat := event.Seat
	user := e.history.Table.Player(seat).User
	if tables.Outdated(e.Kind, then, e.history.Table, seat) || e.Way == store.Direct && e.To != user {
		return done, nil
	}

	// Write it.
	chosen, err := p.Store.Preferences(ctx, user)
	if err != nil {
		return done, err
	}
	var out *message.Message
	if e.Way == store.Direct {
		out, err = p.Writer.DirectNotice(ctx, e.words, e.history, e.Entry, seat)
	} else {
		pings := e.pings() && chosen.Pings.When != store.PingNever
		out, err = p.Writer.Notice(ctx, e.words, e.history, e.Entry, pings)
	}
	if err != nil {
		return done, err
	}

	// Send it, unless it waits or goes another way.
	return p.tellPlayer(ctx, e, out, func() (store.Settlement, bool, error) {
		return p.decideNotice(ctx, e, seat, chosen.Pings)
	})
}

// decideNotice settles a notice that waits for the end of quiet hours or goes as a direct message.
func (p *poster) decideNotice(
	ctx context.Context, e *entry, seat engine.Seat, chosen store.Pings,
) (done store.Settlement, settled bool, err error) {
	alerts, t := p.Tables.Alerts(), e.history.Table

	// A direct message: in quiet hours a call waits again, and a reminder goes to the channel.
	if e.Way == store.Direct {
		quiet, err := alerts.Quiet(ctx, t, seat)
		if err != nil || !quiet && chosen.When != store.PingNever {
			return done, false, err
		}
		switch {
		case e.Kind != tables.PostCall:
			done = e.inChannel()
		case chosen.When != store.PingNever:
			_, err = alerts.SuppressPing(ctx, e.Table, t, seat)
		}
		return done, true, err
	}

	// A notice in the channel: a call waits, others are posted without a ping.
	switch e.Kind {
	case tables.PostExtension, tables.PostPause:
		return done, false, nil
	case tables.PostCall:
		suppressed, err := alerts.SuppressPing(ctx, e.Table, t, seat)
		if err != nil || suppressed {
			return done, suppressed, err
		}
	}

	// It goes to the player where that is wished, once.
	if e.Way != store.AnyWay || chosen.When == store.PingNever {
		return done, false, nil
	}
	next := e.Entry
	next.To, next.Way = t.Player(seat).User, store.Direct
	switch {
	case e.Kind == tables.PostCall && chosen.When == store.PingDaily:
		next.Kind = tables.PostSummary
	case !chosen.Direct:
		return done, false, nil
	case e.Kind == tables.PostReminder:
		quiet, err := alerts.Quiet(ctx, t, seat)
		if err != nil || quiet {
			return done, false, err // the channel reads it, without a ping
		}
	}
	return follow(next), true, nil
}

func (p *poster) sendNext(ctx context.Context, e *entry) (done store.Settlement, err error) {
	then, _, err := e.history.At(e.Version, e.Version)
	if err != nil {
		return done, err
	}
	before, isNext := tables.StillNext(then, e.history.Table, e.To)
	if !isNext {
		return done, nil
	}
	out := p.Writer.DirectNext(e.words, e.history.Loaded, before, e.To)
	if e.Way == store.InChannel {
		if !e.pings() {
			return done, nil
		}
		out = p.Writer.Next(e.words, e.history.Loaded, e.To)
	}
	return p.tellPlayer(ctx, e, out, func() (store.Settlement, bool, error) {
		quiet, err := p.isQuiet(ctx, e)
		return done, quiet, err
	})
}

// sendAsk asks the host of a lobby whether it stays open, unless it has changed since.
func (p *poster) sendAsk(ctx context.Context, e *entry) (done store.Settlement, err error) {
	now := e.history.Table
	then, _, err := e.history.At(e.Version, e.Version)
	if err != nil || now.Status != table.Lobby || now.Asked == 0 || now.Asked != then.Asked {
		return done, err
	}
	out, err := p.Writer.AskHost(ctx, e.words, e.history.Loaded, e.Nonce, e.pings())
	if err == nil {
		_, err = p.post(ctx, e, out)
	}
	return done, err
}

// sendLost tells of the end of a game whose channel is gone, in a channel or by direct messages.
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

func (p *poster) isQuiet(ctx context.Context, e *entry) (bool, error) {
	seat := e.history.Table.Seat(e.To)
	if e.history.Table.Status != table.Running || seat == 0 {
		return false, nil
	}
	return p.Tables.Alerts().Quiet(ctx, e.history.Table, seat)
}

// A player's daily summary has an entry for each table with a held-back ping. The first takes the
// summary, noted with its nonce; the others are dropped. After days of outage there is one summary.

// sendSummary sends a player the list of the tables that wait, unless they know all of them.
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

// holdSummary holds back the ping if the player has quiet hours again, and reports that.
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

// redirectSummary sends a refused summary to the channel of the table that has waited longest.
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

// sendSummaryInChannel posts the list of one server's tables, and counts the others.
func (p *poster) sendSummaryInChannel(
	ctx context.Context, e *entry, all []tables.Loaded,
) (done store.Settlement, err error) {
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
