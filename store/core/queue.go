package core

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
)

// queue implements [store.Queues] for a handle. One handle at a time sends the messages of the
// outbox, by a hold. So a message needs no mark of who sends it.
type queue struct {
	store *Store

	mu sync.Mutex
	// prolong is when to prolong the hold, and expires when others may take it, zero without one.
	prolong, expires time.Time
	// lost says that Prolong must tell of a hold that was over, before Take goes on.
	lost bool
	// given are the messages in the outbox that Take has returned since this handle is the sender,
	// with their tables, and found those that were there then, nil before the first Take.
	given map[uint64]table.ID
	found map[uint64]bool
	// newest is the highest number that was given, and before what it was when it was turned. Take
	// looks only at later ones, and from time to time at all: a database may show numbers out of
	// order.
	before, newest uint64
	turned, whole  time.Time
}

const (
	sending = "outbox"
	// holdEvery is how often Take tries to become the sender.
	holdEvery = time.Second
	// lookBack is longer than a change usually takes.
	lookBack   = 10 * time.Second
	lookAtAll  = time.Minute
	outboxPage = 1024
)

func (q *queue) Take(ctx context.Context, limit int, term time.Duration) ([]store.Entry, error) {
	for {
		mine, err := q.hold(ctx, term, false)
		if err != nil {
			return nil, err
		}
		wait := holdEvery
		if mine {
			if list, err := q.take(ctx, limit); err != nil || len(list) > 0 {
				return list, err
			}
			wait = term / 3
		}
		select {
		case <-q.store.db.Changed():
		case <-time.After(wait): // a process may have ended before it has told others of a message
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (q *queue) Prolong(ctx context.Context, term time.Duration) (mine bool, err error) {
	if mine, err = q.hold(ctx, term, true); err != nil {
		return false, err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	mine = mine && !q.lost
	q.lost = false
	return mine, nil
}

// hold reports whether this handle is the sender. Unless it must ask now, it trusts a hold that is
// not to be prolonged yet.
func (q *queue) hold(ctx context.Context, term time.Duration, now bool) (mine bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	began := time.Now()
	if !now && began.Before(q.prolong) {
		return !q.lost, nil
	}
	if mine, _, err = q.store.db.Hold(ctx, sending, term, ""); err != nil {
		return false, err
	}
	if !mine || began.After(q.expires) {
		q.forget() // others may have sent something meanwhile
	}
	if mine {
		q.prolong, q.expires = began.Add(term/3), began.Add(term)
	}
	return mine && (now || !q.lost), nil
}

// forget makes this handle one that was never the sender. The caller holds mu.
func (q *queue) forget() {
	q.lost = q.lost || len(q.given) > 0
	q.prolong, q.expires, q.whole, q.found, q.before, q.newest = time.Time{}, time.Time{}, time.Time{}, nil, 0, 0
	clear(q.given)
}

func (q *queue) take(ctx context.Context, limit int) (list []store.Entry, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	taking, now, after := q.found == nil, time.Now(), q.before
	if now.Sub(q.turned) >= lookBack {
		q.before, q.turned = q.newest, now
	}
	if now.Sub(q.whole) >= lookAtAll {
		after = 0
	}
	found := q.found
	if taking {
		found = map[uint64]bool{}
	}
	err = q.store.eachMessage(ctx, after, func(seq uint64, v []byte) bool {
		if taking {
			found[seq] = true
		}
		if _, given := q.given[seq]; given || len(list) == limit {
			return taking || len(list) < limit
		}
		e, err := decode[store.Entry](v, outbox, key(seq))
		if err != nil {
			return true // the check names it, and the others are sent
		}
		e.Seq, e.Inherited = seq, found[seq]
		list = append(list, e)
		return taking || len(list) < limit
	})
	if err != nil {
		return nil, err // the next call returns the messages
	}
	q.found = found
	if after == 0 && len(list) < limit {
		q.whole = now
	}
	for _, e := range list {
		q.given[e.Seq], q.newest = e.Table, max(q.newest, e.Seq)
	}
	return list, nil
}

// eachMessage calls each with the messages of the outbox that can be read, until more is false.
// They need not be of one moment.
func (s *Store) eachMessage(ctx context.Context, after uint64, each func(seq uint64, v []byte) (more bool)) error {
	for {
		found, err := s.db.DB.Read(ctx, entries.Range{Space: outbox, From: key(after + 1), Limit: outboxPage})
		if err != nil {
			return err
		}
		for _, e := range found[0] {
			after = number(e.Key, 0)
			v, err := unseal(outbox, e.Key, e.Value)
			if err == nil && !each(after, v) { // the check names a damaged one
				return nil
			}
		}
		if len(found[0]) < outboxPage {
			return nil
		}
	}
}

func (q *queue) Outbox(ctx context.Context, after uint64, limit int) (list []store.Entry, err error) {
	if limit <= 0 {
		return nil, ctx.Err()
	}
	return list, q.store.eachMessage(ctx, after, func(seq uint64, v []byte) bool {
		e, err := decode[store.Entry](v, outbox, key(seq))
		if err == nil {
			e.Seq = seq
			list = append(list, e)
		}
		return len(list) < limit
	})
}

func (q *queue) Release(ctx context.Context) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.forget()
	q.lost = false
	return q.store.db.Release(ctx)
}

func (q *queue) Settle(ctx context.Context, seq uint64, done store.Settlement) error {
	follow, err := messages(done.Follow, q.store.options.Now().UnixMilli())
	if err != nil {
		return err
	}
	var of table.ID
	var is head
	err = q.store.again(ctx, func() (changes []change, err error) {
		changes, of, is, err = q.settle(ctx, seq, done.Sent, follow)
		return changes, err
	})
	if err == nil && of != 0 {
		q.store.remember(of, is)
	}
	if err == nil || errors.Is(err, store.ErrNotFound) {
		q.mu.Lock()
		defer q.mu.Unlock()
		delete(q.given, seq)
		delete(q.found, seq)
	}
	return err
}

// settle returns the changes of Settle, and the head of the message's table if that changes.
func (q *queue) settle(
	ctx context.Context, seq uint64, sent table.MessageID, follow []change,
) (changes []change, of table.ID, is head, err error) {
	q.mu.Lock()
	known := q.given[seq]
	q.mu.Unlock()
	found, err := q.store.db.Read(ctx, entries.At(outbox, key(seq)), entries.At(heads, headKey(known)))
	switch {
	case err != nil:
		return nil, 0, is, err
	case len(found[0]) == 0:
		return nil, 0, is, fmt.Errorf("%w: message %d", store.ErrNotFound, seq)
	}
	v := found[0][0].Value
	changes = append([]change{put(outbox, key(seq), v, nil)}, follow...)
	if sent == 0 {
		return changes, 0, is, nil
	}
	e, err := decode[store.Entry](v, outbox, key(seq))
	if err != nil {
		return nil, 0, is, err
	}
	raw := valueOf(found[1])
	if known != e.Table { // another handle has taken it
		if found, err = q.store.db.Read(ctx, entries.At(heads, headKey(e.Table))); err != nil {
			return nil, 0, is, err
		}
		raw = valueOf(found[0])
	}
	if raw == nil {
		return changes, 0, is, nil // the table was deleted
	}
	if is, err = decodeHead(e.Table, raw); err != nil {
		return nil, 0, is, err
	}
	is.LastMessage = sent
	c, err := putJSON(heads, headKey(e.Table), is.raw, &is)
	is.raw = c.Is
	return append(changes, c), e.Table, is, err
}

// messages returns the changes that add messages to the outbox at a time.
func messages(list []store.Entry, now int64) (changes []change, err error) {
	for _, m := range list {
		m.Nonce, m.At = store.NewNonce(), now
		text, err := json.Marshal(&m)
		if err != nil {
			return nil, err
		}
		changes = append(changes, change{Space: outbox, Is: text, Next: true})
	}
	return changes, nil
}

func (q *queue) Hold(
	ctx context.Context, name string, term time.Duration, note string,
) (mine bool, kept string, err error) {
	return q.store.db.Hold(ctx, name, term, note)
}
