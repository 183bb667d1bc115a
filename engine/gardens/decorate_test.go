package gardens

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDecorationOnATileOfAnEarlierTurnIsRefused(t *testing.T) {
	b := building(t)
	b.hand(1, "CJ1", 4, 0)
	b.play("1 place SJ0 c3 r0 L1", "1 end", "2 dig a2", "2 end", "3 dig a3", "3 end", "4 dig a4", "4 end", "1 dig b1")
	b.refused(refusedNoTile, "B", "1 statue c4")
	b.fresh(1, "CJ1 f3 r0 L1")
	b.refused(refusedNotFresh, "B", "1 statue c4")
	b.play("1 statue f4")
}

func TestDecorationMayJoinANewTileToAnOldOne(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ2 a1 r1 L1") // F at b2
	b.fresh(1, "CR2 c1 r0 L1")
	b.play("1 fountain b2 c2")
	b.refused(refusedTaken, "B", "1 fountain b2 c2")
}

func TestFountainNeedsTwoTilesOfOneLevel(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ2 a1 r1 L1")
	b.fresh(1, "CR2 c1 r0 L1", "CR3 a3 r0 L2") // F at c2; at a4
	b.refused(refusedNotAdjacent, "B", "1 fountain b2 d2", "1 fountain b2 c3", "1 fountain c2 d3")
	b.refused(refusedSameTile, "B", "1 fountain c2 d2")
	b.refused(refusedLevels, "B", "1 fountain b2 b3")
	b.refused(refusedNoIcon, "B", "1 fountain b1 c1", "1 fountain c2 c3")
	b.refused(refusedOrder, "record", "1 fountain c2 b2", "1 fountain b2 b2")
	b.play("1 fountain b2 c2")
	require.Equal(t, 3, b.score(1).Fountains)
}

func TestSpotsAcrossTheBoardsEdgeAreNotAdjacent(t *testing.T) {
	b := building(t)
	b.fresh(1, "CJ2 g1 r0 L1", "CR2 a2 r0 L1") // h1 and a2 are neighbours as numbers
	b.refused(refusedNotAdjacent, "B", "1 fountain h1 a2", "1 stairs h2 a3")
	b.refused(refusedNotInLine, "B", "1 bridge g1 a2", "1 bridge h1 b2")
}

func TestStairsScoreTheSumOfTheirLevels(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ3 a1 r1 L1")   // T at b2
	b.fresh(1, "CR3 c1 r3 L2") // T at c2
	b.refused(refusedStairs, "B", "1 stairs c1 c2")
	b.play("1 stairs b2 c2")
	require.Equal(t, 3, b.score(1).Stairs)
	v := (Rules{}).View(&b.p, 1).(*View).Gardens[0]
	require.Equal(t, Decoration{Kind: Stairs, A: hole(t, "b2"), B: hole(t, "c2"), Level: 1}, v.Decor[0])
}

func TestStairsNeedLevelsThatDifferByOne(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ3 a1 r1 L1", "CJ1 e1 r0 L1", "CJ2 g1 r0 L2", "CR1 c1 r0 L1", "CR2 c3 r0 L1")
	b.fresh(1, "CR3 c2 r3 L3") // T at c3, F at c2: over doubles
	require.Equal(t, Stairs, b.garden(1).icon(hole(t, "c3")))
	b.refused(refusedStairs, "B", "1 stairs b2 c2")
}

func TestBridgeSpansExactlyOnePosition(t *testing.T) {
	b := building(t)
	b.lay(1, "CM2 a1 r1 L1")   // B at b2
	b.fresh(1, "CI3 d1 r0 L1") // B at d2
	b.refused(refusedNotInLine, "B", "1 bridge b2 c2", "1 bridge b2 e2", "1 bridge a1 d2")
	b.refused(refusedNoIcon, "B", "1 bridge b1 d1")
	b.refused(refusedOrder, "record", "1 bridge d2 b2")
	b.play("1 bridge b2 d2")
	require.Equal(t, 3, b.score(1).Bridges)
}

func TestBridgeNeedsEndsOfOneLevel(t *testing.T) {
	b := building(t)
	b.lay(1, "CM2 a1 r1 L1")
	b.fresh(1, "CI3 d1 r0 L2")
	b.refused(refusedLevels, "B", "1 bridge b2 d2")
}

func TestStatueAlignsAtAnyDistanceAndLevel(t *testing.T) {
	b := building(t)
	b.fresh(1, "CJ1 a1 r0 L1") // S at a2
	b.play("1 statue a2")
	b.fresh(1, "CR1 g1 r0 L2") // S at g2
	b.play("1 statue g2")
	require.Equal(t, 3, b.score(1).Statues)
	b.fresh(1, "CI4 d4 r0 L1") // S at d5
	b.refused(refusedStatueLine, "B", "1 statue d5")
}

func TestStatueBuiltThisTurnSupportsTheNextTile(t *testing.T) {
	b := building(t)
	b.hand(1, "CJ1", 4, 3)
	b.play("1 place SJ0 c3 r0 L1", "1 statue c4", "1 place CJ1 b4 r0 L2")
	require.Zero(t, b.garden(1).singles)
}
