package announce

import (
	"context"
	"errors"
	"log/slog"
	"math/bits"
	"sync"
	"time"

	"amytis/bot/discord/rest"
	"amytis/bot/play/tables"
	"amytis/store"
)

// enqueue adds a new entry to its queue, and starts a goroutine for a queue that has none.
func (a *Announcer) enqueue(ctx context.Context, queues *sync.WaitGroup, e *entry) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.taken[e.Seq] != nil {
		return
	}
	a.taken[e.Seq], e.takenAt = e, time.Now()
	e.ctx, e.lost = context.WithCancel(ctx)
	q, found := a.queues[e.key()]
	if !found {
		q = newQueue(e.key())
		a.queues[q.key] = q
		queues.Go(func() { a.drive(ctx, q) })
	}
	q.add(e)
}

func (a *Announcer) drive(ctx context.Context, q *queue) {
	for {
		e, superseded, wait := a.next(ctx, q)
		switch {
		case e != nil:
			a.deliver(q, e, superseded)
		case wait <= 0:
			return
		default:
			await(ctx, q.grown, wait)
		}
	}
}

// next is [queue.next]. It removes a queue that has nothing left to do.
func (a *Announcer) next(ctx context.Context, q *queue) (e *entry, superseded bool, wait time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if ctx.Err() == nil {
		e, superseded, wait = q.next(time.Now(), a.Beat, a.Messages.SendsLeft)
	}
	if e == nil && wait <= 0 {
		delete(a.queues, q.key)
	}
	return e, superseded, wait
}

// deliver sends and settles an entry. A superseded one is only settled.
func (a *Announcer) deliver(q *queue, e *entry, superseded bool) {
	defer a.end(q, e, superseded)
	done, ended := store.Settlement{}, superseded
	if !superseded {
		done, ended = a.send(e.ctx, q, e)
	}
	if ended {
		a.settle(e.ctx, e, done)
	}
}

func (a *Announcer) end(q *queue, e *entry, superseded bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	e.lost()
	if e.kind.newer == sameFrom && !superseded {
		q.edited = time.Now()
	}
	if a.taken[e.Seq] == e {
		delete(a.taken, e.Seq)
	}
}

// send tries to send an entry until there is an outcome to store, after growing pauses, and soon
// after an outage or a change on the server. It returns false if ctx ended.
func (a *Announcer) send(ctx context.Context, q *queue, e *entry) (_ store.Settlement, done bool) {
	wait := a.Retry
	for tries := 1; ; tries++ {
		unsignal(q.woken) // what has changed before cannot be why the attempt fails
		settlement, err := a.attempt(ctx, q, e)
		a.note(q, e, err)
		if err == nil {
			return settlement, true
		}
		if ctx.Err() != nil {
			return settlement, false
		}
		if q.key.lane == strips && needless(err, tries) {
			a.Log.Debug("an old message keeps its buttons", slog.Any("table", e.Table), slog.Any("err", err))
			return store.Settlement{}, true
		}
		if !ofDiscord(err) {
			wait = min(wait, storeRetryMax)
		}
		asked := rest.RetryAfter(err)
		if ofDiscord(err) || bits.OnesCount(uint(tries)) == 1 {
			a.Log.Warn(
				"an announcement failed", slog.Any("table", e.Table), slog.String("kind", e.Kind),
				slog.Duration("pause", max(wait, asked)), slog.Any("err", err),
			)
		}
		if rest.Sleep(ctx, asked) != nil {
			return settlement, false
		}
		pause := wait - asked
		wait = min(2*wait, retryMax)
		if await(ctx, q.woken, pause) {
			wait = a.Retry
			if rest.Sleep(ctx, a.Beat) != nil { // many changes come together
				return settlement, false
			}
		}
	}
}

// settle stores the outcome of an entry. It retries, since what was sent must not be sent again.
func (a *Announcer) settle(ctx context.Context, e *entry, s store.Settlement) {
	wait := min(a.Retry, storeRetryMax)
	for tries := 1; ; tries++ {
		err := a.Store.Settle(ctx, e.Seq, s)
		if err == nil {
			a.mu.Lock()
			a.progress = time.Now()
			a.mu.Unlock()
		}
		if err == nil || errors.Is(err, store.ErrNotFound) || ctx.Err() != nil {
			return
		}
		if bits.OnesCount(uint(tries)) == 1 {
			a.Log.Warn(
				"the outcome of an announcement cannot be stored", slog.Any("table", e.Table),
				slog.String("kind", e.Kind), slog.Int("tries", tries), slog.Any("err", err),
			)
		}
		if rest.Sleep(ctx, wait) != nil {
			return
		}
		wait = min(2*wait, storeRetryMax)
	}
}

// ofDiscord reports whether an error comes from a request, not from the store.
func ofDiscord(err error) bool {
	var refused *rest.Error
	return errors.As(err, &refused)
}

func (a *Announcer) attempt(ctx context.Context, q *queue, e *entry) (store.Settlement, error) {
	if q.key.lane == strips { // which load little or nothing
		return a.poster.do(ctx, e)
	}
	err := a.poster.load(ctx, e)
	if errors.Is(err, tables.ErrDamaged) {
		return store.Settlement{}, nil // nothing can be told of it, and others of the channel wait
	}
	if err != nil {
		return store.Settlement{}, err
	}
	a.mu.Lock()
	q.guild, q.parent = e.history.Header.Guild, e.history.Header.Parent
	a.guilds[q.guild] = true
	a.mu.Unlock()
	return a.poster.attempt(ctx, e)
}

func (a *Announcer) note(q *queue, e *entry, err error) {
	temporary := errors.Is(err, rest.ErrTemporary)
	a.mu.Lock()
	defer a.mu.Unlock()
	e.refused, e.failing = ofDiscord(err) && !temporary, 0
	if temporary && q.key.lane != strips {
		e.failing = q.guild
	}
	if e.posted {
		share := q.shares[e.party()]
		share.posted = time.Now()
		q.shares[e.party()] = share
	}
	switch {
	case q.key.lane == strips:
	case temporary:
		a.failed++
	case err == nil:
		if a.failed >= outageAfter {
			a.wake(func(*queue) bool { return true })
		}
		a.failed = 0
	}
}
