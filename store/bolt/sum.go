package bolt

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"

	"go.etcd.io/bbolt"
)

// A checksum of all entries shows every flipped bit and stale page. It is the sum, modulo 2^128, of
// the first half of each entry's SHA-256 hash. So the writer can update it with every change, and
// the order of the entries does not matter.
//
// Beside it stands the transaction that wrote it, which bbolt's pages do not say. Otherwise, a
// first page that reached the disk before the rest of its transaction would show an older state.

// sumKey is the key of the checksum in the meta bucket. The checksum leaves it out; it has its own.
var sumKey = []byte("sum")

type digest struct{ High, Low uint64 }

func (d *digest) add(o digest) {
	var carry uint64
	d.Low, carry = bits.Add64(d.Low, o.Low, 0)
	d.High, _ = bits.Add64(d.High, o.High, carry)
}

func (d *digest) remove(o digest) {
	var borrow uint64
	d.Low, borrow = bits.Sub64(d.Low, o.Low, 0)
	d.High, _ = bits.Sub64(d.High, o.High, borrow)
}

// summer computes the checksum of entries, on one goroutine.
type summer struct {
	digest
	buf []byte
}

// hash returns the checksum of one entry. A bucket's sequence counts as the entry with the empty
// key, which bbolt allows for no other.
func (s *summer) hash(bucket, k, v []byte) digest {
	s.buf = append(s.buf[:0], byte(len(bucket)))
	s.buf = append(s.buf, bucket...)
	s.buf = binary.BigEndian.AppendUint32(s.buf, uint32(len(k)))
	s.buf = append(s.buf, k...)
	s.buf = append(s.buf, v...)
	h := sha256.Sum256(s.buf)
	return digest{binary.BigEndian.Uint64(h[:]), binary.BigEndian.Uint64(h[8:])}
}

func (s *summer) put(bucket, k, v []byte) {
	if !bytes.Equal(k, sumKey) || !bytes.Equal(bucket, metaBucket) {
		s.add(s.hash(bucket, k, v))
	}
}

func (s *summer) drop(bucket, k, v []byte) { s.remove(s.hash(bucket, k, v)) }

func (s *summer) putSequence(bucket []byte, n uint64)  { s.put(bucket, nil, key(n)) }
func (s *summer) dropSequence(bucket []byte, n uint64) { s.drop(bucket, nil, key(n)) }

type seal struct {
	sum digest
	tx  uint64
}

// sealFixed is the size of a seal before its own checksum. The last byte is 0; older programs noted
// a clean stop there.
const sealFixed = 16 + 8 + 1

func (s *seal) encode() []byte {
	b := make([]byte, 0, sealFixed+8)
	b = binary.BigEndian.AppendUint64(b, s.sum.High)
	b = binary.BigEndian.AppendUint64(b, s.sum.Low)
	b = append(binary.BigEndian.AppendUint64(b, s.tx), 0)
	h := sha256.Sum256(b)
	return append(b, h[:8]...)
}

func decodeSeal(b []byte) (seal, error) {
	if len(b) != sealFixed+8 {
		return seal{}, fmt.Errorf("%w: it has no checksum", ErrCorrupt)
	}
	if h := sha256.Sum256(b[:sealFixed]); !bytes.Equal(h[:8], b[sealFixed:]) {
		return seal{}, fmt.Errorf("%w: the checksum itself has changed", ErrCorrupt)
	}
	return seal{
		sum: digest{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])},
		tx:  binary.BigEndian.Uint64(b[16:]),
	}, nil
}

// reseal computes the checksum of all entries anew.
func reseal(tx *bbolt.Tx) error {
	sum, err := digestOf(tx)
	if err != nil {
		return err
	}
	return writeSeal(tx, seal{sum: sum})
}

func digestOf(tx *bbolt.Tx) (digest, error) {
	var s summer
	err := tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
		if b == nil {
			return fmt.Errorf("%w: entry %q is in no bucket", ErrCorrupt, name)
		}
		s.putSequence(name, b.Sequence())
		return b.ForEach(func(k, v []byte) error {
			if v == nil {
				return fmt.Errorf("%w: bucket %q holds another bucket %q", ErrCorrupt, name, k)
			}
			s.put(name, k, v)
			return nil
		})
	})
	return s.digest, err
}

func writeSeal(tx *bbolt.Tx, s seal) error {
	s.tx = uint64(tx.ID())
	return tx.Bucket(metaBucket).Put(sumKey, s.encode())
}

// chain returns the checksum of a table's log with one more event.
func chain(before uint64, event []byte) uint64 {
	var small [512]byte
	b := binary.BigEndian.AppendUint64(small[:0], before)
	h := sha256.Sum256(append(b, event...))
	return binary.BigEndian.Uint64(h[:])
}
