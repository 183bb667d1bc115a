package announce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/bits"
	"sync"
	"time"

	"amytis/bot/discord/rest"
	"amytis/bot/play/tables"
	"amytis/store"
)

// The way of an entry is in this file. What it asks for, a poster does.

// enqueue adds a new entry to its queue, and starts a goroutine for a queue that has none.
func (a *Announcer) enqueue(ctx context.Context, queues *sync.WaitGroup, e *entry) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.settled[e.Seq] { // while it was read
		return
	}
	a.taken[e.Seq] = e
	e.takenAt = time.Now()
	e.ctx, e.lost = context.WithCancel(ctx)
	q, found := a.queues[e.key()]
	if !found {
		q = newQueue(e.key())
		a.queues[q.key] = q
		queues.Go(func() { a.serveQueue(ctx, q) })
	}
	q.add(e)
}

// serveQueue delivers the entries of a queue, one after another, until nothing is left to do.
func (a *Announcer) serveQueue(ctx context.Context, q *queue) {
	for {
		a.mu.Lock()
		e, wait := q.takeNext(time.Now(), a.Beat)
		if ctx.Err() != nil || e == nil && wait <= 0 {
			delete(a.queues, q.key)
			a.mu.Unlock()
			return
		}
		a.mu.Unlock()
		if e != nil {
			a.deliver(q, e)
		} else {
			awaitSignal(ctx, q.grown, wait)
		}
	}
}

// deliver sends an entry and takes it out of the outbox. It gives up only when e.ctx ends.
func (a *Announcer) deliver(q *queue, e *entry) {
	// Send it, unless a later entry tells the same and more.
	var done store.Settlement
	a.Tables.AwaitAnswer(e.Table)
	sent := e.superseded || a.retry(q, e, func() (err error) {
		done, err = a.attempt(q, e)
		a.noteAttempt(q, e, err)
		return err
	})

	// Take it out of the outbox. What was sent must not be sent again.
	settled := sent && a.retry(q, e, func() error {
		err := a.Store.Settle(e.ctx, e.Seq, done)
		if errors.Is(err, store.ErrNotFound) {
			return nil // another process has settled it
		}
		return err
	})

	// Forget it.
	a.mu.Lock()
	defer a.mu.Unlock()
	e.lost()
	if settled {
		a.progress = time.Now()
	}
	if e.kind.newer == sameFrom && !e.superseded {
		q.edited = time.Now()
	}
	if a.taken[e.Seq] == e {
		delete(a.taken, e.Seq)
		a.settled[e.Seq] = true
	}
}

// retry repeats a step of an entry until it succeeds, after growing pauses, or e.ctx ends: then it
// returns false. It tries once even then, so that what was sent is settled.
func (a *Announcer) retry(q *queue, e *entry, step func() error) bool {
	wait := a.Retry
	for tries := 1; tries == 1 || e.ctx.Err() == nil; tries++ {
		select {
		case <-q.woken: // what has changed before cannot be why the step fails
		default:
		}
		err := step()
		if err == nil {
			return true
		}
		_, ofDiscord := errors.AsType[*rest.Error](err)
		if !ofDiscord {
			wait = min(wait, storeRetryMax)
		}
		asked := rest.RetryAfter(err)
		if e.ctx.Err() == nil && (ofDiscord || bits.OnesCount(uint(tries)) == 1) {
			a.logOf(e).Warn("an announcement failed", slog.Int("tries", tries),
				slog.Duration("pause", max(wait, asked)), slog.Any("err", err))
		}
		_ = rest.Sleep(e.ctx, asked)
		if awaitSignal(e.ctx, q.woken, wait-asked) {
			wait = a.Retry
			_ = rest.Sleep(e.ctx, a.Beat) // many changes come together
		} else {
			wait = min(2*wait, retryMax)
		}
	}
	return false
}

// attempt tries once to do what an entry asks for. With an error it is tried again.
func (a *Announcer) attempt(q *queue, e *entry) (done store.Settlement, err error) {
	// Drop what only a later version knows.
	ctx := e.ctx
	if e.kind.carryOut == nil {
		a.logOf(e).Error("unknown outbox entry")
		return done, nil
	}

	// Remove old buttons. That needs the table seldom, is soon given up, and delays no message.
	if e.kind.lane == strips {
		e.attempts++
		done, err = e.kind.carryOut(&a.poster, ctx, e)
		if errors.Is(err, rest.ErrPermanent) || errors.Is(err, rest.ErrTooManyEdits) || err != nil && e.attempts >= maxStrips {
			a.logOf(e).Debug("an old message keeps its buttons", slog.Any("err", err))
			err = nil
		}
		return done, err
	}

	// Wait for a place among those that are sent now.
	select {
	case a.slots <- struct{}{}:
		defer func() { <-a.slots }()
	case <-ctx.Done():
		return done, ctx.Err()
	}

	// Read the present table.
	err = a.poster.readTable(ctx, e)
	if errors.Is(err, tables.ErrDamaged) {
		return done, nil // nothing can be told of it, and others of the channel wait
	}
	if err != nil {
		return done, err
	}
	header := e.history.Header
	now := e.history.Table
	a.mu.Lock()
	q.guild, q.parent = header.Guild, header.Parent
	a.guilds[q.guild] = true
	a.mu.Unlock()

	// Drop the entry if the table's channel is gone, or wait while the bot does not see it.
	ofTable := e.Kind != tables.PostSummary
	switch {
	case ofTable && now.Lost && e.Kind != tables.PostLost:
		return done, nil
	case ofTable && now.Suspended() && e.Way == store.Direct:
		return e.inChannel(), nil
	}

	// Send it. Of archived threads only those that are locked wait for a moderator.
	done, err = e.kind.carryOut(&a.poster, ctx, e)
	if errors.Is(err, rest.ErrArchived) {
		err = a.Messages.Unarchive(ctx, e.Channel.String())
		switch {
		case err == nil:
			done, err = e.kind.carryOut(&a.poster, ctx, e)
		case errors.Is(err, rest.ErrPermanent):
			err = fmt.Errorf("reopening an archived thread: %w: %w", rest.ErrArchived, err)
		}
	}
	if header.Guild.Direct() {
		err = rest.OfDirect(err)
	}

	// Suspend the table if its channel is hidden, perhaps gone, or its thread locked.
	switch {
	case errors.Is(err, rest.ErrHidden), errors.Is(err, rest.ErrChannelGone), errors.Is(err, rest.ErrArchived):
		return store.Settlement{}, cmp.Or(tables.Suspend(ctx, a.Tables, e.history.Loaded), err)
	case e.posted: // so the bot sees the channel again
		if err := tables.Resume(ctx, a.Tables, e.history.Loaded); err != nil {
			a.logOf(e).Error("resuming a game", slog.Any("err", err))
		}
	case hopeless(err):
		a.logOf(e).Warn("Discord refuses an announcement for good", slog.Any("err", err))
		return store.Settlement{}, nil
	}
	return done, err
}

// hopeless reports whether a request would fail for ever, whatever somebody grants or reopens.
func hopeless(err error) bool {
	return errors.Is(err, rest.ErrPermanent) && !errors.Is(err, rest.ErrForbidden) &&
		!errors.Is(err, rest.ErrChannelGone) && !errors.Is(err, rest.ErrArchived)
}

// noteAttempt notes how an attempt ended, for [Announcer.Down] and [Announcer.Stuck].
func (a *Announcer) noteAttempt(q *queue, e *entry, err error) {
	if e.kind.lane == strips {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	e.refused, e.failing = errors.Is(err, rest.ErrPermanent), 0
	switch {
	case errors.Is(err, rest.ErrTemporary):
		e.failing = q.guild
		a.failed++
	case err == nil:
		if a.failed >= outageAfter {
			a.wakeQueues(func(*queue) bool { return true })
		}
		a.failed = 0
	}
}
