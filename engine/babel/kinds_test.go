package babel

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
	"amytis/engine/gametest"
)

func TestCardsAreReadOnlyAsTheyAreWritten(t *testing.T) {
	gametest.CheckReads(t, Game, map[string]bool{
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
	})
}

func TestLongestDiscardFitsALine(t *testing.T) {
	assert.LessOrEqual(t, len("2 discard ")+2*maxOwed-1, engine.MaxMoveText)
	assert.True(t, cardsKind{}.Valid([]uint32{(&tally{12, 12, 12, 12, 4}).packed()}), "these are all cards there are")
	assert.False(t, cardsKind{}.Valid([]uint32{(&tally{12, 12, 12, 12, 5}).packed()}), "there is no fifth card of that kind")
}

func FuzzCards(f *testing.F) {
	gametest.FuzzKind(f, cardsKind{}, "A,A,P", 0x10002)
}

func FuzzOrder(f *testing.F) {
	f.Add("SPAHM", uint32(0o12345), uint32(0), uint32(0), uint32(0), uint32(0), uint32(0))
	f.Fuzz(func(t *testing.T, line string, a, b, c, d, e, g uint32) {
		gametest.CheckKind(t, orderKind{}, line, []uint32{a, b, c, d, e, g})
	})
}
