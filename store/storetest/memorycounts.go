package storetest

import (
	"context"

	"amytis/store"
)

// Counts implements [store.Store].
func (q memoryQueues) Counts(ctx context.Context) (c store.Counts, err error) {
	err = q.of.do(ctx, func() error {
		for _, t := range q.of.tables {
			if t.header.Channel != 0 {
				c.Add(t.header.Status, 1)
			}
		}
		if c.Outbox = len(q.of.outbox); c.Outbox > 0 {
			c.Oldest = q.of.outbox[0].At
		}
		return nil
	})
	return c, err
}
