package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"amytis/store/core"
	"amytis/store/entries/boltdb"
)

// Schema is the layout of the file that this program reads and writes.
const Schema = 9

// metaBucket holds what the file says of itself, beside the buckets of package boltdb.
var (
	metaBucket = []byte("meta")
	schemaKey  = []byte("schema")
	createdKey = []byte("created")
	programKey = []byte("program")
)

func writeMeta(tx *bbolt.Tx, o Options) error {
	b, err := tx.CreateBucketIfNotExists(metaBucket)
	if err != nil {
		return err
	}
	if b.Get(createdKey) == nil {
		if err := b.Put(createdKey, []byte(o.Now().UTC().Format(time.RFC3339))); err != nil {
			return err
		}
	}
	number := binary.BigEndian.AppendUint32(nil, Schema)
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

// checkCurrent returns an error for another program's file or another schema.
func checkCurrent(tx *bbolt.Tx) error {
	switch schema, program, err := readSchema(tx); {
	case err != nil:
		return err
	case schema > Schema:
		return fmt.Errorf("%w (%s, schema %d; this one knows %d): start that program, or put back a backup made by this one",
			ErrNewer, program, schema, Schema)
	case schema < Schema:
		return fmt.Errorf("%w: it has schema %d, from before the first release; this program reads schema %d",
			ErrCorrupt, schema, Schema)
	}
	return boltdb.Check(tx, int(core.Spaces))
}

// noteProgram keeps in the file which program writes it from now on.
func noteProgram(b *bbolt.DB, o Options) error {
	var program string
	err := b.View(func(tx *bbolt.Tx) (err error) {
		_, program, err = readSchema(tx)
		return err
	})
	if err != nil || program == o.Program {
		return err
	}
	return b.Update(func(tx *bbolt.Tx) error { return writeMeta(tx, o) })
}
