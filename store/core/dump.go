package core

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"slices"

	"amytis/store"
	"amytis/store/entries"
	"amytis/store/progress"
)

// A dump is every entry but marks, so that a database can be filled with it as it comes.

func (s *Store) Dump(ctx context.Context, each func(store.Record) error) error {
	if unfinished, err := s.Loading(ctx); err != nil || unfinished {
		return cmp.Or(err, store.ErrLoading)
	}
	return s.dumpSpaces(ctx, "copying", each)
}

func (s *Store) dumpSpaces(ctx context.Context, what string, each func(store.Record) error) error {
	return s.db.View(ctx, func(r entries.Reader) error {
		going := progress.Begin(ctx, what, func() int64 { return countEntries(ctx, r, dumpedSpaces()...) })
		for _, space := range dumpedSpaces() {
			n := uint64(0)
			err := r.Scan(entries.Range{Space: space}, func(k, v []byte) (bool, error) {
				n++
				if space == outbox {
					k = key(n) // the numbers of messages only say their order, and have gaps
				}
				going.Add(1)
				return true, cmp.Or(ctx.Err(), each(store.Record{Kind: spaces[space].kind, Key: k, Value: v}))
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func dumpedSpaces() (all []entries.Space) {
	for space := range Spaces {
		if space != marks {
			all = append(all, space)
		}
	}
	return all
}

// loading marks a store that a Load is filling. If its process has ended, the next Load removes it.
var loading = []byte("loading")

func (s *Store) Loading(ctx context.Context) (bool, error) {
	mark, err := s.db.readValue(ctx, marks, loading)
	return mark != nil, err
}

func (s *Store) Load(
	ctx context.Context, replace bool, dump func(each func(store.Record) error) error,
) (d store.Digest, err error) {
	unfinished, err := s.Loading(ctx)
	if err == nil && !unfinished && !replace {
		err = s.requireEmpty(ctx)
	}
	if err == nil {
		err = s.db.Apply(ctx, []change{set(marks, loading, present)})
	}
	if err != nil {
		return d, err
	}
	if err = s.removeAll(ctx); err == nil {
		d, err = s.loadRecords(ctx, dump)
	}
	if err != nil {
		ctx = context.WithoutCancel(ctx)
		if failed := s.removeAll(ctx); failed != nil {
			return d, errors.Join(err, failed)
		}
	}
	return d, errors.Join(err, s.db.Apply(ctx, []change{set(marks, loading, nil)}))
}

// A transaction of Load ends after so many entries, or bytes of values.
const (
	loadEntries = 4096
	loadBytes   = 4 << 20
)

func (s *Store) loadRecords(ctx context.Context, dump func(each func(store.Record) error) error) (store.Digest, error) {
	var batch []change
	size := 0
	received := newDigester()
	err := dump(func(r store.Record) error {
		received.add(r)
		space := slices.IndexFunc(spaces[:], func(s spaceInfo) bool { return s.kind == r.Kind })
		if space < 0 {
			return fmt.Errorf("store: unknown kind of record %q", r.Kind)
		}
		c := set(entries.Space(space), bytes.Clone(r.Key), bytes.Clone(r.Value))
		if c.Space == outbox {
			c = change{Space: outbox, Is: c.Is, Next: true}
		}
		batch = append(batch, c)
		size += len(c.Is)
		if len(batch) < loadEntries && size < loadBytes {
			return nil
		}
		err := s.db.Apply(ctx, batch)
		batch = nil
		size = 0
		return err
	})
	if err == nil {
		err = s.db.Apply(ctx, batch)
	}
	if err != nil {
		return store.Digest{}, err
	}
	switch faults, err := s.check(ctx, nil); {
	case err != nil:
		return store.Digest{}, err
	case len(faults) > 0:
		return store.Digest{}, fmt.Errorf("%w: %s", store.ErrDamaged, faults[0])
	}
	stored := newDigester()
	err = s.dumpSpaces(ctx, "comparing", func(r store.Record) error { stored.add(r); return nil })
	want := received.digest()
	got := stored.digest()
	if err == nil && want.Sum != got.Sum {
		err = fmt.Errorf("store: the copy has the digest %s, not %s", got.Sum, want.Sum)
	}
	return want, err
}

func (s *Store) requireEmpty(ctx context.Context) error {
	for _, space := range dumpedSpaces() {
		found, err := s.db.DB.Read(ctx, entries.Range{Space: space, Limit: 1})
		if err != nil || len(found[0]) > 0 {
			return cmp.Or(err, store.ErrNotEmpty)
		}
	}
	return nil
}

func (s *Store) removeAll(ctx context.Context) error {
	for _, space := range dumpedSpaces() {
		for {
			found, err := s.db.DB.Read(ctx, entries.Range{Space: space, Limit: loadEntries})
			if err != nil {
				return err
			}
			var changes []change
			for _, e := range found[0] {
				changes = append(changes, set(space, e.Key, nil))
			}
			if len(changes) == 0 {
				break
			}
			if err := s.db.Apply(ctx, changes); err != nil {
				return err
			}
		}
	}
	return nil
}

type digester struct {
	sum    hash.Hash
	counts map[string]int
}

func newDigester() *digester { return &digester{sha256.New(), map[string]int{}} }

func (d *digester) add(r store.Record) {
	d.counts[r.Kind]++
	d.sum.Write(key(uint64(len(r.Kind)), uint64(len(r.Key)), uint64(len(r.Value))))
	d.sum.Write(slices.Concat([]byte(r.Kind), r.Key, r.Value))
}

func (d *digester) digest() store.Digest {
	return store.Digest{Counts: d.counts, Sum: hex.EncodeToString(d.sum.Sum(nil))}
}
