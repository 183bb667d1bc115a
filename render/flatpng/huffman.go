package flatpng

import (
	"cmp"
	"math/bits"
	"slices"
)

// huffman is a canonical prefix code (RFC 1951, section 3.2.2) made for one
// histogram. Codes are kept with their first bit lowest, as they are written.
type huffman struct {
	lengths []uint8
	codes   []uint16
	leaves  []leaf // of the symbols that occur, the rarest first
	weights []uint32
}

type leaf struct {
	symbol uint16
	count  uint32
}

// maxCodeBits is the longest code there is in deflate.
const maxCodeBits = 15

func newHuffman(symbols int) huffman {
	return huffman{
		lengths: make([]uint8, symbols),
		codes:   make([]uint16, symbols),
		leaves:  make([]leaf, 0, symbols),
		weights: make([]uint32, symbols),
	}
}

// build makes the best code for the histogram of at most limit bits, or nearly:
// what is too long is evened out, which pictures hardly ever need.
func (h *huffman) build(histogram []uint32, limit int) {
	h.collect(histogram)
	var perLength [maxCodeBits + 1]int
	if len(h.leaves) == 2 {
		perLength[1] = 2
	} else {
		h.countLengths(&perLength, limit)
		shorten(&perLength, limit)
	}
	h.assign(&perLength)
}

// collect lists the symbols that occur. There are at least two, as decoders do
// not agree on codes of fewer: symbols that do not occur make them up.
func (h *huffman) collect(histogram []uint32) {
	h.leaves = h.leaves[:0]
	for s, n := range histogram {
		if n > 0 {
			h.leaves = append(h.leaves, leaf{uint16(s), n})
		}
	}
	for s := 0; len(h.leaves) < 2; s++ {
		if histogram[s] == 0 {
			h.leaves = append(h.leaves, leaf{uint16(s), 0})
		}
	}
	slices.SortFunc(h.leaves, func(a, b leaf) int {
		return cmp.Or(cmp.Compare(a.count, b.count), cmp.Compare(a.symbol, b.symbol))
	})
}

// countLengths finds how many codes have which length without building a tree:
// A. Moffat and J. Katajainen, "In-Place Calculation of Minimum-Redundancy
// Codes" (1995), the array going from weights to parents to depths. Lengths
// beyond the limit count as the limit.
func (h *huffman) countLengths(perLength *[maxCodeBits + 1]int, limit int) {
	w := h.weights[:len(h.leaves)]
	for i, l := range h.leaves {
		w[i] = l.count
	}
	pairUp(w)
	last := len(w) - 2 // the root, after which the nodes are in order of depth
	w[last] = 0
	for i := last - 1; i >= 0; i-- {
		w[i] = w[w[i]] + 1
	}
	leavesAtDepths(w[:last+1], perLength, limit)
}

// pairUp replaces weights by the parents of the inner nodes.
func pairUp(w []uint32) {
	leaf, node := 0, 0
	least := func(next int) uint32 {
		if leaf >= len(w) || node < next && w[node] < w[leaf] {
			weight := w[node]
			w[node] = uint32(next)
			node++
			return weight
		}
		leaf++
		return w[leaf-1]
	}
	for next := range len(w) - 1 {
		// The sum waits for both: the leaf at next may be one of them.
		sum := least(next)
		sum += least(next)
		w[next] = sum
	}
}

// leavesAtDepths counts what is left at each depth when the inner nodes are
// taken away, the deepest of which come first.
func leavesAtDepths(inner []uint32, perLength *[maxCodeBits + 1]int, limit int) {
	node := len(inner) - 1
	for depth, room := uint32(0), 1; room > 0; depth++ {
		taken := 0
		for node >= 0 && inner[node] == depth {
			taken++
			node--
		}
		perLength[min(int(depth), limit)] += room - taken
		room = 2 * taken
	}
}

// shorten makes lengths that were cut to the limit a complete code again, by
// Kraft's inequality: a shorter code is made longer to take up one that is too
// many, for as long as there are any.
func shorten(perLength *[maxCodeBits + 1]int, limit int) {
	used := 0
	for length := 1; length <= limit; length++ {
		used += perLength[length] << (limit - length)
	}
	for ; used > 1<<limit; used-- {
		length := limit - 1
		for perLength[length] == 0 {
			length--
		}
		perLength[length]--
		perLength[length+1] += 2
		perLength[limit]--
	}
}

// assign gives the longest codes to the rarest symbols.
func (h *huffman) assign(perLength *[maxCodeBits + 1]int) {
	clear(h.lengths)
	rest := h.leaves
	for length := maxCodeBits; length > 0; length-- {
		for _, l := range rest[:perLength[length]] {
			h.lengths[l.symbol] = uint8(length)
		}
		rest = rest[perLength[length]:]
	}
	var next [maxCodeBits + 1]uint16
	for length := 1; length < maxCodeBits; length++ {
		next[length+1] = (next[length] + uint16(perLength[length])) << 1
	}
	for s, length := range h.lengths {
		h.codes[s] = bits.Reverse16(next[length]) >> (16 - length)
		next[length]++
	}
}
