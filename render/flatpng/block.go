package flatpng

// blockCodes holds the Huffman codes of a block and the tables for writing it.
type blockCodes struct {
	histogram    [literalSymbols]uint32
	literals     huffman // literals and match lengths
	distances    huffman
	header       header
	kindBits     [tokenKinds]kindBits
	distanceBits [anyDistance]distanceBits
}

// kindBits is a code and its extra bits, which are the same for all tokens of a kind.
type kindBits struct{ bits, count uint32 }

// distanceBits is a code without its extra bits, which differ from token to token.
type distanceBits struct {
	code     uint16
	codeSize uint8
	count    uint8 // number of bits, including the extra bits
}

func newBlockCodes() blockCodes {
	return blockCodes{
		literals:  newHuffman(literalSymbols),
		distances: newHuffman(distanceSymbols),
		header:    newHeader(),
	}
}

func (c *blockCodes) build(kinds *[tokenKinds]uint32, distances *[anyDistance]uint32) {
	clear(c.histogram[:])
	copy(c.histogram[:], kinds[:256])
	c.histogram[endOfBlock] = 1
	for i, n := range kinds[256:] {
		c.histogram[lengthCodes[i].symbol] += n
	}
	c.literals.build(c.histogram[:], maxCodeBits)
	c.distances.build(distances[:distanceSymbols], maxCodeBits)
	c.fillKindBits()
	c.fillDistanceBits()
}

func (c *blockCodes) fillKindBits() {
	for b := range 256 {
		c.kindBits[b] = kindBits{uint32(c.literals.codes[b]), uint32(c.literals.lengths[b])}
	}
	for i, l := range lengthCodes {
		size := c.literals.lengths[l.symbol]
		c.kindBits[256+i] = kindBits{
			bits:  uint32(c.literals.codes[l.symbol]) | uint32(l.extra)<<size,
			count: uint32(size + l.extraCount),
		}
	}
}

// fillDistanceBits fills distanceBits. noDistance keeps zero bits.
func (c *blockCodes) fillDistanceBits() {
	for s := range uint(distanceSymbols) {
		size := c.distances.lengths[s]
		c.distanceBits[s] = distanceBits{c.distances.codes[s], size, size + uint8(distanceExtra(s))}
	}
}

func (c *blockCodes) writeHeader(w *bitWriter) {
	// BTYPE 10, dynamic Huffman codes, behind BFINAL 0 (RFC 1951, section 3.2.3).
	const dynamicCodes = 0b10 << 1
	w.write(dynamicCodes, 3)
	c.header.write(w, c.literals.lengths, c.distances.lengths)
}

// writeTokens writes the tokens and the end of the block.
func (c *blockCodes) writeTokens(to *bitWriter, tokens []token) {
	w := *to // a copy, so that its fields stay in registers
	for _, t := range tokens {
		k, d := c.kindBits[t.kind()], c.distanceBits[t.distance()]
		distance := uint64(d.code) | t.extra()<<(d.codeSize&63)
		w.write(uint64(k.bits)|distance<<(k.count&63), uint(k.count)+uint(d.count))
	}
	w.write(uint64(c.literals.codes[endOfBlock]), uint(c.literals.lengths[endOfBlock]))
	*to = w
}
