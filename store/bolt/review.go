package bolt

import (
	"context"
	"encoding/json"
	"fmt"

	"amytis/engine/table"
	"amytis/store"
)

func (db *DB) SetReview(ctx context.Context, id table.ID, review []byte) error {
	if !json.Valid(review) {
		return fmt.Errorf("store: the review of table %d is not JSON", id)
	}
	return db.writer.submit(ctx, &reviewChange{id, review})
}

type reviewChange struct {
	id     table.ID
	review []byte
}

func (c *reviewChange) check(tx *writeTx) error {
	h, err := readHeader(tx.tx, c.id)
	if err != nil {
		return err
	}
	if h.Status != store.Ended {
		return fmt.Errorf("store: table %d has a review but is %q", c.id, h.Status)
	}
	return nil
}

func (c *reviewChange) apply(tx *writeTx) error { return tx.reviews.Put(key(c.id), c.review) }

func (c *checker) reviews() error {
	return c.each(reviewsBucket, func(k, v []byte) {
		id := table.ID(number(k, 0))
		if len(k) != 8 || !json.Valid(v) {
			c.Fault("review of table %x: not JSON", k)
			return
		}
		if h, err := readHeader(c.tx, id); err != nil || h.Status != store.Ended {
			c.Fault("review of table %d: the table is %q: %v", id, h.Status, err)
		}
	})
}
