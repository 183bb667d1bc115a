// Package announce sends what is in the store's outbox: in order in each channel, several channels
// at once, and again until it succeeds, also after a restart.
package announce

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"amytis/bot/posts"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/engine/table"
	"amytis/store"
)

// Announcer sends what is in the outbox: in order for each channel, several channels at once. What
// cannot be sent now stays there and is tried again, also after a restart.
type Announcer struct {
	client    *session.Client
	store     store.Store
	tables    *tables.Tables
	languages *telling.Languages
	writer    *posts.Writer
	log       *slog.Logger
	now       func() time.Time
	// prefix makes nonces differ between stores, and stay the same for the same entry: Discord
	// takes a repeated one for the same message.
	prefix string
	slots  chan struct{}
	outage *outage
	// retry is the pause before an entry is tried again for the first time.
	retry time.Duration
	// beat is the pause between two changes of a live game's message, and before something is tried
	// again because the server has changed.
	beat time.Duration

	mu     sync.Mutex
	queues map[table.ChannelID]*queue
}

// Options are what an announcer works with.
type Options struct {
	Client    *session.Client
	Store     store.Store
	Tables    *tables.Tables
	Languages *telling.Languages
	Writer    *posts.Writer
	Log       *slog.Logger
	Now       func() time.Time
	// Retry is the pause before an entry is tried again for the first time; 0 is a second.
	Retry time.Duration
	// Beat is the pause between two changes of a live game's message; 0 is two seconds.
	Beat time.Duration
}

// Bounds of the announcer.
const (
	announceAtOnce = 8
	outboxPage     = 256
	retryMin       = time.Second
	retryMax       = 5 * time.Minute
	liveBeat       = 2 * time.Second
	// outboxEvery is how often the outbox is read without being told to.
	outboxEvery = 30 * time.Second
)

// New makes an announcer. It announces nothing before run.
func New(o Options) *Announcer {
	return &Announcer{
		client: o.Client, store: o.Store, tables: o.Tables, languages: o.Languages,
		writer: o.Writer, log: o.Log, now: o.Now,
		slots: make(chan struct{}, announceAtOnce), outage: newOutage(),
		retry: cmp.Or(o.Retry, retryMin), beat: cmp.Or(o.Beat, liveBeat),
		queues: map[table.ChannelID]*queue{},
	}
}

// instanceNote is the store's note of a name of its own.
const instanceNote = "instance"

// Run sends until the context ends.
func (a *Announcer) Run(ctx context.Context) {
	for wait := a.retry; ; wait = min(2*wait, retryMax) {
		err := a.nameInstance(ctx)
		if err == nil {
			break
		}
		if ctx.Err() == nil {
			a.log.Error("announcing nothing yet", slog.Duration("again in", wait), slog.Any("err", err))
		}
		if session.Sleep(ctx, wait) != nil {
			return
		}
	}
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

// nameInstance reads the store's name, or makes one.
func (a *Announcer) nameInstance(ctx context.Context) error {
	name, err := a.store.Note(ctx, instanceNote)
	if err != nil {
		return err
	}
	if name == "" {
		name = strconv.FormatUint(rand.Uint64()>>16, 36)
		if err := a.store.SetNote(ctx, instanceNote, name); err != nil {
			return err
		}
	}
	a.prefix = name
	return nil
}

// deliver sends one entry and settles it, trying again while that can help: after pauses that grow,
// and soon when an outage is over or the server has changed.
func (a *Announcer) deliver(ctx context.Context, q *queue, m store.Message, superseded bool) {
	wait := a.retry
	for {
		back := a.outage.ending()
		settlement, err := store.Settlement{}, error(nil)
		if !superseded {
			settlement, err = a.attempt(ctx, q, m)
			a.learn(err)
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
			"announcing later", slog.Any("table", m.Table), slog.String("kind", m.Kind),
			slog.Duration("in", max(wait, asked)), slog.Any("err", err),
		)
		if session.Sleep(ctx, asked) != nil {
			return
		}
		pause := wait - asked
		wait = min(2*wait, retryMax)
		if q.rest(ctx, back, pause) {
			wait = a.retry
			if session.Sleep(ctx, a.beat) != nil { // changes come in swarms
				return
			}
		}
	}
}

// learn takes note of whether Discord is there.
func (a *Announcer) learn(err error) {
	switch {
	case err == nil:
		a.outage.success()
	case errors.Is(err, session.ErrTemporary):
		a.outage.failure()
	}
}

// attempt carries out one entry, or finds that it is not to be carried out any more.
func (a *Announcer) attempt(ctx context.Context, q *queue, m store.Message) (store.Settlement, error) {
	n, err := a.read(ctx, m)
	if err != nil || n.loaded.Table.Lost {
		return store.Settlement{}, err
	}
	guild := n.loaded.Header.Guild
	a.place(q, guild)
	settlement, err := a.send(ctx, n)
	if errors.Is(err, session.ErrArchived) {
		settlement, err = a.reopen(ctx, n)
	}
	switch {
	case a.placeLost(ctx, guild, err):
		a.log.Warn(
			"the place of a game is gone", slog.Any("table", m.Table), slog.Any("guild", guild),
			slog.Any("channel", m.Channel), slog.Any("err", err),
		)
		return store.Settlement{}, a.tables.GiveUp(ctx, m.Table)
	case hopeless(err):
		a.log.Warn("cannot be announced", slog.Any("table", m.Table), slog.String("kind", m.Kind), slog.Any("err", err))
		return store.Settlement{}, nil
	}
	return settlement, err
}

// placeLost reports whether a request failed because the channel is gone, or because the bot was
// removed from the server.
func (a *Announcer) placeLost(ctx context.Context, guild table.GuildID, err error) bool {
	if !errors.Is(err, session.ErrForbidden) {
		return errors.Is(err, session.ErrChannelGone)
	}
	on, err := a.client.OnGuild(ctx, guild.String())
	return err == nil && !on
}

// Flush waits until everything is announced, but no longer than d.
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

// flushPause is how often flush looks.
const flushPause = 2 * time.Millisecond

// Back is called when Discord is there again after an outage.
func (a *Announcer) Back() { a.outage.end() }
