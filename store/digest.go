package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"
)

// Digest summarises a dump: how many records of each kind there are, and a checksum of all. Stores
// with equal content have equal digests.
type Digest struct {
	sum    hash.Hash
	counts map[RecordKind]int
}

// NewDigest returns the digest of an empty store.
func NewDigest() *Digest { return &Digest{sha256.New(), map[RecordKind]int{}} }

// Add adds a record. The records come in the order of [Movable].Dump.
func (d *Digest) Add(r Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	d.sum.Write(append(line, '\n'))
	d.counts[r.Kind]++
	return nil
}

// Count returns the number of records of a kind.
func (d *Digest) Count(kind RecordKind) int { return d.counts[kind] }

// Sum returns the SHA-256 of the records so far, each as a line of JSON. It has 64 hexadecimal
// digits.
func (d *Digest) Sum() string { return hex.EncodeToString(d.sum.Sum(nil)) }
