package flatpng

import (
	"encoding/binary"
	"math/bits"
)

const (
	wordSize = 8

	// window is the largest distance of a match.
	window = 32768

	// hashBits is small enough for the table to fit the processor's first-level cache. A larger
	// table finds hardly more matches in pictures.
	hashBits = 12
)

// finder looks for matches one byte back, in the row above, and where four bytes occurred last.
type finder struct {
	data []byte
	// above is the distance of the row above, or 1 in the first row and if rows exceed the window.
	above int
	seen  [1 << hashBits]int32
}

func (f *finder) reset(data []byte) {
	f.data, f.above = data, 1
	clear(f.seen[:])
}

// find returns the longest match at i, which must be at least 1. A length below minMatch means that
// there is no match.
//
// Unpredictable branches would take most of its time. So it compares the first words of all three
// places before it decides, and extends only one. On a tie it prefers the row above.
func (f *finder) find(i int) (length, distance int) {
	data := f.data
	now := word(data, i)
	length, distance = commonBytes(now, word(data, i-f.above)), f.above
	if l := commonBytes(now, word(data, i-1)); l > length {
		length, distance = l, 1
	}
	before := f.lookUp(now, i)
	if l := commonBytes(now, word(data, i-before)); l > length {
		length, distance = l, before
	}
	if length == wordSize {
		length = extend(data, i, distance)
	}
	return length, distance
}

// lookUp returns the distance to the last position with the same hash of four bytes, or 1 if it is
// too far back. The bytes there may differ.
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

// word returns the eight bytes at i, the first one lowest.
func word(data []byte, i int) uint64 { return binary.LittleEndian.Uint64(data[i:]) }

// commonBytes returns how many bytes two words have in common, counted from the first.
func commonBytes(a, b uint64) int { return bits.TrailingZeros64(a^b) >> 3 }

// extend returns the length of a match whose first word is known to match. It may run past the
// picture, into the bytes that follow it.
func extend(data []byte, i, distance int) int {
	now, then := data[i:], data[i-distance:]
	then = then[:len(now)]
	n := wordSize
	for ; n+wordSize <= len(now); n += wordSize {
		if a, b := word(now, n), word(then, n); a != b {
			return n + commonBytes(a, b)
		}
	}
	return n
}
