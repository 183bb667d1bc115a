package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"go.etcd.io/bbolt"
)

// Files before firstSealed have no checksum. But their last transaction can be compared with the
// one before, whose pages bbolt does not reuse yet.

// checkNewest returns an error if the last transaction of a file without checksum is in truth older
// than the one before. The file's pages must be sound.
func checkNewest(b *bbolt.DB) error {
	old := false
	err := b.View(func(tx *bbolt.Tx) error {
		schema, _, err := readSchema(tx)
		old = err == nil && schema < firstSealed
		return nil
	})
	if err != nil || !old {
		return err
	}
	tmp, remove, err := createTemp(b.Path())
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
	defer last.Close()
	return last.View(func(before *bbolt.Tx) error {
		return b.View(func(now *bbolt.Tx) error {
			if isOlder(now, before) {
				return fmt.Errorf(
					"%w: its last transaction is older than the one before it: not everything was written", ErrCorrupt,
				)
			}
			return nil
		})
	})
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

// isOlder reports whether a transaction lacks what another one had. Sequences and versions only
// grow, and the number of an outbox entry never comes back.
func isOlder(now, before *bbolt.Tx) (older bool) {
	_ = before.ForEach(func(name []byte, was *bbolt.Bucket) error {
		is := now.Bucket(name)
		if older = older || is == nil || is.Sequence() < was.Sequence(); older {
			return nil
		}
		switch string(name) {
		case string(tablesBucket):
			return was.ForEach(func(k, head []byte) error {
				older = older || keyVersion(k) == afterLog && bytes.Compare(versionOf(is.Get(k)), versionOf(head)) < 0
				return nil
			})
		case string(outboxBucket):
			return is.ForEach(func(k, _ []byte) error {
				older = older || number(k, 0) <= was.Sequence() && was.Get(k) == nil
				return nil
			})
		}
		return nil
	})
	return older
}

// versionOf returns a record's version, as bytes that sort like it.
func versionOf(record []byte) []byte { return record[:min(4, len(record))] }
