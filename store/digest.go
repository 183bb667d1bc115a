package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"
)

// Digest counts a dump's records by kind and sums them up. Stores with equal content have equal
// digests.
type Digest struct {
	sum    hash.Hash
	counts map[RecordKind]int
}

func NewDigest() *Digest { return &Digest{sha256.New(), map[RecordKind]int{}} }

// Add adds a record, in the order of [Movable].Dump.
func (d *Digest) Add(r Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	d.sum.Write(append(line, '\n'))
	d.counts[r.Kind]++
	return nil
}

func (d *Digest) Count(kind RecordKind) int { return d.counts[kind] }

// Sum returns the SHA-256 of the records as lines of JSON, in hexadecimal.
func (d *Digest) Sum() string { return hex.EncodeToString(d.sum.Sum(nil)) }
