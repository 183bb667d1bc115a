package flatgif

import (
	"encoding/binary"
	"math/bits"
)

// The codes of LZW in a GIF of 256 colours: one for each colour, two that control the decoder, and
// one for each word in the dictionary. A code has 9 to 12 bits. See appendix F of the
// specification.
const (
	colourBits = 8
	clearCode  = 1 << colourBits
	endCode    = clearCode + 1
	firstCode  = clearCode + 2
	minWidth   = colourBits + 1
	maxWidth   = 12
	maxCodes   = 1 << maxWidth
)

// hashBits gives the size of the table of words. At most half of it is in use, and it fits a
// processor's fastest cache.
const hashBits = 13

// compressor compresses pixels by LZW. The words of a single colour are found by their length,
// without looking at their pixels one by one.
type compressor struct {
	out []byte
	// pending holds the last bits, which fill no byte yet. held is their number.
	pending uint64
	held    uint
	// next is the code of the next word, and width the number of bits of a code.
	next  int
	width uint
	// table maps a word and the pixel after it to the longer word. An entry has the word's code in
	// the upper 12 bits, the pixel in the next 8, and the longer word's code in the lower 12.
	table [1 << hashBits]uint32
	// runs holds for each colour the codes of the words of 2, 3, 4... pixels of that colour.
	runs [1 << colourBits][]uint16
	// coloured lists the colours with such words.
	coloured []uint8
}

// compress appends the codes of pixels to out.
func (z *compressor) compress(out []byte, pix []uint8) []byte {
	z.out, z.pending, z.held = out, 0, 0
	z.width = minWidth
	z.clear()
	for len(pix) > 0 {
		run := runLength(pix)
		left := z.putRuns(pix[0], run)
		pix = pix[run-left:]
		pix = pix[z.putWord(pix, left):]
	}
	z.put(endCode)
	return z.flush()
}

// putRuns writes the codes of a run of pixels of one colour until the rest is a known word. It
// returns the length of the rest.
func (z *compressor) putRuns(c uint8, n int) (left int) {
	for {
		code, long := z.longestRun(c, n)
		if long == n {
			return n
		}
		n -= long
		if z.putCode(code) {
			slot, _ := z.find(code, c)
			if long == 1 {
				z.coloured = append(z.coloured, c)
			}
			z.runs[c] = append(z.runs[c], uint16(z.next))
			z.add(slot, code, c)
		}
	}
}

// putWord writes the code of the longest known word with which the pixels begin, and adds one that
// is a pixel longer. The first pixels, run of them, are a known word of one colour, and the pixel
// after them has another. It returns the length of the word.
func (z *compressor) putWord(pix []uint8, run int) (long int) {
	code, _ := z.longestRun(pix[0], run)
	for long = run; long < len(pix); long++ {
		slot, found := z.find(code, pix[long])
		if !found {
			if z.putCode(code) {
				z.add(slot, code, pix[long])
			}
			return long
		}
		code = int(z.table[slot] % maxCodes)
	}
	if z.putCode(code) {
		z.count() // the decoder adds a word that is not needed
	}
	return long
}

// everyByte times a byte is a word of that byte.
const everyByte = 0x0101010101010101

// runLength returns how many pixels have the colour of the first.
func runLength(pix []uint8) int {
	n, same := 1, uint64(pix[0])*everyByte
	for ; n+8 <= len(pix); n += 8 {
		if other := binary.LittleEndian.Uint64(pix[n:]) ^ same; other != 0 {
			return n + bits.TrailingZeros64(other)/8
		}
	}
	for n < len(pix) && pix[n] == pix[0] {
		n++
	}
	return n
}

// longestRun returns the longest known word of at most n pixels of a colour.
func (z *compressor) longestRun(c uint8, n int) (code, long int) {
	long = min(n, len(z.runs[c])+1)
	if long == 1 {
		return int(c), 1
	}
	return int(z.runs[c][long-2]), long
}

// find returns the slot of the table for a word and the pixel after it, and whether it is taken.
func (z *compressor) find(code int, c uint8) (slot uint32, found bool) {
	key := uint32(code)<<colourBits | uint32(c)
	const golden = 0x9e3779b1
	for slot = key * golden >> (32 - hashBits); ; slot = (slot + 1) % (1 << hashBits) {
		switch entry := z.table[slot]; {
		case entry == 0: // no word has the code 0, which is a colour's
			return slot, false
		case entry>>maxWidth == key:
			return slot, true
		}
	}
}

// add adds a word to the dictionary, in a free slot of the table.
func (z *compressor) add(slot uint32, code int, c uint8) {
	z.table[slot] = (uint32(code)<<colourBits|uint32(c))<<maxWidth | uint32(z.next)
	z.count()
}

// count counts a word of the dictionary, as the decoder does.
func (z *compressor) count() {
	if z.next == 1<<z.width {
		z.width++
	}
	z.next++
}

// putCode writes the code of a word. It reports whether the dictionary gets a new word, and empties
// the dictionary if it is full.
func (z *compressor) putCode(code int) (grows bool) {
	z.put(code)
	if z.next < maxCodes {
		return true
	}
	z.clear()
	return false
}

// clear empties the dictionary and has the decoder do the same.
func (z *compressor) clear() {
	z.put(clearCode)
	clear(z.table[:])
	for _, c := range z.coloured {
		z.runs[c] = z.runs[c][:0]
	}
	z.coloured = z.coloured[:0]
	z.next, z.width = firstCode, minWidth
}

func (z *compressor) put(code int) {
	z.pending |= uint64(code) << z.held
	z.held += z.width
	if z.held >= 32 {
		z.out = binary.LittleEndian.AppendUint32(z.out, uint32(z.pending))
		z.pending >>= 32
		z.held -= 32
	}
}

func (z *compressor) flush() []byte {
	for ; z.held > 0; z.held -= min(z.held, 8) {
		z.out = append(z.out, uint8(z.pending))
		z.pending >>= 8
	}
	return z.out
}
