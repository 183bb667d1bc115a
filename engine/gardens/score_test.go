package gardens

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func TestEmptyGardenScoresNothing(t *testing.T) {
	b := building(t)
	require.Equal(t, ScoreSheet{OpenHoles: 64}, b.score(1))
}

func TestScoreSheetAddsUpItsItems(t *testing.T) {
	b := building(t)
	// In the south-west a fountain b2 c2 on level 1; four flowers over the whole garden.
	b.fresh(1, "CJ2 a1 r1 L1", "CR2 c1 r0 L1") // F b2, B a1; F c2, B d2
	b.play("1 fountain b2 c2")
	b.fresh(1, "CI3 f1 r0 L1") // B at f2, T at g1
	b.play("1 bridge d2 f2")
	b.fresh(1, "CM1 a5 r0 L1") // S at a6
	b.play("1 statue a6")
	b.fresh(1, "CR4 g3 r1 L1", "CR3 e4 r1 L2 open=e5") // T at h4; F at f5, T at f4
	require.Equal(t, ScoreSheet{Statues: 1, Fountains: 3, Bridges: 3, FlowerSets: 4, Belvederes: 1, Highest: 4,
		Total: 16, OpenHoles: 64 - 24}, b.score(1))
}

func TestDecorSetNeedsAllFourDecorations(t *testing.T) {
	b := building(t)
	b.fresh(1, "CJ2 a1 r1 L1", "CR2 c1 r0 L1", "CI3 f1 r0 L1", "CM1 a5 r0 L1")
	b.play("1 fountain b2 c2", "1 bridge d2 f2", "1 statue a6")
	require.Zero(t, b.score(1).DecorSets)
	b.fresh(1, "CI4 c3 r1 L1", "GJ1 e3 r0 L2") // T at d3; T at e3
	b.play("1 stairs d3 e3")
	require.Equal(t, perSet, b.score(1).DecorSets)
	g := b.garden(1)
	g.numDecor += uint8(copy(g.decor[4:], g.decor[:4])) // the same four once more
	require.Equal(t, 2*perSet, b.score(1).DecorSets)
	g.h[hole(t, "a6")-1]++
	require.Zero(t, b.score(1).DecorSets, "the statues are hidden")
}

func TestHiddenStatueAndBelvedereScoreNothing(t *testing.T) {
	b := buildingWith(t, engine.Options{"overlap": overlapAdjacent})
	b.fresh(1, "CJ1 a1 r0 L1 open=b1") // S at a2
	b.play("1 statue a2")
	b.lay(1, "CI1 e1 r0 L1", "CI2 e3 r0 L2", "CR1 a3 r0 L1")
	require.Equal(t, 1, b.score(1).Statues)
	require.Equal(t, 1, b.score(1).Belvederes)

	// The statue is two levels below level 3: no support and no obstacle.
	b.fresh(1, "CM1 a2 r0 L3 open=a2")
	require.Equal(t, 0, b.score(1).Statues)
	require.Equal(t, 2, b.score(1).Belvederes)
	require.EqualValues(t, 1, b.garden(1).statues, "a hidden statue still stands (G-7)")
}

func TestFlowerSetsCountVisibleTilesOnly(t *testing.T) {
	b := buildingWith(t, engine.Options{"overlap": overlapAdjacent})
	b.lay(1, "CJ1 a1 r0 L1", "CR1 c1 r0 L1", "CI1 e1 r0 L1", "CM1 g1 r0 L1")
	b.lay(1, "CJ2 a7 r0 L1", "CI2 e7 r0 L1", "CM2 g7 r0 L1", "CR2 b2 r0 L2")
	require.Equal(t, 2*perSet, b.score(1).FlowerSets, "a part of the jasmine tile at a1 shows")
	b.lay(1, "CR3 a1 r0 L3")
	require.Equal(t, perSet, b.score(1).FlowerSets, "it is hidden")
}

func TestOnlyFullyHiddenDecorationsScoreNothing(t *testing.T) {
	b := buildingWith(t, engine.Options{"overlap": overlapAdjacent})
	b.fresh(1, "CJ2 a1 r1 L1", "CR2 c1 r0 L1")
	b.play("1 fountain b2 c2")
	b.lay(1, "CJ1 g7 r0 L2", "CR1 a3 r0 L1", "CI1 c3 r0 L1")
	// At level 3 over b2, b3, c2, c3: two bear the fountain, two take doubles.
	b.hand(1, "CM1", 9, 9)
	b.refused(refusedSupports, "B 2", "1 place CM1 b2 r0 L3")
	// One tile over each end, with that end as the open corner. After the first the fountain is
	// half hidden.
	b.fresh(1, "CM1 a2 r0 L3 open=b2")
	require.Equal(t, 3, b.score(1).Fountains, "half hidden")
	b.fresh(1, "CM2 c2 r0 L3 open=c2")
	require.Equal(t, 0, b.score(1).Fountains, "hidden")
	require.Equal(t, 2, b.score(1).Belvederes)
}

func TestFewestOpenHolesBreakATieOrTheVictoryIsShared(t *testing.T) {
	sheet := func(total, open int) ScoreSheet { return ScoreSheet{Total: total, OpenHoles: open} }
	b := newGame(t, 4, nil)
	for _, c := range []struct {
		sheets []ScoreSheet
		want   []engine.Seat
	}{
		{[]ScoreSheet{sheet(9, 40), sheet(10, 50), sheet(8, 1), sheet(0, 0)}, []engine.Seat{2}},
		{[]ScoreSheet{sheet(10, 40), sheet(10, 39), sheet(10, 41), sheet(0, 0)}, []engine.Seat{2}},
		{[]ScoreSheet{sheet(10, 40), sheet(9, 1), sheet(10, 40), sheet(10, 41)}, []engine.Seat{1, 3}},
		{[]ScoreSheet{sheet(0, 64), sheet(0, 64), sheet(0, 64), sheet(0, 64)}, []engine.Seat{1, 2, 3, 4}},
	} {
		require.Equal(t, c.want, b.p.winners(c.sheets))
	}
	b.garden(2).resigned = true
	require.Equal(t, []engine.Seat{1}, b.p.winners([]ScoreSheet{sheet(9, 40), sheet(10, 50), sheet(8, 1), sheet(0, 0)}))
}

func TestUntouchedGardensShareTheVictory(t *testing.T) {
	b := newGame(t, 3, nil)
	for b.p.stage != Over {
		b.play("0 skip " + (Rules{}).Turn(&b.p).Slice()[0].String())
	}
	r, over := Rules{}.Result(&b.p)
	require.True(t, over, "the game is over")
	require.Equal(t, []engine.Seat{1, 2, 3}, r.Winners)
}

func TestABridgeIsNeverHidden(t *testing.T) {
	b := buildingWith(t, engine.Options{"overlap": overlapAdjacent})
	b.fresh(1, "CJ2 a1 r1 L1", "CR2 c1 r0 L1", "CI3 f1 r0 L1") // B at d2 and f2
	b.play("1 bridge d2 f2")
	b.lay(1, "CI1 c3 r0 L1", "CR1 f3 r0 L1")
	// One tile over each end, with that end as the open corner.
	b.fresh(1, "CM1 c2 r0 L2 open=d2", "CM2 f2 r0 L2 open=f2")
	require.Equal(t, perLevelBig, b.score(1).Bridges, "no tile covers its middle (G-13)")
}
