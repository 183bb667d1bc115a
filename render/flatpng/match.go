package flatpng

import (
	"encoding/binary"
	"math/bits"
)

const (
	wordSize = 8

	// window is how far back a match may be.
	window = 32768

	// hashBits keeps what was seen in the processor's first cache. More finds
	// hardly any more in a picture.
	hashBits = 12
)

// finder looks for what was there before in three places: the pixel before, the
// row above, and where the same four bytes were last looked up.
type finder struct {
	data  []byte
	above int // the distance of the row above, or 1 while there is none
	seen  [1 << hashBits]int32
}

func (f *finder) reset(data []byte) {
	f.data, f.above = data, 1
	clear(f.seen[:])
}

// find gives the longest match at i, which is at least 1, if there is one: a
// length below minMatch is none. Most of its time would go into branches that
// no processor foresees, hence it compares the first words of all three before
// it decides, and goes on with one, the row above if it can.
func (f *finder) find(i int) (length, distance int) {
	data := f.data
	now := word(data, i)
	length, distance = same(now, word(data, i-f.above)), f.above
	if l := same(now, word(data, i-1)); l > length {
		length, distance = l, 1
	}
	before := f.lookUp(now, i)
	if l := same(now, word(data, i-before)); l > length {
		length, distance = l, before
	}
	if length == wordSize {
		length = extend(data, i, distance)
	}
	return length, distance
}

// lookUp gives how far back the first half of a word was looked up, or 1 if that
// is out of reach. It may have been another with the same hash.
func (f *finder) lookUp(now uint64, i int) int {
	const golden = 0x9e3779b1 // 1<<32 by the golden ratio: Knuth's multiplier
	seen := &f.seen[uint32(now)*golden>>(32-hashBits)]
	before := i - int(*seen)
	*seen = int32(i)
	if before > window {
		return 1
	}
	return before
}

// word is the eight bytes at i, the first lowest.
func word(data []byte, i int) uint64 { return binary.LittleEndian.Uint64(data[i:]) }

// same is how many bytes two words have in common from the first.
func same(a, b uint64) int { return bits.TrailingZeros64(a^b) >> 3 }

// extend gives the length of a match whose first word is known to be one. It
// may go beyond the picture, into the bytes that follow it.
func extend(data []byte, i, distance int) int {
	now, then := data[i:], data[i-distance:]
	then = then[:len(now)]
	n := wordSize
	for ; n+wordSize <= len(now); n += wordSize {
		if a, b := word(now, n), word(then, n); a != b {
			return n + same(a, b)
		}
	}
	return n
}
