package storetest

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"

	"amytis/engine/table"
	"amytis/store"
)

// memoryReviews is the part of a Memory about reviews.
type memoryReviews struct{ of *Memory }

func (m memoryReviews) Review(ctx context.Context, id table.ID) (review []byte, err error) {
	err = m.of.do(ctx, func() error {
		if t := m.of.tables[id]; t != nil {
			review = bytes.Clone(t.review)
		}
		return nil
	})
	return review, err
}

func (m memoryReviews) SetReview(ctx context.Context, id table.ID, review []byte) error {
	return m.of.do(ctx, func() error {
		t := m.of.tables[id]
		switch {
		case t == nil:
			return store.ErrNotFound
		case t.header.Status != store.Ended:
			return errors.New("the table has not ended")
		}
		t.review = bytes.Clone(review)
		return nil
	})
}

func (m *Memory) Tables(ctx context.Context, in table.ChannelID, limit int) (ids []table.ID, err error) {
	err = m.do(ctx, func() error {
		for _, id := range slices.Backward(slices.Sorted(maps.Keys(m.tables))) {
			if in != 0 && m.tables[id].header.Channel == in && len(ids) < limit {
				ids = append(ids, id)
			}
		}
		return nil
	})
	return ids, err
}
