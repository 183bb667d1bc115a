package gardens

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func TestOpenCornerGetsABelvedere(t *testing.T) {
	b := building(t)
	b.hand(1, "CJ1", 3, 0)
	b.refused(refusedPillars, "B 2", "1 place CJ1 c3 r0 L1")
	b.refused(refusedOpenOther, "B 3", "1 place CJ1 c3 r0 L1 open=e3", "1 place CJ1 c3 r0 L1 open=b3")
	b.play("1 place CJ1 c3 r0 L1 open=d4")
	require.Equal(t, 1, b.score(1).Belvederes)
	require.Zero(t, b.garden(1).singles)
	b.refused(refusedTaken, "B", "1 statue d4")

	// The belvedere's spot supports nothing, so it is the open corner of the tile above.
	b.hand(1, "CR1", 0, 3)
	b.refused(refusedOpenMissing, "B 3", "1 place CR1 d4 r0 L2", "1 place CR1 d4 r0 L2 open=e5")
	b.hand(1, "CR1", 0, 3)
	b.play("1 place CR1 d4 r0 L2 open=d4")
	require.Equal(t, 1, b.score(1).Belvederes, "the lower belvedere is hidden")
}

func TestAnyPillarOfFourMayBeLeftOut(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ1 c3 r0 L1")
	b.hand(1, "CR1", 9, 9)
	var open []string
	for _, m := range (Rules{}).Legal(&b.p, 1, nil) {
		if strings.HasPrefix(string(Game.AppendMove(nil, m)), "1 place CR1 d3 r0 L2") {
			open = append(open, placementOf(m).open.String())
		}
	}
	require.ElementsMatch(t, []string{"-", "d3", "d4", "e3", "e4"}, open)
}

func TestTileNeedsThreeSupports(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ1 a1 r0 L1 open=b2", "CR1 c1 r0 L1 open=c2", "CI1 b3 r0 L1 open=b3")
	b.hand(1, "CM1", 9, 9)
	// Three of b2 c2 b3 c3 bear belvederes.
	b.refused(refusedSupports, "B 2", "1 place CM1 b2 r0 L2", "1 place CM1 b2 r0 L2 open=b2")
	err := b.try("1 place CM1 b2 r0 L2")
	var refused *engine.RuleError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "b3, c2, b2", refused.Args["holes"])
}

func TestStatueSupportsTogetherWithDoubles(t *testing.T) {
	b := building(t)
	b.fresh(1, "SJ0 c3 r0 L1")
	b.play("1 statue c4")
	// c4 is a statue; b4 b5 c5 take doubles.
	b.hand(1, "CR1", 6, 0)
	b.refused(refusedOpenStatue, "B 3", "1 place CR1 b4 r0 L2 open=c4")
	b.play("1 place CR1 b4 r0 L2")
	require.Zero(t, b.garden(1).singles)
	require.Zero(t, b.score(1).Statues)
	v := (Rules{}).View(&b.p, 1).(*View).Gardens[0]
	kinds := map[SupportKind]int{}
	for _, s := range v.Supports[4:] {
		kinds[s.Kind]++
	}
	require.Equal(t, map[SupportKind]int{StatueSupport: 1, DoublePillar: 3}, kinds)
}

func TestStatueTwoLevelsBelowIsNoSupportAndNoObstacle(t *testing.T) {
	b := building(t)
	b.fresh(1, "SJ0 c3 r0 L1")
	b.play("1 statue c4")
	b.lay(1, "CJ1 a1 r0 L2", "CR1 g1 r0 L1", "CI1 a4 r0 L1", "CM1 a6 r0 L1")
	b.earlier(1)
	// At level 3 the tile would be over c4 (2 below), b4 and b5 on level 1, and c5 on the board.
	b.hand(1, "CJ4", 9, 9)
	b.refused(refusedSupports, "B 2", "1 place CJ4 b4 r0 L3", "1 place CJ4 b4 r0 L3 open=c4")
}

func TestLevelNeedsATileOfTheLevelBelow(t *testing.T) {
	b := building(t)
	b.hand(1, "CJ1", 9, 9)
	b.refused(refusedLevelGap, "B 4", "1 place CJ1 c3 r0 L2", "1 place CJ1 c3 r0 L16")
	b.play("1 place SJ0 a1 r0 L1", "1 place CJ1 c3 r0 L2")
}

func TestTileLiesExactlyOverAnotherOnlyAsOverlapAllows(t *testing.T) {
	never, adjacent := buildingWith(t, nil), buildingWith(t, engine.Options{"overlap": overlapAdjacent})
	for _, b := range []*builder{never, adjacent} {
		b.lay(1, "CJ1 c3 r0 L1")
		b.hand(1, "CR1", 9, 9)
		b.refused(refusedUnder, "B 1", "1 place CR1 c3 r0 L1")
		b.refused(refusedSamePlace, "B 5", "1 place CR1 c3 r2 L2")
		b.refused(refusedLevelGap, "B 4", "1 place CR1 c3 r0 L3")
		b.lay(1, "CI1 f1 r0 L2")
		b.hand(1, "CR1", 0, 4)
	}
	never.refused(refusedSamePlace, "B 5", "1 place CR1 c3 r0 L3")
	adjacent.play("1 place CR1 c3 r0 L3") // on doubles, two levels above
}

func TestTileOffTheBoardIsRefused(t *testing.T) {
	b := building(t)
	b.hand(1, "CJ1", 9, 9)
	b.refused(refusedOffBoard, "B tiles", "1 place CJ1 h1 r0 L1", "1 place CJ1 a8 r0 L1", "1 place CJ1 h8 r0 L1")
	b.play("1 place CJ1 g7 r0 L1")
}

func TestRotationTurnsTheSpotsClockwise(t *testing.T) {
	for rot, corner := range []string{"c4", "d4", "d3", "c3"} {
		b := building(t)
		b.fresh(1, fmt.Sprintf("CJ1 c3 r%d L1", rot)) // SF--
		require.Equal(t, Statue, b.garden(1).icon(hole(t, corner)), "rotation %d", rot)
	}
}

func TestBothTilesMayBePlacedInEitherOrder(t *testing.T) {
	for _, order := range [][]string{
		{"1 place CJ1 a1 r0 L1", "1 place SJ0 c1 r0 L1"},
		{"1 place SJ0 c1 r0 L1", "1 place CJ1 a1 r0 L1"},
	} {
		b := building(t)
		b.hand(1, "CJ1", 8, 0)
		b.play(order...)
		b.refused(refusedNotAtHand, "B tiles", "1 place CJ1 e1 r0 L1", "1 place SJ0 e1 r0 L1", "1 place SR0 e1 r0 L1")
	}
}

func TestHiddenTileCountsAsTheLevelBelow(t *testing.T) {
	b := buildingWith(t, engine.Options{"overlap": overlapAdjacent})
	b.lay(1, "CJ1 f1 r0 L1", "CR2 a7 r0 L1", "CJ2 c3 r0 L2", "CJ3 f1 r0 L3", "CJ4 c3 r0 L4")
	g := b.garden(1)
	require.True(t, g.tileHidden(&g.tiles[2]), "the only tile on level 2 is hidden")
	b.hand(1, "CR1", 9, 9)
	b.play("1 place CR1 a7 r0 L3")
}
