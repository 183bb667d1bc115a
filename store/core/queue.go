package core

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
)

const outboxPage = 1024

func (s *Store) Outbox(ctx context.Context, after uint64, limit int) (list []store.Entry, err error) {
	return s.readOutbox(ctx, after, limit, func(uint64) bool { return false })
}

// Untaken looks at all messages, since a database may show numbers out of order.
func (s *Store) Untaken(ctx context.Context, taken func(seq uint64) bool) ([]store.Entry, error) {
	return s.readOutbox(ctx, 0, math.MaxInt, taken)
}

// readOutbox returns readable messages that are not taken. They need not be of one moment.
func (s *Store) readOutbox(
	ctx context.Context, after uint64, limit int, taken func(seq uint64) bool,
) (list []store.Entry, err error) {
	for len(list) < limit {
		page := entries.Range{Space: outbox, From: key(after + 1), Limit: min(limit-len(list), outboxPage)}
		found, err := s.db.DB.Read(ctx, page)
		if err != nil {
			return nil, err
		}
		for _, e := range found[0] {
			if after = number(e.Key, 0); taken(after) {
				continue
			}
			v, err := unseal(outbox, e.Key, e.Value)
			if err != nil {
				continue // the check names it, and the others are sent
			}
			if m, err := decode[store.Entry](v, outbox, e.Key); err == nil {
				m.Seq = after
				list = append(list, m)
			}
		}
		if len(found[0]) < page.Limit {
			break
		}
	}
	return list, ctx.Err()
}

func (s *Store) Added() <-chan struct{} { return s.db.Changed() }

func (s *Store) Release(ctx context.Context) error { return s.db.Release(ctx) }

func (s *Store) Hold(ctx context.Context, name string, term time.Duration, note string) (mine bool, kept string, err error) {
	return s.db.Hold(ctx, name, term, note)
}

func (s *Store) Settle(ctx context.Context, seq uint64, outcome store.Settlement) error {
	follow, err := messageChanges(outcome.Follow, s.options.Now().UnixMilli())
	if err != nil {
		return err
	}
	return s.applyPlan(ctx, func() ([]change, error) {
		changes, err := s.planSettle(ctx, seq, outcome.Sent)
		return append(changes, follow...), err
	})
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
