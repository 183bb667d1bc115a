package flatpng

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestCodesAreCompleteAndWithinTheLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.OneOf(rapid.Just(uint32(0)), rapid.Uint32Range(0, 3), rapid.Uint32Range(0, 20000))
		histogram := rapid.SliceOfN(count, 19, literalSymbols).Draw(t, "histogram")
		requireComplete(t, histogram, maxCodeBits)
		requireComplete(t, histogram[:codeLengthSymbols], codeLengthLimit)
	})
}

func TestCodesBeyondTheLimitAreShortened(t *testing.T) {
	histogram := make([]uint32, 40) // Fibonacci numbers, which give the longest codes
	histogram[0], histogram[1] = 1, 1
	for i := 2; i < len(histogram); i++ {
		histogram[i] = histogram[i-1] + histogram[i-2]
	}
	for symbols := 2; symbols <= len(histogram); symbols++ {
		requireComplete(t, histogram[:symbols], maxCodeBits)
		requireComplete(t, histogram[:min(symbols, codeLengthSymbols)], codeLengthLimit)
	}
}

func requireComplete(t assert.TestingT, histogram []uint32, limit int) {
	h := newHuffman(len(histogram))
	h.build(histogram, limit)
	used := 0
	for s, length := range h.lengths {
		assert.LessOrEqual(t, int(length), limit)
		if histogram[s] > 0 {
			assert.NotZero(t, length, "symbol %d", s)
		}
		if length > 0 {
			used += 1 << (limit - int(length))
		}
	}
	assert.Equal(t, 1<<limit, used, "Kraft's sum")
}

func TestRarerSymbolsNeverHaveShorterCodes(t *testing.T) {
	h := newHuffman(5)
	h.build([]uint32{1, 0, 7, 2, 30}, maxCodeBits)
	assert.Equal(t, []uint8{3, 0, 2, 3, 1}, h.lengths)
	assert.Equal(t, []uint16{0b011, 0, 0b01, 0b111, 0}, h.codes)
}
