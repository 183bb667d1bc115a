package flatpng

// deflater compresses strips of pictures into the format of RFC 1951. It collects the finder's
// matches as tokens and writes them in blocks, each with Huffman codes made for it.
type deflater struct {
	finder finder
	tokens []token
	// maxLiteral is the largest literal so far, so also the largest byte. The first occurrence of a
	// byte is always a literal.
	maxLiteral int
	kinds      [tokenKinds]uint32
	distances  [anyDistance]uint32
	codes      blockCodes
	bits       bitWriter
}

const (
	// blockTokens is the number of tokens in a block. It is small enough for the codes to suit that
	// part of the picture, and large enough to pay for the block's header.
	blockTokens = 1 << 14

	// maxTokenBytes is the longest token: 15+5 bits of length and 15+13 of distance.
	maxTokenBytes = 6

	// emptyStored is what follows the type of a stored block without bytes: LEN and NLEN.
	emptyStored, emptyStoredBytes = 0xffff0000, 4

	// finalBlock is a last block without bytes, in the fixed codes.
	finalBlock = "\x03\x00"
)

func newDeflater() deflater {
	return deflater{tokens: make([]token, 0, blockTokens), codes: newBlockCodes()}
}

// compress compresses a strip of n bytes in rows of equal length. data must have wordSize more
// bytes, of any value, because words are read past the end. The output has no final block. It ends
// with an empty stored block, so that the next strip begins with a byte (RFC 1951, section 3.2.4).
func (d *deflater) compress(data []byte, n, row int) {
	d.finder.reset(data)
	d.bits.reset()
	d.maxLiteral = 0
	d.add(literalToken(data[0]))
	d.compressFrom(1, row)
	if row <= window {
		d.finder.above = row
	}
	d.compressFrom(row, n)
	d.writeBlock()
	d.bits.reserve(1 + emptyStoredBytes)
	d.bits.write(0, 3)
	d.bits.flush()
	d.bits.write(emptyStored, 8*emptyStoredBytes)
}

// output returns the compressed strip, which is valid until the next call of compress.
func (d *deflater) output() []byte { return d.bits.out[:d.bits.end] }

func (d *deflater) compressFrom(i, end int) {
	for i < end {
		length, distance := d.finder.find(i)
		length = min(length, end-i)
		if length < minMatch {
			d.add(literalToken(d.finder.data[i]))
			i++
			continue
		}
		i += d.addMatch(length, distance)
	}
}

// addMatch adds a match, split into several if it is too long for one. It returns how many bytes it
// added; a remainder below minMatch is left.
func (d *deflater) addMatch(length, distance int) int {
	rest := length
	for rest >= minMatch {
		part := min(rest, maxMatch)
		d.add(matchToken(part, distance))
		rest -= part
	}
	return length - rest
}

func (d *deflater) add(t token) {
	if len(d.tokens) == blockTokens {
		d.writeBlock()
	}
	d.tokens = append(d.tokens, t)
}

func (d *deflater) writeBlock() {
	d.count()
	d.codes.build(&d.kinds, &d.distances)
	d.bits.reserve(maxHeaderBytes + maxTokenBytes*(len(d.tokens)+1))
	d.codes.writeHeader(&d.bits)
	d.codes.writeTokens(&d.bits, d.tokens)
	d.tokens = d.tokens[:0]
}

func (d *deflater) count() {
	clear(d.kinds[:])
	clear(d.distances[:])
	for _, t := range d.tokens {
		d.kinds[t.kind()]++
		d.distances[t.distance()]++
	}
	for b, n := range d.kinds[:256] {
		if n > 0 {
			d.maxLiteral = max(d.maxLiteral, b)
		}
	}
}
