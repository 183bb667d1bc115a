package announce

import (
	"context"
	"errors"
	"log/slog"
	"math/bits"
	"time"

	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// delivery is an entry of the outbox on its way to Discord.
type delivery struct {
	store.Message
	// mustLook means that the message must be looked for before it is sent. At first that is so for
	// entries of an earlier process, which may have posted it.
	mustLook bool
	// uncertain is when this process first may have posted the message without hearing of it, zero
	// if it never did.
	uncertain time.Time
	// pinged are the seats that the message pings. It counts while the outcome is uncertain.
	pinged engine.SeatSet
	// next is the player who gets a direct message that they are next, 0 for none.
	next table.UserID
	// claimed is when this process got the entry. Announcer.mu guards it and refused.
	claimed time.Time
	// refused says that Discord refused the last attempt until something changes on the server.
	refused bool
}

// deliver sends one entry and settles it. A superseded entry is settled without sending it.
func (q *queue) deliver(ctx context.Context, d *delivery, superseded bool) {
	settlement := store.Settlement{}
	if !superseded {
		var done bool
		if settlement, done = q.send(ctx, d); !done {
			return
		}
	}
	q.settle(ctx, d, settlement)
}

// send tries to send an entry until there is an outcome to store. It retries after growing pauses,
// and soon after an outage or a change on the server. It returns false if ctx ended.
func (q *queue) send(ctx context.Context, d *delivery) (_ store.Settlement, done bool) {
	wait := q.retry
	for tries := 1; ; tries++ {
		outageOver := q.outage.ended()
		settlement, err := q.attempt(ctx, d)
		if q.key.kind != strips {
			q.noteOutcome(err)
		}
		q.noteRefused(d, err)
		if err == nil {
			return settlement, true
		}
		if ctx.Err() != nil {
			return settlement, false
		}
		if q.key.kind == strips && needless(err, tries) {
			q.log.Debug("an old message keeps its buttons", slog.Any("table", d.Table), slog.Any("err", err))
			return store.Settlement{}, true
		}
		if !ofDiscord(err) {
			wait = min(wait, storeRetryMax)
		}
		asked := session.RetryAfter(err)
		if ofDiscord(err) || bits.OnesCount(uint(tries)) == 1 {
			q.log.Warn(
				"an announcement failed", slog.Any("table", d.Table), slog.String("kind", d.Kind),
				slog.Duration("pause", max(wait, asked)), slog.Any("err", err),
			)
		}
		if session.Sleep(ctx, asked) != nil {
			return settlement, false
		}
		pause := wait - asked
		wait = min(2*wait, retryMax)
		if q.awaitRetry(ctx, outageOver, pause) {
			wait = q.retry
			if session.Sleep(ctx, q.beat) != nil { // many changes come together
				return settlement, false
			}
		}
	}
}

// settle stores the outcome of an entry. It retries until the store has it, since a message that
// was sent must not be sent again.
func (q *queue) settle(ctx context.Context, d *delivery, s store.Settlement) {
	wait := min(q.retry, storeRetryMax)
	for tries := 1; ; tries++ {
		err := q.store.Settle(ctx, d.Seq, s)
		if err == nil {
			q.noteProgress()
		}
		if err == nil || errors.Is(err, store.ErrNotFound) || ctx.Err() != nil {
			return
		}
		if bits.OnesCount(uint(tries)) == 1 {
			q.log.Warn(
				"the outcome of an announcement cannot be stored", slog.Any("table", d.Table),
				slog.String("kind", d.Kind), slog.Int("tries", tries), slog.Any("err", err),
			)
		}
		if session.Sleep(ctx, wait) != nil {
			return
		}
		wait = min(2*wait, storeRetryMax)
	}
}

// ofDiscord reports whether an error is that of a request. Any other comes from the store.
func ofDiscord(err error) bool {
	var refused *session.Error
	return errors.As(err, &refused)
}

// attempt sends one entry. It returns no error if the entry is dropped: because its table has lost
// its channel, or because Discord will never accept it.
func (q *queue) attempt(ctx context.Context, d *delivery) (store.Settlement, error) {
	if q.key.kind == strips {
		return store.Settlement{}, q.strip(ctx, d)
	}
	n, err := q.load(ctx, d)
	// A summary is about other tables too.
	if err != nil || n.history.Table.Lost && n.Kind != tables.PostSummary {
		return store.Settlement{}, err
	}
	guild := n.history.Header.Guild
	q.noteGuild(guild)
	settlement, err := q.do(ctx, n)
	if errors.Is(err, session.ErrArchived) {
		settlement, err = q.reopen(ctx, n)
	}
	if n.posted {
		q.notePosted(d)
	}
	switch {
	case q.channelLost(ctx, guild, err):
		q.log.Warn(
			"the channel of a game is gone, so the game is aborted", slog.Any("table", d.Table), slog.Any("guild", guild),
			slog.Any("channel", d.Channel), slog.Any("err", err),
		)
		return store.Settlement{}, q.tables.GiveUp(ctx, d.Table)
	case hopeless(err):
		q.log.Warn(
			"Discord refuses an announcement for good", slog.Any("table", d.Table), slog.String("kind", d.Kind),
			slog.Any("err", err),
		)
		return store.Settlement{}, nil
	}
	return settlement, err
}

// noteOutcome tells outage whether Discord served a request.
func (a *Announcer) noteOutcome(err error) {
	switch {
	case err == nil:
		a.outage.success()
	case errors.Is(err, session.ErrTemporary):
		a.outage.failure()
	}
}

// channelLost reports whether a request failed because the channel is gone, or because the bot was
// removed from the server.
func (a *Announcer) channelLost(ctx context.Context, guild table.GuildID, err error) bool {
	if !errors.Is(err, session.ErrForbidden) {
		return errors.Is(err, session.ErrChannelGone)
	}
	on, err := a.guilds.OnGuild(ctx, guild.String())
	return err == nil && !on
}
