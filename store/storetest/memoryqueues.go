package storetest

import (
	"context"
	"slices"
	"time"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/claims"
)

// memoryQueues is the part of a Memory about the outbox, as one handle sees it.
type memoryQueues struct {
	of *Memory
	by *claims.Handle
}

// secondMemory is another handle of a Memory.
type secondMemory struct {
	*Memory
	memoryQueues
}

// Second returns another handle of the same data. Closing it closes all its handles.
func (m *Memory) Second() store.Store {
	return secondMemory{m, memoryQueues{m, m.book.NewHandle()}}
}

func (q memoryQueues) Instance() string { return q.by.Name() }

func (q memoryQueues) Claim(ctx context.Context, limit int, lease time.Duration) ([]store.Message, error) {
	return q.by.Claim(ctx, q.of.closing, limit, lease, func(seqs []uint64) (out []store.Message, err error) {
		err = q.of.do(ctx, func() error {
			for _, msg := range q.of.outbox {
				if slices.Contains(seqs, msg.Seq) {
					out = append(out, msg)
				}
			}
			return nil
		})
		return out, err
	})
}

func (q memoryQueues) Renew(ctx context.Context, lease time.Duration) (lost []table.ChannelID, err error) {
	err = q.of.do(ctx, func() error {
		lost = q.by.Renew(lease)
		return nil
	})
	return lost, err
}

func (q memoryQueues) Release(ctx context.Context) error {
	return q.of.do(ctx, func() error {
		q.by.Release()
		return nil
	})
}

func (q memoryQueues) Hold(ctx context.Context, name string, ttl time.Duration) (held bool, err error) {
	err = q.of.do(ctx, func() error {
		held = q.by.Hold(name, ttl)
		return nil
	})
	return held, err
}

func (q memoryQueues) Permits(
	ctx context.Context, name string, n, limit int, span, pause time.Duration,
) (waits []time.Duration, err error) {
	err = q.of.do(ctx, func() error {
		waits = q.by.Permits(name, n, limit, span, pause)
		return nil
	})
	return waits, err
}

func (q memoryQueues) Outbox(ctx context.Context, after uint64, limit int) (out []store.Message, err error) {
	err = q.of.do(ctx, func() error {
		for _, msg := range q.of.outbox {
			if msg.Seq > after && len(out) < limit {
				out = append(out, msg)
			}
		}
		return nil
	})
	return out, err
}

func (q memoryQueues) Settle(ctx context.Context, seq uint64, s store.Settlement) error {
	m := q.of
	return m.do(ctx, func() error {
		i := slices.IndexFunc(m.outbox, func(msg store.Message) bool { return msg.Seq == seq })
		if i < 0 || !q.by.MaySettle(seq) {
			return store.ErrNotFound
		}
		if t := m.tables[m.outbox[i].Table]; t != nil && s.Sent != 0 {
			t.header.LastMessage = s.Sent
		}
		m.outbox = slices.Delete(m.outbox, i, i+1)
		m.announce(s.Follow) // first, so that the queue does not become free in between
		m.book.Change(nil, []uint64{seq})
		return nil
	})
}
