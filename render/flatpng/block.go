package flatpng

// blockCodes are the Huffman codes of a block and all it takes to write it.
type blockCodes struct {
	histogram    [literalSymbols]uint32
	literals     huffman // and lengths
	distances    huffman
	header       header
	kindBits     [tokenKinds]kindBits
	distanceBits [anyDistance]distanceBits
}

// kindBits are a code and the extra bits after it, alike for all tokens of a
// kind.
type kindBits struct{ bits, count uint32 }

// distanceBits are a code, to which each token adds its own extra bits.
type distanceBits struct {
	code     uint16
	codeSize uint8
	count    uint8 // with the extra bits
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
	c.spellKinds()
	c.spellDistances()
}

func (c *blockCodes) spellKinds() {
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

// spellDistances leaves noDistance with no bits.
func (c *blockCodes) spellDistances() {
	for s := range uint(distanceSymbols) {
		size := c.distances.lengths[s]
		c.distanceBits[s] = distanceBits{c.distances.codes[s], size, size + uint8(distanceExtra(s))}
	}
}

func (c *blockCodes) writeHeader(w *bitWriter, last bool) {
	const ownCodes = 0b10 // dynamic, as the RFC says
	final := uint64(0)
	if last {
		final = 1
	}
	w.write(ownCodes<<1|final, 3)
	c.header.write(w, c.literals.lengths, c.distances.lengths)
}

// writeTokens ends the block, too.
func (c *blockCodes) writeTokens(to *bitWriter, tokens []token) {
	w := *to // in registers
	for _, t := range tokens {
		k, d := c.kindBits[t.kind()], c.distanceBits[t.distance()]
		distance := uint64(d.code) | t.extra()<<(d.codeSize&63)
		w.write(uint64(k.bits)|distance<<(k.count&63), uint(k.count)+uint(d.count))
	}
	w.write(uint64(c.literals.codes[endOfBlock]), uint(c.literals.lengths[endOfBlock]))
	*to = w
}
