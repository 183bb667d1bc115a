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
	// lost says that Renew must tell of a hold that was over, before Claim goes on.
	lost bool
	// given are the messages in the outbox that Claim has returned since this handle is the sender,
	// and found those that were there then, nil before the first Claim.
	given, found map[uint64]bool
	// newest is the highest number that was given, and before what it was some time ago. No message
	// up to before can still appear.
	before, newest uint64
	turned         time.Time
}

const (
	sending = "outbox"
	// lookEvery is how often Claim looks for work if nothing tells of it.
	lookEvery = time.Second
	// lookBack is longer than a change takes: a database may show numbers out of order.
	lookBack = time.Minute
)

func (q *queue) Claim(ctx context.Context, limit int, lease time.Duration) ([]store.Entry, error) {
	for {
		mine, err := q.hold(ctx, lease, false)
		if err != nil {
			return nil, err
		}
		if mine {
			if list, err := q.claim(ctx, limit); err != nil || len(list) > 0 {
				return list, err
			}
		}
		select {
		case _, open := <-q.store.db.Changed():
			if !open {
				return nil, store.ErrClosed
			}
		case <-time.After(min(lookEvery, lease/3)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (q *queue) Renew(ctx context.Context, lease time.Duration) (mine bool, err error) {
	if mine, err = q.hold(ctx, lease, true); err != nil {
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
func (q *queue) hold(ctx context.Context, lease time.Duration, now bool) (mine bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	began := time.Now()
	if !now && began.Before(q.prolong) {
		return !q.lost, nil
	}
	if mine, _, err = q.store.db.Hold(ctx, sending, lease, ""); err != nil {
		return false, err
	}
	if !mine || began.After(q.expires) {
		q.forget() // others may have sent something meanwhile
	}
	if mine {
		q.prolong, q.expires = began.Add(lease/3), began.Add(lease)
	}
	return mine && (now || !q.lost), nil
}

// forget makes this handle one that was never the sender. The caller holds mu.
func (q *queue) forget() {
	q.lost = q.lost || len(q.given) > 0
	q.prolong, q.expires, q.found, q.before, q.newest = time.Time{}, time.Time{}, nil, 0, 0
	clear(q.given)
}

func (q *queue) claim(ctx context.Context, limit int) (list []store.Entry, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	taking := q.found == nil
	if now := time.Now(); now.Sub(q.turned) >= lookBack {
		q.before, q.turned = q.newest, now
	}
	found := q.found
	if taking {
		found = map[uint64]bool{}
	}
	var seqs []uint64
	err = q.store.eachMessage(ctx, q.before, func(seq uint64, v []byte) (bool, error) {
		if taking {
			found[seq] = true
		}
		if q.given[seq] || len(list) == limit {
			return true, nil
		}
		e, err := decode[store.Entry](v, outbox, key(seq))
		if err != nil {
			return true, nil // the check names it, and the others are sent
		}
		e.Seq, e.Inherited = seq, found[seq]
		list, seqs = append(list, e), append(seqs, seq)
		return taking || len(list) < limit, nil
	})
	if err != nil {
		return nil, err // the next call returns the messages
	}
	q.found = found
	for _, seq := range seqs {
		q.given[seq], q.newest = true, max(q.newest, seq)
	}
	return list, nil
}

// eachMessage calls each with the messages of the outbox that can be read.
func (s *Store) eachMessage(ctx context.Context, after uint64, each func(seq uint64, v []byte) (bool, error)) error {
	in := entries.Range{Space: outbox, From: key(after + 1)}
	return s.db.DB.View(ctx, func(r entries.Reader) error {
		return r.Scan(in, func(k, v []byte) (bool, error) {
			v, err := unseal(outbox, k, v)
			if err != nil {
				return true, nil // the check names it
			}
			return each(number(k, 0), v)
		})
	})
}

func (q *queue) Outbox(ctx context.Context, after uint64, limit int) (list []store.Entry, err error) {
	if limit <= 0 {
		return nil, ctx.Err()
	}
	return list, q.store.eachMessage(ctx, after, func(seq uint64, v []byte) (bool, error) {
		e, err := decode[store.Entry](v, outbox, key(seq))
		if err == nil {
			e.Seq = seq
			list = append(list, e)
		}
		return len(list) < limit, nil
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
	err = q.store.again(ctx, func() ([]change, error) { return q.settle(ctx, seq, done.Sent, follow) })
	if err == nil || errors.Is(err, store.ErrNotFound) {
		q.mu.Lock()
		defer q.mu.Unlock()
		delete(q.given, seq)
		delete(q.found, seq)
	}
	return err
}

func (q *queue) settle(ctx context.Context, seq uint64, sent table.MessageID, follow []change) ([]change, error) {
	found, err := q.store.db.Read(ctx, entries.At(outbox, key(seq)))
	switch {
	case err != nil:
		return nil, err
	case len(found[0]) == 0:
		return nil, fmt.Errorf("%w: message %d", store.ErrNotFound, seq)
	}
	v := found[0][0].Value
	changes := append([]change{put(outbox, key(seq), v, nil)}, follow...)
	if sent == 0 {
		return changes, nil
	}
	e, err := decode[store.Entry](v, outbox, key(seq))
	if err != nil {
		return nil, err
	}
	h, err := q.store.head(ctx, e.Table)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return changes, nil
	case err != nil:
		return nil, err
	}
	h.LastMessage = sent
	c, err := putJSON(heads, headKey(e.Table), h.raw, &h)
	return append(changes, c), err
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

func (q *queue) Hold(ctx context.Context, name string, ttl time.Duration) (bool, error) {
	mine, _, err := q.HoldWith(ctx, name, ttl, "")
	return mine, err
}

func (q *queue) HoldWith(
	ctx context.Context, name string, ttl time.Duration, note string,
) (mine bool, kept string, err error) {
	return q.store.db.Hold(ctx, name, ttl, note)
}
