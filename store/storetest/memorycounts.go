package storetest

import (
	"context"

	"amytis/store"
)

// Counts implements [store.Store].
func (m *Memory) Counts(ctx context.Context) (c store.Counts, err error) {
	err = m.do(ctx, func() error {
		for _, t := range m.tables {
			if t.header.Channel != 0 {
				c.Add(t.header.Status, 1)
			}
		}
		if c.Outbox = len(m.outbox); c.Outbox > 0 {
			c.Oldest = m.outbox[0].At
		}
		return nil
	})
	return c, err
}
