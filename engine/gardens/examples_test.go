package gardens

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The worked examples of gardens.md, which are those of the booklets.

func TestExample1_DigsGiveThreePillars(t *testing.T) {
	b := newGame(t, 4, nil)
	b.heights("b2:2 a2:2 c2:1 b3:3 b1:0")
	b.play("1 dig b2")
	require.Equal(t, "GR2", b.garden(1).dug.String())
	require.EqualValues(t, 3, b.garden(1).singles, "granite, basalt and the emptied cell; the clay is higher")

	b.heights("a2:1 a1:1 a3:3 b2:2")
	b.play("1 end", "2 dig a2")
	require.Equal(t, "BR1", b.garden(2).dug.String())
	require.EqualValues(t, 3, b.garden(2).singles, "1 wall + 1 basalt + 1 flower")
}

func TestExample2_StartTileOnFourSinglesIsLevel1(t *testing.T) {
	b := newGame(t, 4, nil)
	b.play("1 dig a1") // 2 walls, 2 clays, the flower: 5 pillars
	require.EqualValues(t, 5, b.garden(1).singles)
	b.play("1 place SJ0 c3 r0 L1")
	require.EqualValues(t, 1, b.garden(1).singles)
	require.Equal(t, Statue, b.garden(1).icon(hole(t, "c4")))
	require.Equal(t, Stairs, b.garden(1).icon(hole(t, "d3")))
	b.play("1 statue c4")
	require.Equal(t, 1, b.score(1).Statues)
}

func TestExample3_TwoSinglesAndTwoDoublesReachLevel2(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ1 c3 r0 L1")
	b.hand(1, "CR1", 2, 2)
	b.refused(refusedUnder, "B 1", "1 place CR1 d3 r0 L1")
	b.play("1 place CR1 d3 r0 L2")
	require.Zero(t, b.garden(1).singles)
	require.Zero(t, b.garden(1).doubles)
}

func TestExample4_StatuesAlignInRowsAndColumns(t *testing.T) {
	b := building(t)
	b.fresh(1, "SJ0 c3 r0 L1", "CJ1 e3 r1 L1")
	b.play("1 statue c4", "1 statue f4")
	b.fresh(1, "CR1 d6 r2 L1")
	b.refused(refusedStatueLine, "B", "1 statue e6")
	b.earlier(1)
	b.fresh(1, "CM1 f6 r3 L1")
	b.play("1 statue f6")
	b.refused(refusedNotFresh, "B", "1 statue e6")
}

func TestExample5_DecorationsScoreByLevel(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ1 a7 r0 L1")
	require.Equal(t, 2, b.score(1).Highest)
	// Two tiles on level 2, on doubles; then one on level 3.
	b.fresh(1, "CJ2 a1 r1 L2", "CR2 c1 r0 L2")
	b.play("1 fountain b2 c2")
	require.Equal(t, 6, b.score(1).Fountains)
	require.Equal(t, 4, b.score(1).Highest)

	b.lay(1, "CR1 g1 r0 L1", "CR3 g3 r0 L1", "CJ4 e1 r1 L2")
	b.fresh(1, "CI4 g2 r2 L3")
	b.play("1 stairs f2 g2", "1 statue h2")
	require.Equal(t, 5, b.score(1).Stairs)
	require.Equal(t, 3, b.score(1).Statues)
	require.Equal(t, 6, b.score(1).Highest)
}
