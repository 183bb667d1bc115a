package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"time"

	"go.etcd.io/bbolt"
)

// migration changes a file from one schema to the next, within a transaction.
type migration func(tx *bbolt.Tx) error

// migrations are the steps from schema 1 to the program's schema; the first leads from 1 to 2. To
// change the layout, append a step, add a dump of the new schema to testdata, and a file that the
// program played to the schemas in cmd/amytis/testdata. Never change a step that was released.
var migrations = []migration{addPreferences, indexPlayers, nameEntries, addChains, splitBoards, addReviews}

// Schema is the schema of files that this program writes. Schemas count from 1.
var Schema = len(migrations) + 1

// addPreferences creates the bucket for what players choose for themselves.
func addPreferences(tx *bbolt.Tx) error {
	_, err := tx.CreateBucketIfNotExists(preferencesBucket)
	return err
}

// addReviews creates the bucket for the reviews of ended games.
func addReviews(tx *bbolt.Tx) error {
	_, err := tx.CreateBucketIfNotExists(reviewsBucket)
	return err
}

// splitBoards changes nothing, since files of schema 5 have no computers in their results. The new
// schema keeps older programs away: they would rate people by games with computers.
func splitBoards(*bbolt.Tx) error { return nil }

// These are the keys of the meta bucket.
var (
	schemaKey  = []byte("schema")
	createdKey = []byte("created")
	programKey = []byte("program")
)

func writeMeta(tx *writeTx, schema int, o Options) error {
	b := tx.meta
	if b.Get(createdKey) == nil {
		if err := b.Put(createdKey, []byte(o.Now().UTC().Format(time.RFC3339))); err != nil {
			return err
		}
	}
	number := binary.BigEndian.AppendUint32(nil, uint32(schema))
	return errors.Join(b.Put(schemaKey, number), b.Put(programKey, []byte(o.Program)))
}

// readSchema returns the file's schema and the program that last wrote it.
func readSchema(tx *bbolt.Tx) (schema int, program string, err error) {
	b := tx.Bucket(metaBucket)
	if b == nil {
		return 0, "", fmt.Errorf("%w: a bbolt file but not one of amytis", ErrCorrupt)
	}
	v := b.Get(schemaKey)
	if len(v) != 4 || binary.BigEndian.Uint32(v) == 0 {
		return 0, "", fmt.Errorf("%w: it has no schema version", ErrCorrupt)
	}
	return int(binary.BigEndian.Uint32(v)), string(b.Get(programKey)), nil
}

// migrate updates a file to the schema after all steps, in one transaction: if anything fails, the
// file stays as it is. Before that it saves a copy of the file beside it, and checks the copy. It
// refuses a file of a later schema and leaves it untouched. It returns the copy, "" without an
// update.
func migrate(b *bbolt.DB, steps []migration, o Options) (before string, err error) {
	var have int
	var program string
	err = b.View(func(tx *bbolt.Tx) (err error) {
		have, program, err = readSchema(tx)
		return err
	})
	want := len(steps) + 1
	switch {
	case err != nil:
		return "", err
	case have > want:
		return "", fmt.Errorf("%w: start that program, or put back a backup made by this one", newer(program, have, want))
	case have == want && program == o.Program:
		return "", nil
	}
	if err := checkPast(b); err != nil {
		return "", err
	}
	if have < want && !o.isCopy {
		before = fmt.Sprintf("%s.schema-%d.bak", b.Path(), have)
		if err := copyBeside(b, before); err != nil {
			return "", fmt.Errorf("copy the store before the update of its schema; it is unchanged: %w", err)
		}
	}
	return before, b.Update(func(tx *bbolt.Tx) error {
		for i := have; i < want; i++ {
			if err := steps[i-1](tx); err != nil {
				return fmt.Errorf("migration from schema %d to %d: %w; the file is unchanged", i, i+1, err)
			}
		}
		w := newWriteTx(tx, o.Now())
		if err := writeMeta(w, want, o); err != nil {
			return err
		}
		if have == want {
			return w.seal()
		}
		if err := checkMigrated(tx); err != nil {
			return err
		}
		return reseal(tx)
	})
}

// checkMigrated checks the content of a file that gets a new checksum.
func checkMigrated(tx *bbolt.Tx) error {
	c := checker{ctx: context.Background(), tx: tx}
	if err := c.content(); err != nil {
		return err
	}
	return c.Err(ErrCorrupt)
}

// newer returns an [ErrNewer] that names the program that wrote a file.
func newer(program string, have, want int) error {
	return fmt.Errorf("%w (%s, schema %d; this one knows %d)", ErrNewer, program, have, want)
}

// copyBeside copies the store to another file, and checks that the copy is sound and holds the
// same.
func copyBeside(b *bbolt.DB, path string) error {
	return writeFile(path, true, func(tmp *os.File) error {
		var want digest
		err := b.View(func(tx *bbolt.Tx) (err error) {
			if want, err = digestOf(tx); err != nil {
				return err
			}
			_, err = tx.WriteTo(tmp)
			return err
		})
		if err != nil {
			return err
		}
		have, err := checkPages(context.Background(), tmp.Name(), fileWait)
		if err == nil && have != want {
			err = fmt.Errorf("%w: its entries differ from those of the store", ErrCorrupt)
		}
		if err != nil {
			return fmt.Errorf("the copy: %w", err)
		}
		return nil
	})
}
