package flatpng

// deflater compresses pictures into the format of RFC 1951. What a finder finds
// is collected as tokens, and written by the block in Huffman codes made for it.
type deflater struct {
	finder     finder
	tokens     []token
	maxLiteral int // of all tokens, thus of all bytes: the first of each is no match
	kinds      [tokenKinds]uint32
	distances  [anyDistance]uint32
	codes      blockCodes
	bits       bitWriter
}

const (
	// blockTokens is how much shares a code: few enough for the code to suit
	// a part of the picture, and enough to pay for its description.
	blockTokens = 1 << 14

	// maxTokenBytes holds a match: 15+5 bits of length, 15+13 of distance.
	maxTokenBytes = 6
)

func newDeflater() deflater {
	return deflater{tokens: make([]token, 0, blockTokens), codes: newBlockCodes()}
}

// compress takes a picture of n bytes in rows of one length. A word follows it,
// of any value.
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
	d.writeBlock(true)
	d.bits.flush()
}

// output is valid until the next picture.
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

// addMatch adds a match in as many parts as it takes, and gives how much of it
// it did: a rest may be too short.
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
		d.writeBlock(false)
	}
	d.tokens = append(d.tokens, t)
}

func (d *deflater) writeBlock(last bool) {
	d.count()
	d.codes.build(&d.kinds, &d.distances)
	d.bits.reserve(maxHeaderBytes + maxTokenBytes*(len(d.tokens)+1))
	d.codes.writeHeader(&d.bits, last)
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
