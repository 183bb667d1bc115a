package babel

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
	"amytis/engine/gametest"
)

func TestCardsAreReadOnlyAsTheyAreWritten(t *testing.T) {
	twelve := strings.Repeat("A,", 11) + "A"
	gametest.CheckReads(t, Game, []string{
		"2 discard A", "2 discard A,A,P", "2 discard A,H,M,P,S", "2 discard " + twelve, "0 shuffle AHMPS",
		"0 shuffle " + strings.Repeat("AHMPS", 12), "0 shuffle " + strings.Repeat("S", 12),
	}, []string{
		"2 discard " + twelve + ",A", "2 discard", "2 discard ", "2 discard P,A", "2 discard A,", "2 discard ,A",
		"2 discard AA", "2 discard A.A", "2 discard A,X", "2 discard a", "0 discard A", "0 shuffle " + strings.Repeat("S", 13),
		"0 shuffle " + strings.Repeat("AHMPS", 13), "0 shuffle", "0 shuffle ?", "0 shuffle A,H", "1 shuffle AH",
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
