package flatpng

import "encoding/binary"

// bitWriter fills bytes from their lowest bit (RFC 1951, section 3.1.1).
type bitWriter struct {
	out   []byte
	end   int // number of complete bytes in out
	held  uint64
	count uint // number of bits in held, below 8 between writes
}

func (w *bitWriter) reset() { w.end, w.held, w.count = 0, 0, 0 }

// reserve makes room for more bytes, plus one word because write always stores a whole word.
func (w *bitWriter) reserve(bytes int) {
	if need := w.end + bytes + wordSize; need > len(w.out) {
		grown := make([]byte, need+need/4)
		copy(grown, w.out[:w.end])
		w.out = grown
	}
}

// write appends at most 56 bits. It stores the whole word each time, which is cheaper than checking
// whether the word is full.
func (w *bitWriter) write(bits uint64, count uint) {
	w.held |= bits << (w.count & 63)
	w.count += count
	binary.LittleEndian.PutUint64(w.out[w.end:], w.held)
	w.end += int(w.count >> 3)
	w.held >>= w.count &^ 7 & 63
	w.count &= 7
}

// flush pads the last byte with zero bits.
func (w *bitWriter) flush() { w.write(0, -w.count&7) }
