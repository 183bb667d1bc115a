// Package announce sends the messages of the store's outbox to Discord. It keeps the order of the
// games of a channel, sends to several channels at once, is fair between members who share a
// channel, and retries until Discord has a message. It does not write the messages; package posts
// does.
package announce

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"amytis/bot/posts"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
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
	// slots holds a value for each entry that is being sent. Entries that remove buttons have their
	// own, so that they delay no message.
	slots, stripSlots chan struct{}
	outage            *outage
	// retry and beat are those of Options.
	retry, beat time.Duration

	mu     sync.Mutex
	queues map[lane]*queue
	// unreadable has the channels whose messages cannot be listed. It exists to log that only once.
	unreadable sync.Map
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
	// it, up to five minutes, or two seconds where the store failed.
	Retry time.Duration
	// Beat is the minimum time between two edits of a live game's message; 0 is two seconds. It is
	// also the pause between a change on a server and the retry that it causes.
	Beat time.Duration
}

const (
	// announceAtOnce limits the entries that are sent at the same time.
	announceAtOnce = 8
	// stripAtOnce limits the messages whose buttons are removed at the same time.
	stripAtOnce = 4
	// outboxPage limits the entries read from the store at once.
	outboxPage   = 256
	defaultRetry = time.Second
	retryMax     = 5 * time.Minute
	// storeRetryMax is the longest pause after a failure of the store, since a retry costs nobody
	// anything.
	storeRetryMax = 2 * time.Second
	defaultBeat   = 2 * time.Second
	// outboxEvery is how often Run reads the outbox without a signal from the store.
	outboxEvery = 30 * time.Second
)

// New returns an announcer. It sends nothing before Run.
func New(o Options) *Announcer {
	return &Announcer{
		client: o.Client, store: o.Store, tables: o.Tables, languages: o.Languages,
		writer: o.Writer, log: o.Log, now: o.Now,
		slots: make(chan struct{}, announceAtOnce), stripSlots: make(chan struct{}, stripAtOnce),
		outage: newOutage(),
		retry:  cmp.Or(o.Retry, defaultRetry), beat: cmp.Or(o.Beat, defaultBeat),
		queues: map[lane]*queue{},
	}
}

// Run sends the entries of the outbox until ctx ends. It returns when all requests have ended.
func (a *Announcer) Run(ctx context.Context) {
	var queues sync.WaitGroup
	defer queues.Wait()
	last, inherited := uint64(0), true
	for {
		page, err := a.store.Outbox(ctx, last, outboxPage)
		pause := outboxEvery
		switch {
		case err != nil && ctx.Err() == nil:
			a.log.Error("reading the outbox", slog.Any("err", err))
			pause = storeRetryMax
		case len(page) > 0:
			last = page[len(page)-1].Seq
			for _, m := range page {
				a.enqueue(ctx, &queues, &delivery{Message: m, mustLook: inherited})
			}
			continue
		case err == nil:
			inherited = false
		}
		select {
		case <-ctx.Done():
			return
		case <-a.store.Notify():
		case <-time.After(pause):
		}
	}
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
