package towers

import "math/bits"

// numberSet is a set of numbers below 128: of towers or of parts.
type numberSet struct{ low, high uint64 }

func (s *numberSet) add(n uint8) {
	if n < 64 {
		s.low |= 1 << n
	} else {
		s.high |= 1 << (n - 64)
	}
}

func (s *numberSet) has(n uint8) bool {
	if n < 64 {
		return s.low&(1<<n) != 0
	}
	return s.high&(1<<(n-64)) != 0
}

func (s *numberSet) len() int { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// pop removes the lowest number of a set that is not empty, and returns it.
func (s *numberSet) pop() uint8 {
	n := s.first()
	if s.low != 0 {
		s.low &= s.low - 1
	} else {
		s.high &= s.high - 1
	}
	return n
}

// first returns the lowest number of a set that is not empty.
func (s *numberSet) first() uint8 {
	if s.low != 0 {
		return uint8(bits.TrailingZeros64(s.low))
	}
	return uint8(64 + bits.TrailingZeros64(s.high))
}
