// Package announce sends the messages of the store's outbox to Discord. It keeps their order within
// a channel, sends to several channels at once, and retries until Discord has a message. It does
// not write the messages; package posts does.
package announce

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"amytis/bot/posts"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/engine/table"
	"amytis/store"
)

// Announcer sends the entries of the outbox. An entry that cannot be sent stays there and is
// retried, also by the Announcer of a later run. Make it with New, then Run it.
type Announcer struct {
	client    *session.Client
	store     store.Store
	tables    *tables.Tables
	languages *telling.Languages
	writer    *posts.Writer
	log       *slog.Logger
	now       func() time.Time
	// slots holds a value for each entry that is being sent.
	slots  chan struct{}
	outage *outage
	// retry and beat are those of Options.
	retry, beat time.Duration

	mu     sync.Mutex
	queues map[table.ChannelID]*queue
}

// Options is what an Announcer needs. All fields but Retry and Beat are required.
type Options struct {
	Client    *session.Client
	Store     store.Store
	Tables    *tables.Tables
	Languages *telling.Languages
	Writer    *posts.Writer
	Log       *slog.Logger
	Now       func() time.Time
	// Retry is the pause before the first retry of an entry; 0 is a second. Each failure doubles
	// it, up to five minutes.
	Retry time.Duration
	// Beat is the minimum time between two edits of a live game's message; 0 is two seconds. It is
	// also the pause between a change on a server and the retry that it causes.
	Beat time.Duration
}

const (
	// announceAtOnce limits the entries that are sent at the same time.
	announceAtOnce = 8
	// outboxPage limits the entries read from the store at once.
	outboxPage   = 256
	defaultRetry = time.Second
	retryMax     = 5 * time.Minute
	defaultBeat  = 2 * time.Second
	// outboxEvery is how often Run reads the outbox without a signal from the store.
	outboxEvery = 30 * time.Second
)

// New returns an announcer. It sends nothing before Run.
func New(o Options) *Announcer {
	return &Announcer{
		client: o.Client, store: o.Store, tables: o.Tables, languages: o.Languages,
		writer: o.Writer, log: o.Log, now: o.Now,
		slots: make(chan struct{}, announceAtOnce), outage: newOutage(),
		retry: cmp.Or(o.Retry, defaultRetry), beat: cmp.Or(o.Beat, defaultBeat),
		queues: map[table.ChannelID]*queue{},
	}
}

// Run sends the entries of the outbox until ctx ends. It returns when all requests have ended.
func (a *Announcer) Run(ctx context.Context) {
	var queues sync.WaitGroup
	defer queues.Wait()
	last := uint64(0)
	for {
		page, err := a.store.Outbox(ctx, last, outboxPage)
		switch {
		case err != nil && ctx.Err() == nil:
			a.log.Error("reading the outbox", slog.Any("err", err))
		case len(page) > 0:
			last = page[len(page)-1].Seq
			for _, m := range page {
				a.enqueue(ctx, &queues, m)
			}
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-a.store.Notify():
		case <-time.After(outboxEvery):
		}
	}
}

// deliver sends one entry and settles it. It retries after growing pauses, and soon after an outage
// or a change on the server. A superseded entry is settled without sending it.
func (a *Announcer) deliver(ctx context.Context, q *queue, m store.Message, superseded bool) {
	wait := a.retry
	for {
		outageOver := a.outage.ended()
		settlement, err := store.Settlement{}, error(nil)
		if !superseded {
			settlement, err = a.attempt(ctx, q, m)
			a.noteOutcome(err)
		}
		if err == nil {
			if err = a.store.Settle(ctx, m.Seq, settlement); err == nil || errors.Is(err, store.ErrNotFound) {
				return
			}
		}
		if ctx.Err() != nil {
			return
		}
		asked := session.RetryAfter(err)
		a.log.Warn(
			"an announcement failed", slog.Any("table", m.Table), slog.String("kind", m.Kind),
			slog.Duration("retry in", max(wait, asked)), slog.Any("err", err),
		)
		if session.Sleep(ctx, asked) != nil {
			return
		}
		pause := wait - asked
		wait = min(2*wait, retryMax)
		if q.awaitRetry(ctx, outageOver, pause) {
			wait = a.retry
			if session.Sleep(ctx, a.beat) != nil { // many changes come together
				return
			}
		}
	}
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

// attempt sends one entry. It returns no error if the entry is dropped: because its table has lost
// its channel, or because Discord will never accept it.
func (a *Announcer) attempt(ctx context.Context, q *queue, m store.Message) (store.Settlement, error) {
	n, err := a.load(ctx, m)
	if err != nil || n.history.Table.Lost {
		return store.Settlement{}, err
	}
	guild := n.history.Header.Guild
	a.setGuild(q, guild)
	settlement, err := a.send(ctx, n)
	if errors.Is(err, session.ErrArchived) {
		settlement, err = a.reopen(ctx, n)
	}
	switch {
	case a.channelLost(ctx, guild, err):
		a.log.Warn(
			"the channel of a game is gone, so the game is aborted", slog.Any("table", m.Table), slog.Any("guild", guild),
			slog.Any("channel", m.Channel), slog.Any("err", err),
		)
		return store.Settlement{}, a.tables.GiveUp(ctx, m.Table)
	case hopeless(err):
		a.log.Warn(
			"Discord refuses an announcement for good", slog.Any("table", m.Table), slog.String("kind", m.Kind),
			slog.Any("err", err),
		)
		return store.Settlement{}, nil
	}
	return settlement, err
}

// channelLost reports whether a request failed because the channel is gone, or because the bot was
// removed from the server.
func (a *Announcer) channelLost(ctx context.Context, guild table.GuildID, err error) bool {
	if !errors.Is(err, session.ErrForbidden) {
		return errors.Is(err, session.ErrChannelGone)
	}
	on, err := a.client.OnGuild(ctx, guild.String())
	return err == nil && !on
}

// Flush waits until the outbox is empty, but at most d.
func (a *Announcer) Flush(d time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	for {
		left, err := a.store.Outbox(ctx, 0, 1)
		if err != nil || len(left) == 0 || session.Sleep(ctx, flushPause) != nil {
			return
		}
	}
}

// flushPause is the time between two looks at the outbox in Flush.
const flushPause = 2 * time.Millisecond

// Reconnected retries at once all entries that wait after a failure. Call it when the bot is
// connected to Discord again.
func (a *Announcer) Reconnected() { a.outage.end() }
