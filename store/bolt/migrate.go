package bolt

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"time"

	"go.etcd.io/bbolt"
)

// migration changes a file from one schema to the next, within a transaction.
type migration func(tx *bbolt.Tx) error

// migrations are the steps from schema 1 to the program's schema; the first leads from 1 to 2. To
// change the layout, append a step and add a dump of the old schema to testdata. Never change a
// step that was released.
var migrations = []migration{addPreferences, indexPlayers, nameEntries, addChains, splitBoards, addReviews}

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
	if err := b.Put(schemaKey, binary.BigEndian.AppendUint32(nil, uint32(schema))); err != nil {
		return err
	}
	return b.Put(programKey, []byte(o.Program))
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

// migrate updates a file to the schema after all steps, in one transaction. Before that it saves a
// copy of the file beside it. It refuses a file of a later schema and leaves it untouched.
func migrate(b *bbolt.DB, steps []migration, o Options) error {
	var have int
	var program string
	err := b.View(func(tx *bbolt.Tx) (err error) {
		have, program, err = readSchema(tx)
		return err
	})
	want := len(steps) + 1
	switch {
	case err != nil:
		return err
	case have > want:
		return fmt.Errorf(
			"%w (%s, schema %d; this one knows %d): start that program, or put back a backup made by this one",
			ErrNewer,
			program,
			have,
			want,
		)
	case have == want && program == o.Program:
		return nil
	case have < want:
		if err := copyBeside(b, fmt.Sprintf("%s.schema-%d.bak", b.Path(), have)); err != nil {
			return fmt.Errorf("copy the store before the migration: %w", err)
		}
	}
	return b.Update(func(tx *bbolt.Tx) error {
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
			return w.seal(goingOn)
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
	return c.asError()
}

func copyBeside(b *bbolt.DB, path string) error {
	return writeFile(path, replaceExisting, func(tmp *os.File) error {
		return b.View(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(tmp)
			return err
		})
	})
}

// Schema returns the schema of the files that this program writes.
func Schema() int { return len(migrations) + 1 }
