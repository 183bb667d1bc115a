package flatpng

import (
	"math/bits"
	"slices"
)

// huffman is a canonical prefix code (RFC 1951, section 3.2.2) made for one histogram. The first
// bit of each code is its lowest, the order in which bits are written.
type huffman struct {
	lengths []uint8
	codes   []uint16
	leaves  []leaf // the symbols that occur, rarest first
	weights []uint32
}

// leaf is how often a symbol occurs, above the symbol in the lowest 16 bits. So leaves sort as
// numbers.
type leaf uint64

func newLeaf(symbol int, count uint32) leaf { return leaf(count)<<16 | leaf(symbol) }

func (l leaf) symbol() uint16 { return uint16(l) }
func (l leaf) count() uint32  { return uint32(l >> 16) }

// maxCodeBits is the length of the longest code in deflate.
const maxCodeBits = 15

func newHuffman(symbols int) huffman {
	return huffman{
		lengths: make([]uint8, symbols),
		codes:   make([]uint16, symbols),
		leaves:  make([]leaf, 0, symbols),
		weights: make([]uint32, symbols),
	}
}

// build makes an optimal code for the histogram with codes of at most limit bits. If codes have to
// be shortened, which pictures hardly ever need, the result is only nearly optimal.
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

// collect lists the symbols that occur, rarest first. It adds unused symbols until there are two,
// because decoders disagree about codes with fewer.
func (h *huffman) collect(histogram []uint32) {
	h.leaves = h.leaves[:0]
	for s, n := range histogram {
		if n > 0 {
			h.leaves = append(h.leaves, newLeaf(s, n))
		}
	}
	for s := 0; len(h.leaves) < 2; s++ {
		if histogram[s] == 0 {
			h.leaves = append(h.leaves, newLeaf(s, 0))
		}
	}
	slices.Sort(h.leaves)
}

// countLengths counts the codes of each length without building a tree. Lengths above the limit
// count as the limit.
//
// The algorithm is from A. Moffat and J. Katajainen, "In-Place Calculation of Minimum-Redundancy
// Codes" (1995). One array holds first weights, then parents, then depths.
func (h *huffman) countLengths(perLength *[maxCodeBits + 1]int, limit int) {
	w := h.weights[:len(h.leaves)]
	for i, l := range h.leaves {
		w[i] = l.count()
	}
	pairUp(w)
	last := len(w) - 2 // the root; the nodes before it are in order of depth, deepest first
	w[last] = 0
	for i := last - 1; i >= 0; i-- {
		w[i] = w[w[i]] + 1
	}
	leavesAtDepths(w[:last+1], perLength, limit)
}

// pairUp replaces the weights by the parent indices of the inner nodes.
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
		// Store the sum only now: the leaf at next may be one of the two.
		sum := least(next)
		sum += least(next)
		w[next] = sum
	}
}

// leavesAtDepths counts the leaves at each depth: the places that inner nodes do not take. inner
// lists the depths of the inner nodes, deepest first.
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

// shorten repairs the code after lengths were cut to the limit, so that Kraft's sum is 1 again.
// While there is one code too many, it lengthens a shorter code to make room for it.
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

// assign gives the longest codes to the rarest symbols and numbers the codes.
func (h *huffman) assign(perLength *[maxCodeBits + 1]int) {
	clear(h.lengths)
	rest := h.leaves
	for length := maxCodeBits; length > 0; length-- {
		for _, l := range rest[:perLength[length]] {
			h.lengths[l.symbol()] = uint8(length)
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
