package bolt

import (
	"context"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"
)

// maxFaults bounds what a check reports; who has more needs a backup, not a
// longer list.
const maxFaults = 100

// checker goes through one moment of a store. It holds no more of it at a time
// than the leaderboard of one server.
type checker struct {
	ctx    context.Context
	tx     *bbolt.Tx
	faults []string
	more   int
	steps  int
}

// checkBolt checks a file that nobody writes.
func checkBolt(ctx context.Context, b *bbolt.DB) ([]string, error) {
	c := checker{ctx: ctx}
	err := guard(func() error {
		return b.View(func(tx *bbolt.Tx) error {
			c.tx = tx
			return c.run()
		})
	})
	if errors.Is(err, ErrCorrupt) {
		c.fault("%v", err)
		err = nil
	}
	if c.more > 0 {
		c.faults = append(c.faults, fmt.Sprintf("and %d more", c.more))
	}
	return c.faults, err
}

func (c *checker) run() error {
	have, program, err := readSchema(c.tx)
	if err != nil {
		return err
	}
	switch want := len(migrations) + 1; {
	case have > want:
		return fmt.Errorf("%w (%s, schema %d; this one knows %d)", ErrNewer, program, have, want)
	case have < want:
		return fmt.Errorf("the store has schema %d, this program %d: start amytis once to bring it up to date", have, want)
	}
	if err := checkBuckets(c.tx); err != nil {
		return err
	}
	// Touching everything first, under guard: bbolt's own check runs in a
	// goroutine of its own, where a memory fault would end the program.
	for _, part := range []func() error{c.touch, c.tables, c.channels, c.deadlines, c.outbox, c.results, c.rest, c.pages} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) fault(format string, args ...any) {
	if len(c.faults) == maxFaults {
		c.more++
		return
	}
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

// each goes through a bucket, as long as the context lasts.
func (c *checker) each(bucket []byte, fn func(k, v []byte)) error {
	cursor := c.tx.Bucket(bucket).Cursor()
	for k, v := cursor.First(); k != nil; k, v = cursor.Next() {
		if err := c.step(); err != nil {
			return err
		}
		fn(k, v)
	}
	return nil
}

func (c *checker) step() error {
	if c.steps++; c.steps%1000 != 0 {
		return nil
	}
	return c.ctx.Err()
}

// touch reads the ends of all keys and values, and so all pages of the trees.
func (c *checker) touch() error {
	var sum byte
	for _, name := range buckets {
		err := c.each(name, func(k, v []byte) {
			sum += k[len(k)-1]
			if len(v) > 0 {
				sum += v[len(v)-1]
			}
		})
		if err != nil {
			return err
		}
	}
	_ = sum
	return c.tx.ForEach(func(name []byte, _ *bbolt.Bucket) error {
		for _, known := range buckets {
			if string(known) == string(name) {
				return nil
			}
		}
		c.fault("%q is nothing that a store keeps", name)
		return nil
	})
}

// pages is bbolt's own check: every page in use once, or free, and the keys in
// order.
func (c *checker) pages() error {
	for err := range c.tx.Check() {
		c.fault("%v", err)
	}
	return c.ctx.Err()
}
