package core

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"amytis/store"
	"amytis/store/entries"
)

// sealed is a database whose values end with a checksum, so that a changed byte is noticed.
type sealed struct{ entries.DB }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const sumSize = 4

// sumOf leaves out a key of the outbox, to which the database adds a number.
func sumOf(s entries.Space, k, v []byte) uint32 {
	if s == outbox {
		k = nil
	}
	sum := crc32.Update(uint32(s), castagnoli, k)
	return crc32.Update(sum, castagnoli, v)
}

func seal(s entries.Space, k, v []byte) []byte {
	if v == nil {
		return nil
	}
	return binary.BigEndian.AppendUint32(slices.Clip(v), sumOf(s, k, v))
}

// unseal returns the value of an entry without its checksum.
func unseal(s entries.Space, k, v []byte) ([]byte, error) {
	end := len(v) - sumSize
	if end >= 0 && binary.BigEndian.Uint32(v[end:]) == sumOf(s, k, v[:end]) {
		return v[:end:end], nil
	}
	return nil, fmt.Errorf("%w: %s has changed since it was written", store.ErrDamaged, nameOf(s, k))
}

func (d sealed) Read(ctx context.Context, ranges ...entries.Range) ([][]entries.Entry, error) {
	found, err := d.DB.Read(ctx, ranges...)
	for i, list := range found {
		for n := range list {
			e := &list[n]
			if e.Value, err = unseal(ranges[i].Space, e.Key, e.Value); err != nil {
				return nil, err
			}
		}
	}
	return found, err
}

// readValue returns the value of one entry, nil for none.
func (d sealed) readValue(ctx context.Context, s entries.Space, k []byte) ([]byte, error) {
	found, err := d.Read(ctx, entries.Single(s, k))
	if err != nil {
		return nil, err
	}
	return valueOf(found[0]), nil
}

// View gives read a reader that ends at a damaged entry.
func (d sealed) View(ctx context.Context, read func(entries.Reader) error) error {
	return d.DB.View(ctx, func(r entries.Reader) error { return read(unsealer{raw: r}) })
}

// viewPastDamage gives read a reader that skips damaged entries. The error names them.
func (d sealed) viewPastDamage(ctx context.Context, read func(r unsealer) error) error {
	var damage []error
	err := d.DB.View(ctx, func(r entries.Reader) error {
		return read(unsealer{r, func(_ []byte, err error) { damage = append(damage, err) }})
	})
	return cmp.Or(err, errors.Join(damage...))
}

// unsealer reads one moment.
type unsealer struct {
	raw entries.Reader
	// damaged, if not nil, is told of each entry that is damaged, or that needs one, and reading
	// goes on. Otherwise reading ends there.
	damaged func(k []byte, err error)
}

func (u unsealer) strict() unsealer { return unsealer{raw: u.raw} }

func (u unsealer) Scan(in entries.Range, each func(k, v []byte) (bool, error)) error {
	return u.raw.Scan(in, func(k, v []byte) (more bool, err error) {
		if v, err = unseal(in.Space, k, v); err == nil {
			more, err = each(k, v)
		}
		if u.damaged != nil && errors.Is(err, store.ErrDamaged) {
			u.damaged(k, err)
			return true, nil
		}
		return more, err
	})
}

func (d sealed) Apply(ctx context.Context, changes []change) error {
	if err := entries.CheckLate(ctx); err != nil || len(changes) == 0 {
		return cmp.Or(err, ctx.Err())
	}
	all := slices.Clone(changes)
	for i := range all {
		c := &all[i]
		c.Was = seal(c.Space, c.Key, c.Was)
		c.Is = seal(c.Space, c.Key, c.Is)
	}
	return d.DB.Apply(ctx, all)
}

func readValue(r entries.Reader, s entries.Space, k []byte) (value []byte, err error) {
	err = r.Scan(entries.Single(s, k), func(_, v []byte) (bool, error) {
		value = slices.Clone(v)
		return false, nil
	})
	return value, err
}

// valueOf returns the value of a single entry, nil for none.
func valueOf(found []entries.Entry) []byte {
	if len(found) == 0 {
		return nil
	}
	return found[0].Value
}
