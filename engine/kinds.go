package engine

import (
	"slices"
	"strconv"
	"strings"
)

// Kind is a type of argument: its values and how they are written. Implementations have no state.
type Kind interface {
	// Width returns the number of slots that a value takes, 1 to ArgSlots.
	Width() int
	// Valid reports whether v, of length Width, is a value. All zeros is none: it means left out.
	Valid(v []uint32) bool
	// Append writes the value v, which is valid, as one word without spaces.
	Append(dst []byte, v []uint32) []byte
	// Parse reads a value into v. It accepts exactly what Append writes; on failure v is undefined.
	Parse(text string, v []uint32) bool
}

// Shorthand is a Kind whose values players may also type shorter than the notation writes them.
type Shorthand interface {
	Kind
	// Expand returns all values that a typed text, in lower case, may stand for, in the notation;
	// none for a text that stands for nothing. A whole value in lower case stands for itself at
	// least. If several of them are legal, the one that Legal lists first is played.
	Expand(text string) []string
}

// OneSlot is embedded by kinds whose values take one slot.
type OneSlot struct{}

func (OneSlot) Width() int { return 1 }

// Words returns a kind whose values are the given words. The value of the first is 1.
func Words(words ...string) Kind { return &wordKind{words: words} }

type wordKind struct {
	OneSlot
	words []string
}

func (k *wordKind) Valid(v []uint32) bool { return inRange(v[0], len(k.words)) }

func (k *wordKind) Append(dst []byte, v []uint32) []byte { return append(dst, k.words[v[0]-1]...) }

func (k *wordKind) Parse(text string, v []uint32) bool {
	v[0] = uint32(slices.Index(k.words, text) + 1)
	return v[0] > 0
}

// Square returns a kind of places on a board of cols x rows, at most 26 x 9999. They are named like
// chess squares: the column's letter from west to east, then the row's number from south to north.
// The value of column c and row r, both from 0, is 1 + c + r*cols.
func Square(cols, rows int) Kind { return squareKind{cols: cols, rows: rows} }

type squareKind struct {
	OneSlot
	cols, rows int
}

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

// Number returns a kind of whole numbers from lo, at least 0, to hi, at most 9999, written behind a
// prefix (`L2`, `r0`). The value of n is n - lo + 1. It is a Shorthand: players may leave the
// prefix out.
func Number(prefix string, lo, hi int) Kind { return numberKind{OneSlot{}, prefix, lo, hi} }

type numberKind struct {
	OneSlot
	prefix string
	lo, hi int
}

var _ Shorthand = numberKind{}

func (k numberKind) Valid(v []uint32) bool { return inRange(v[0], k.hi-k.lo+1) }

func (k numberKind) Append(dst []byte, v []uint32) []byte {
	dst = append(dst, k.prefix...)
	return strconv.AppendInt(dst, int64(int(v[0])-1+k.lo), 10)
}

func (k numberKind) Parse(text string, v []uint32) bool {
	digits, found := strings.CutPrefix(text, k.prefix)
	n, ok := parseInt(digits, k.lo, k.hi)
	v[0] = uint32(n - k.lo + 1)
	return found && ok
}

func (k numberKind) Expand(text string) []string {
	digits := strings.TrimPrefix(text, strings.ToLower(k.prefix))
	if _, ok := parseInt(digits, k.lo, k.hi); !ok {
		return nil
	}
	return []string{k.prefix + digits}
}

func inRange(v uint32, n int) bool { return v >= 1 && uint64(v) <= uint64(n) }

// parseInt reads a decimal number from lo to hi, without a plus or leading zeros.
func parseInt(text string, lo, hi int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= lo && n <= hi && strconv.Itoa(n) == text
}
