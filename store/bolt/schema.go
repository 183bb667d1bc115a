package bolt

import (
	"encoding/binary"
	"errors"

	"go.etcd.io/bbolt"

	"amytis/store/core"
)

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
