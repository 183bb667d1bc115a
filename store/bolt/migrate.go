package bolt

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"go.etcd.io/bbolt"

	"amytis/store"
)

// migration changes a file from one schema to the next, within a transaction. replay may be nil.
type migration func(tx *bbolt.Tx, replay store.Replay) error

// migrations lead from schema 1 to the program's. To change the layout, append a step, add a dump
// of the new schema to testdata, and a file that the program played to the schemas in
// cmd/amytis/testdata. Never change a released step.
var migrations = []migration{
	addBucket(preferencesBucket), indexPlayers, nameEntries, addChains, splitBoards, addBucket(reviewsBucket),
	fillRecords,
}

// Schema is the schema that this program writes. Schemas count from 1.
var Schema = len(migrations) + 1

func addBucket(name []byte) migration {
	return func(tx *bbolt.Tx, _ store.Replay) error {
		_, err := tx.CreateBucketIfNotExists(name)
		return err
	}
}

// splitBoards only keeps older programs away, which would rate people by games with computers.
// Files of schema 5 have none in their results.
func splitBoards(*bbolt.Tx, store.Replay) error { return nil }

// fillRecords gives the results of programs before schema 7 the records that their logs lead to. A
// result that differs in anything else stays as it is, for the check.
func fillRecords(tx *bbolt.Tx, replay store.Replay) error {
	if replay == nil {
		return nil
	}
	filled := map[string][]byte{}
	err := tx.Bucket(resultsBucket).ForEach(func(k, v []byte) error {
		result, err := decodeResult(k, v)
		if err != nil {
			return err
		}
		r, h, err := readHead(tx, result.Table)
		if err != nil {
			return err
		}
		log, err := readLog(tx, result.Table, &r)
		if err != nil {
			return err
		}
		if lacks, is := errors.AsType[*store.NoRecordsError](replay(result.Table, h, log, &result)); is {
			result.Records = lacks.Records
			filled[string(k)], err = json.Marshal(&result)
		}
		return err
	})
	for k, v := range filled {
		err = cmp.Or(err, tx.Bucket(resultsBucket).Put([]byte(k), v))
	}
	return err
}

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

// readSchema also returns the program that last wrote the file.
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

// migrate updates a file in one transaction: if anything fails, the file stays as it is. Before
// that it copies the file beside it, checks the copy and returns its path, "" without an update. It
// refuses a file of a later schema.
func migrate(b *bbolt.DB, steps []migration, o Options) (before string, err error) {
	var schema int
	var program string
	err = b.View(func(tx *bbolt.Tx) (err error) {
		schema, program, err = readSchema(tx)
		return err
	})
	want := len(steps) + 1
	switch {
	case err != nil:
		return "", err
	case schema > want:
		return "", fmt.Errorf("%w: start that program, or put back a backup made by this one", newer(program, schema, want))
	case schema == want && program == o.Program:
		return "", nil
	}
	if err := checkNewest(b); err != nil {
		return "", err
	}
	if schema < want && !o.isCopy {
		before = fmt.Sprintf("%s.schema-%d.bak", b.Path(), schema)
		if err := copyBeside(b, before); err != nil {
			return "", fmt.Errorf("copy the store before the update of its schema; it is unchanged: %w", err)
		}
	}
	return before, b.Update(func(tx *bbolt.Tx) error {
		for i := schema; i < want; i++ {
			if err := steps[i-1](tx, o.Replay); err != nil {
				return fmt.Errorf("migration from schema %d to %d: %w; the file is unchanged", i, i+1, err)
			}
		}
		w := newWriteTx(tx, o.Now())
		if err := writeMeta(w, want, o); err != nil {
			return err
		}
		if schema == want {
			return w.seal()
		}
		if err := checkContent(context.Background(), tx, ErrCorrupt); err != nil {
			return err
		}
		return reseal(tx)
	})
}

func newer(program string, schema, want int) error {
	return fmt.Errorf("%w (%s, schema %d; this one knows %d)", ErrNewer, program, schema, want)
}

// copyBeside copies the store to another file, and checks the copy.
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
		sum, err := checkPages(context.Background(), tmp.Name(), fileWait)
		if err == nil && sum != want {
			err = fmt.Errorf("%w: its entries differ from those of the store", ErrCorrupt)
		}
		if err != nil {
			return fmt.Errorf("the copy: %w", err)
		}
		return nil
	})
}
