package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"amytis/store/core"
	"amytis/store/entries/boltdb"
)

// create makes an empty store under a temporary name and renames it. After a crash there is no
// store or a good one, and perhaps a temporary file that a later start removes.
func create(path string, o Options) error {
	err := writeFile(path, false, func(tmp *os.File) error { return createIn(tmp, o) })
	if errors.Is(err, fs.ErrExist) {
		return nil // another program was first, and its file is as good
	}
	return err
}

func createIn(file *os.File, o Options) error {
	b, err := bbolt.Open(file.Name(), 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType, Timeout: o.LockWait})
	if err != nil {
		return err
	}
	err = b.Update(func(tx *bbolt.Tx) error {
		return errors.Join(boltdb.Create(tx, int(core.Spaces)), writeMeta(tx, o))
	})
	return errors.Join(err, b.Close())
}

// Create makes a store in a new file at path for fill to fill. The file appears, on the disk, when
// fill has returned nil. If path exists, the error is fs.ErrExist, unless replace is set.
func Create(path string, o Options, replace bool, fill func(s *DB) error) error {
	if exists(path) && !replace {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return explainOpen(path, err)
	}
	o = o.withDefaults()
	return explainFull(path, writeFile(path, replace, func(tmp *os.File) error {
		if err := createIn(tmp, o); err != nil {
			return err
		}
		db, err := Open(tmp.Name(), o)
		if err != nil {
			return err
		}
		return errors.Join(fill(db), db.Close())
	}))
}

// Schema is the layout of the file.
const Schema = 9

// metaBucket holds what the file says of itself, beside the buckets of package boltdb.
var (
	metaBucket = []byte("meta")
	schemaKey  = []byte("schema")
	programKey = []byte("program") // which has made the file
)

func writeMeta(tx *bbolt.Tx, o Options) error {
	b, err := tx.CreateBucket(metaBucket)
	if err != nil {
		return err
	}
	number := binary.BigEndian.AppendUint32(nil, Schema)
	return errors.Join(b.Put(schemaKey, number), b.Put(programKey, []byte(o.Program)))
}

func checkCurrent(tx *bbolt.Tx) error {
	b := tx.Bucket(metaBucket)
	if b == nil {
		return damagedError("a bbolt file but not one of amytis")
	}
	v := b.Get(schemaKey)
	if len(v) != 4 {
		return damagedError("it has no schema version")
	}
	return core.CheckSchema(int(binary.BigEndian.Uint32(v)), Schema, string(b.Get(programKey)))
}
