package flatpng

import "math/bits"

// token is a byte as it is, or a match: bytes that were there a distance before.
// Its fields are those of what is written, so that writing takes no questions:
//
//	bits 0-8    what it is: a byte, or 256 and the length beyond the least
//	bits 9-13   the symbol of its distance, noDistance for a byte
//	bits 14-26  the extra bits of its distance
type token uint32

const (
	minMatch = 3
	maxMatch = 258

	tokenKinds      = 256 + maxMatch - minMatch + 1
	literalSymbols  = 286
	distanceSymbols = 30
	noDistance      = 30
	anyDistance     = 32 // for arrays indexed by 5 bits

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

// distanceSymbol computes the table of RFC 1951, section 3.2.5: the symbol is
// the highest two bits of the distance less 1 and where they are.
func distanceSymbol(distance int) uint {
	d := uint(distance - 1)
	if d < 2 {
		return d
	}
	n := uint(bits.Len(d)) - 2
	return 2*n + d>>n
}

func distanceExtra(symbol uint) uint { return max(symbol, 2)/2 - 1 }

// lengthCode is a length as RFC 1951, section 3.2.5 writes it.
type lengthCode struct {
	symbol     uint16
	extra      uint8
	extraCount uint8
}

// lengthCodes begins with minMatch.
var lengthCodes = func() (codes [maxMatch - minMatch + 1]lengthCode) {
	for i := range codes {
		extraCount := max(bits.Len(uint(i)), 3) - 3
		codes[i] = lengthCode{
			symbol:     uint16(firstLength + 4*extraCount + i>>extraCount),
			extra:      uint8(i & (1<<extraCount - 1)),
			extraCount: uint8(extraCount),
		}
	}
	// The longest is common enough for a symbol of its own.
	codes[len(codes)-1] = lengthCode{symbol: literalSymbols - 1}
	return codes
}()
