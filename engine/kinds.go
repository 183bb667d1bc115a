package engine

import "strconv"

// Words is a kind whose values are the given words; the value of the first is 1.
func Words(words ...string) Kind { return &wordKind{words: words, index: indexOf(words)} }

type wordKind struct {
	words []string
	index map[string]uint32
}

func indexOf(words []string) map[string]uint32 {
	index := make(map[string]uint32, len(words))
	for i, w := range words {
		index[w] = uint32(i + 1)
	}
	return index
}

func (*wordKind) Width() int { return 1 }

func (k *wordKind) Valid(v []uint32) bool { return inRange(v[0], len(k.words)) }

func (k *wordKind) Append(dst []byte, v []uint32) []byte { return append(dst, k.words[v[0]-1]...) }

func (k *wordKind) Parse(text string, v []uint32) bool {
	n, ok := k.index[text]
	v[0] = n
	return ok
}

// Square is a kind of places on a board named like chess squares: column letter
// from west to east, row number from south to north. The value of column c and
// row r, both from 0, is 1 + c + r*cols.
func Square(cols, rows int) Kind { return squareKind{cols, rows} }

type squareKind struct{ cols, rows int }

func (squareKind) Width() int { return 1 }

func (k squareKind) Valid(v []uint32) bool { return inRange(v[0], k.cols*k.rows) }

func (k squareKind) Append(dst []byte, v []uint32) []byte {
	at := int(v[0] - 1)
	dst = append(dst, byte('a'+at%k.cols))
	return strconv.AppendInt(dst, int64(at/k.cols+1), 10)
}

func (k squareKind) Parse(text string, v []uint32) bool {
	if len(text) < 2 || text[0] < 'a' || int(text[0]-'a') >= k.cols {
		return false
	}
	row, ok := parseInt(text[1:], 1, k.rows)
	v[0] = uint32(1 + int(text[0]-'a') + (row-1)*k.cols)
	return ok
}

// Number is a kind of whole numbers from lo, at least 0, to hi, at most 9999,
// written behind a prefix (`L2`, `r0`). The value of n is n - lo + 1.
func Number(prefix string, lo, hi int) Kind { return numberKind{prefix, lo, hi} }

type numberKind struct {
	prefix string
	lo, hi int
}

func (numberKind) Width() int { return 1 }

func (k numberKind) Valid(v []uint32) bool { return inRange(v[0], k.hi-k.lo+1) }

func (k numberKind) Append(dst []byte, v []uint32) []byte {
	dst = append(dst, k.prefix...)
	return strconv.AppendInt(dst, int64(int(v[0])-1+k.lo), 10)
}

func (k numberKind) Parse(text string, v []uint32) bool {
	if len(text) <= len(k.prefix) || text[:len(k.prefix)] != k.prefix {
		return false
	}
	n, ok := parseInt(text[len(k.prefix):], k.lo, k.hi)
	v[0] = uint32(n - k.lo + 1)
	return ok
}

// inRange reports whether v is one of n values counted from 1.
func inRange(v uint32, n int) bool { return v >= 1 && uint64(v) <= uint64(n) }

// parseInt reads a decimal number without sign or leading zero, from lo to hi.
func parseInt(text string, lo, hi int) (int, bool) {
	if len(text) == 0 || len(text) > 4 || (len(text) > 1 && text[0] == '0') {
		return 0, false
	}
	n := 0
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		n = n*10 + int(text[i]-'0')
	}
	return n, n >= lo && n <= hi
}
