package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"go.etcd.io/bbolt"

	"amytis/engine/table"
)

// Files of schemas before firstSealed have no checksum. Their last transaction can still be
// compared with the one before it, whose pages bbolt does not reuse yet.

// growth is what only grows from one transaction to the next.
type growth struct {
	sequences map[string]uint64
	versions  map[table.ID]table.Version
	// outbox has the numbers of the entries. It shrinks, but a number never comes back.
	outbox map[uint64]bool
}

func growthOf(b *bbolt.DB) (*growth, error) {
	p := &growth{map[string]uint64{}, map[table.ID]table.Version{}, map[uint64]bool{}}
	return p, b.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, bucket *bbolt.Bucket) error {
			p.sequences[string(name)] = bucket.Sequence()
			return bucket.ForEach(func(k, v []byte) error {
				switch {
				case string(name) == string(tablesBucket) && keyVersion(k) == afterLog && len(v) >= 4:
					p.versions[table.ID(number(k, 0))] = table.Version(binary.BigEndian.Uint32(v))
				case string(name) == string(outboxBucket):
					p.outbox[number(k, 0)] = true
				}
				return nil
			})
		})
	})
}

// checkPast returns an error if the last transaction of a file without a checksum is in truth an
// older one than that before it. The file's pages must be sound.
func checkPast(b *bbolt.DB) error {
	old := false
	err := b.View(func(tx *bbolt.Tx) error {
		schema, _, err := readSchema(tx)
		old = err == nil && schema < firstSealed
		return nil
	})
	if err != nil || !old {
		return err
	}
	tmp, remove, err := createTemp(b.Path(), checkCopy)
	if err != nil {
		return err
	}
	defer remove()
	if err := copyBefore(b.Path(), tmp); err != nil {
		return err
	}
	if _, err := checkPages(context.Background(), tmp.Name(), fileWait); errors.Is(err, ErrCorrupt) {
		return nil // bbolt has used its pages again
	} else if err != nil {
		return err
	}
	last, err := openFile(tmp.Name(), fileWait)
	if err != nil {
		return err
	}
	before, err := growthOf(last)
	if err := errors.Join(err, last.Close()); err != nil {
		return err
	}
	now, err := growthOf(b)
	if err == nil && now.lags(before) {
		err = fmt.Errorf("%w: its last transaction is older than the one before it: not everything was written", ErrCorrupt)
	}
	return err
}

// copyBefore copies a file without its last transaction.
func copyBefore(path string, to *os.File) error {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	if _, err := io.Copy(to, from); err != nil {
		return err
	}
	m, err := newestMeta(to)
	if err != nil {
		return err
	}
	_, err = to.WriteAt(make([]byte, metaSize), int64(m.txnum%2)*int64(m.pageSize)+pageHeader)
	return err
}

// lags reports whether p lacks something that there was before.
func (p *growth) lags(before *growth) bool {
	for bucket, n := range before.sequences {
		if p.sequences[bucket] < n {
			return true
		}
	}
	for id, v := range before.versions {
		if p.versions[id] < v {
			return true
		}
	}
	for seq := range p.outbox {
		if seq <= before.sequences[string(outboxBucket)] && !before.outbox[seq] {
			return true
		}
	}
	return false
}
