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

// queue implements [store.Queues] for a handle. Only the holder of the outbox sends, so a message
// needs no mark of its sender.
type queue struct {
	store *Store

	mu sync.Mutex
	// holdLost says that Prolong must tell of a hold that was over, before Take goes on.
	holdLost bool
	sender
}

// sender is what a handle knows as long as it is the sender.
type sender struct {
	prolong time.Time // when to prolong the hold
	expires time.Time // when others may take it
	// taken are the messages in the outbox that Take has returned, and inherited those that were
	// there at the first Take. Both are nil before that.
	taken, inherited map[uint64]bool
}

const (
	senderHold = "outbox"
	holdEvery  = time.Second // Take tries to become the sender
	outboxPage = 1024
)

func (q *queue) Take(ctx context.Context, limit int, term time.Duration) ([]store.Entry, error) {
	for {
		mine, err := q.renewHold(ctx, term, false)
		if err != nil {
			return nil, err
		}
		wait := holdEvery
		if mine {
			if list, err := q.takeNew(ctx, limit); err != nil || len(list) > 0 {
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
	if mine, err = q.renewHold(ctx, term, true); err != nil {
		return false, err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	mine = mine && !q.holdLost
	q.holdLost = false
	return mine, nil
}

// renewHold reports whether this handle is the sender. Unless mustAsk, it trusts a recent hold.
func (q *queue) renewHold(ctx context.Context, term time.Duration, mustAsk bool) (mine bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	began := time.Now()
	if !mustAsk && began.Before(q.prolong) {
		return !q.holdLost, nil
	}
	if mine, _, err = q.store.db.Hold(ctx, senderHold, term, ""); err != nil {
		return false, err
	}
	if !mine || began.After(q.expires) {
		q.forget() // others may have sent something meanwhile
	}
	if mine {
		q.prolong = began.Add(term / 3)
		q.expires = began.Add(term)
	}
	return mine && (mustAsk || !q.holdLost), nil
}

// forget makes this handle one that was never the sender. The caller holds mu.
func (q *queue) forget() {
	q.holdLost = q.holdLost || len(q.taken) > 0
	q.sender = sender{}
}

// takeNew looks at all messages, since a database may show numbers out of order.
func (q *queue) takeNew(ctx context.Context, limit int) (list []store.Entry, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	inherited := q.inherited
	first := inherited == nil
	if first {
		inherited = map[uint64]bool{}
		q.taken = map[uint64]bool{}
	}
	err = q.store.eachMessage(ctx, 0, func(seq uint64, v []byte) bool {
		if first {
			inherited[seq] = true
		}
		if q.taken[seq] || len(list) == limit {
			return first || len(list) < limit
		}
		e, err := decode[store.Entry](v, outbox, key(seq))
		if err != nil {
			return true // the check names it, and the others are sent
		}
		e.Seq = seq
		e.Inherited = inherited[seq]
		list = append(list, e)
		return first || len(list) < limit
	})
	if err != nil {
		return nil, err // the next call returns the messages
	}
	q.inherited = inherited
	for _, e := range list {
		q.taken[e.Seq] = true
	}
	return list, nil
}

// eachMessage calls each with the readable messages of the outbox, until more is false. They need
// not be of one moment.
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
	q.holdLost = false
	return q.store.db.Release(ctx)
}

func (q *queue) Settle(ctx context.Context, seq uint64, outcome store.Settlement) error {
	follow, err := messageChanges(outcome.Follow, q.store.options.Now().UnixMilli())
	if err != nil {
		return err
	}
	err = q.store.applyPlan(ctx, func() ([]change, error) {
		changes, err := q.store.planSettle(ctx, seq, outcome.Sent)
		return append(changes, follow...), err
	})
	if err == nil || errors.Is(err, store.ErrNotFound) {
		q.mu.Lock()
		defer q.mu.Unlock()
		delete(q.taken, seq)
		delete(q.inherited, seq)
	}
	return err
}

// planSettle returns the changes to a message, and to its table unless that was deleted.
func (s *Store) planSettle(ctx context.Context, seq uint64, sent table.MessageID) ([]change, error) {
	v, err := s.db.readValue(ctx, outbox, key(seq))
	if err == nil && v == nil {
		err = fmt.Errorf("%w: message %d", store.ErrNotFound, seq)
	}
	if err != nil {
		return nil, err
	}
	changes := []change{put(outbox, key(seq), v, nil)}
	if sent == 0 {
		return changes, nil
	}
	e, err := decode[store.Entry](v, outbox, key(seq))
	if err != nil {
		return nil, err
	}
	h, err := s.head(ctx, e.Table)
	if errors.Is(err, store.ErrNotFound) {
		return changes, nil
	}
	if err != nil {
		return nil, err
	}
	h.LastMessage = sent
	c, err := putJSON(heads, headKey(e.Table), h.raw, &h)
	return append(changes, c), err
}

func messageChanges(list []store.Entry, now int64) (changes []change, err error) {
	for _, m := range list {
		m.Nonce = store.NewNonce()
		m.At = now
		text, err := json.Marshal(&m)
		if err != nil {
			return nil, err
		}
		changes = append(changes, change{Space: outbox, Is: text, Next: true})
	}
	return changes, nil
}

func (q *queue) Hold(ctx context.Context, name string, term time.Duration, note string) (mine bool, kept string, err error) {
	return q.store.db.Hold(ctx, name, term, note)
}
