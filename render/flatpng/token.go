package flatpng

import "math/bits"

// token is one byte (a literal) or a match: a length and a distance back to equal bytes. Its fields
// match what is written, so writing needs no branches:
//
//	bits 0-8    the kind: a literal byte, or 256 + length - minMatch
//	bits 9-13   the symbol of the distance, noDistance for a literal
//	bits 14-26  the extra bits of the distance
type token uint32

const (
	minMatch = 3
	maxMatch = 258

	tokenKinds      = 256 + maxMatch - minMatch + 1
	literalSymbols  = 286
	distanceSymbols = 30
	noDistance      = 30
	anyDistance     = 32 // size of arrays indexed by 5 bits

	endOfBlock  = 256
	firstLength = 257
)

func literalToken(b byte) token { return token(b) | noDistance<<9 }

func matchToken(length, distance int) token {
	s := distanceSymbol(distance)
	extra := uint(distance-1) & (1<<distanceExtra(s) - 1)
	return token(length-minMatch+256) | token(s)<<9 | token(extra)<<14
}

func (t token) kind() uint     { return uint(t & 0x1ff) }
func (t token) distance() uint { return uint(t >> 9 & 0x1f) }
func (t token) extra() uint64  { return uint64(t >> 14) }

// distanceSymbol returns the symbol of a distance by the table of RFC 1951, section 3.2.5. It is
// made of the highest two bits of distance-1 and their position.
func distanceSymbol(distance int) uint {
	d := uint(distance - 1)
	if d < 2 {
		return d
	}
	n := uint(bits.Len(d)) - 2
	return 2*n + d>>n
}

func distanceExtra(symbol uint) uint { return max(symbol, 2)/2 - 1 }

// lengthCode is the encoding of a match length (RFC 1951, section 3.2.5).
type lengthCode struct {
	symbol     uint16
	extra      uint8
	extraCount uint8
}

// lengthCodes holds the encodings of all lengths; index 0 is minMatch.
var lengthCodes = func() (codes [maxMatch - minMatch + 1]lengthCode) {
	for i := range codes {
		extraCount := max(bits.Len(uint(i)), 3) - 3
		codes[i] = lengthCode{
			symbol:     uint16(firstLength + 4*extraCount + i>>extraCount),
			extra:      uint8(i & (1<<extraCount - 1)),
			extraCount: uint8(extraCount),
		}
	}
	// The longest match is common enough to have a symbol without extra bits.
	codes[len(codes)-1] = lengthCode{symbol: literalSymbols - 1}
	return codes
}()
