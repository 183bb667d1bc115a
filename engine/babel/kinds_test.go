package babel

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func TestCardsAreReadOnlyAsTheyAreWritten(t *testing.T) {
	for line, ok := range map[string]bool{
		"2 discard A":         true,
		"2 discard A,A,P":     true,
		"2 discard A,H,M,P,S": true,
		"2 discard " + strings.Repeat("A,", 11) + "A": true,
		"2 discard " + strings.Repeat("A,", 12) + "A": false,
		"2 discard":       false,
		"2 discard ":      false,
		"2 discard P,A":   false,
		"2 discard A,":    false,
		"2 discard ,A":    false,
		"2 discard AA":    false,
		"2 discard A.A":   false,
		"2 discard A,X":   false,
		"2 discard a":     false,
		"0 discard A":     false,
		"0 shuffle AHMPS": true,
		"0 shuffle " + strings.Repeat("AHMPS", 12): true,
		"0 shuffle " + strings.Repeat("S", 12):     true,
		"0 shuffle " + strings.Repeat("S", 13):     false,
		"0 shuffle " + strings.Repeat("AHMPS", 13): false,
		"0 shuffle":     false,
		"0 shuffle ?":   false,
		"0 shuffle A,H": false,
		"1 shuffle AH":  false,
	} {
		m, err := Game.ParseMove(line)
		require.Equal(t, ok, err == nil, line)
		if ok {
			assert.Equal(t, line, string(Game.AppendMove(nil, m)))
		}
	}
}

func TestLongestDiscardFitsALine(t *testing.T) {
	assert.LessOrEqual(t, len("2 discard ")+2*maxOwed-1, engine.MaxMoveText)
	assert.True(t, cardsKind{}.Valid([]uint32{(&tally{12, 12, 12, 12, 4}).packed()}), "these are all cards there are")
	assert.False(t, cardsKind{}.Valid([]uint32{(&tally{12, 12, 12, 12, 5}).packed()}), "there is no fifth card of that kind")
}

func FuzzCards(f *testing.F) {
	f.Add("A,A,P", uint32(0x10002))
	f.Fuzz(func(t *testing.T, line string, v uint32) { checkKind(t, cardsKind{}, line, []uint32{v}) })
}

func FuzzOrder(f *testing.F) {
	f.Add("SPAHM", uint32(0o12345), uint32(0), uint32(0), uint32(0), uint32(0), uint32(0))
	f.Fuzz(func(t *testing.T, line string, a, b, c, d, e, g uint32) {
		checkKind(t, orderKind{}, line, []uint32{a, b, c, d, e, g})
	})
}

// checkKind checks that text and value convert into each other.
func checkKind(t *testing.T, k engine.Kind, line string, value []uint32) {
	read := make([]uint32, k.Width())
	if k.Parse(line, read) {
		require.True(t, k.Valid(read), line)
		require.Equal(t, line, string(k.Append(nil, read)))
	}
	if k.Valid(value) {
		text := string(k.Append(nil, value))
		require.True(t, k.Parse(text, read), text)
		require.Equal(t, value, read, text)
	}
}
