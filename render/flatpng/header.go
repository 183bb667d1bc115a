package flatpng

// header writes the code lengths of a block, run-length and Huffman encoded (RFC 1951, 3.2.7).
type header struct {
	lengths   []uint8
	runs      []lengthRun
	histogram [codeLengthSymbols]uint32
	code      huffman
}

// lengthRun is a symbol of the code length alphabet with its extra bits.
type lengthRun struct{ symbol, extra uint8 }

const (
	codeLengthSymbols = 19
	codeLengthLimit   = 7

	repeatLast  = 16 // repeats the last length 3 to 6 times
	repeatZero  = 17 // repeats zero 3 to 10 times
	repeatZeros = 18 // repeats zero 11 to 138 times

	// maxHeaderBytes is the size of the largest header: 17 bits, then 19 lengths of 3 bits, then
	// each code length in 7 bits.
	maxHeaderBytes = (17+3*codeLengthSymbols+7*(literalSymbols+distanceSymbols))/8 + 1
)

var (
	// codeLengthOrder is the order in which the lengths are sent: rarely used ones last, so they
	// can be left out.
	codeLengthOrder = [codeLengthSymbols]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	codeLengthExtra = [codeLengthSymbols]uint8{repeatLast: 2, repeatZero: 3, repeatZeros: 7}
)

func newHeader() header {
	most := literalSymbols + distanceSymbols
	return header{
		lengths: make([]uint8, 0, most),
		runs:    make([]lengthRun, 0, most),
		code:    newHuffman(codeLengthSymbols),
	}
}

func (h *header) write(w *bitWriter, literals, distances []uint8) {
	literals, distances = trimZeros(literals, firstLength), trimZeros(distances, 1)
	h.lengths = append(append(h.lengths[:0], literals...), distances...)
	h.findRuns()
	h.code.build(h.histogram[:], codeLengthLimit)
	sent := codeLengthSymbols
	for sent > 4 && h.code.lengths[codeLengthOrder[sent-1]] == 0 {
		sent--
	}
	w.write(uint64(len(literals)-firstLength), 5)
	w.write(uint64(len(distances)-1), 5)
	w.write(uint64(sent-4), 4)
	for _, s := range codeLengthOrder[:sent] {
		w.write(uint64(h.code.lengths[s]), 3)
	}
	for _, r := range h.runs {
		size := h.code.lengths[r.symbol]
		w.write(uint64(h.code.codes[r.symbol])|uint64(r.extra)<<size, uint(size+codeLengthExtra[r.symbol]))
	}
}

// trimZeros removes trailing zeros but keeps at least the first keep lengths.
func trimZeros(lengths []uint8, keep int) []uint8 {
	for len(lengths) > keep && lengths[len(lengths)-1] == 0 {
		lengths = lengths[:len(lengths)-1]
	}
	return lengths
}

func (h *header) findRuns() {
	h.runs = h.runs[:0]
	clear(h.histogram[:])
	for rest := h.lengths; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n] == rest[0] {
			n++
		}
		h.addRun(rest[0], n)
		rest = rest[n:]
	}
}

func (h *header) addRun(length uint8, n int) {
	if length == 0 {
		for ; n >= 11; n -= min(n, 138) {
			h.add(repeatZeros, min(n, 138)-11)
		}
		if n >= 3 {
			h.add(repeatZero, n-3)
			return
		}
	} else {
		h.add(length, 0)
		for n--; n >= 3; n -= min(n, 6) {
			h.add(repeatLast, min(n, 6)-3)
		}
	}
	for range n {
		h.add(length, 0)
	}
}

func (h *header) add(symbol uint8, extra int) {
	h.runs = append(h.runs, lengthRun{symbol, uint8(extra)})
	h.histogram[symbol]++
}
