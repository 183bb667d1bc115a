package gardens

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// Tests of the rulings on building: G-5 to G-9, G-13, G-14 and G-16.

func TestG5_LevelsCountFromTheBoard(t *testing.T) {
	b := building(t)
	b.hand(1, "CJ1", 8, 0)
	b.refused(refusedLevelGap, "B 4", "1 place CJ1 a1 r0 L2")
	b.play("1 place CJ1 a1 r0 L1", "1 place SJ0 c1 r0 L1")
	require.EqualValues(t, 1, b.garden(1).highest)
}

func TestG6_StairsBlockATileOfTheirHigherLevel(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ3 a1 r1 L1")
	b.fresh(1, "CR3 c1 r3 L2")
	b.play("1 stairs b2 c2")
	b.hand(1, "CM1", 9, 9)
	b.refused(refusedSticksUp, "G-6", "1 place CM1 a2 r0 L2", "1 place CM1 a2 r0 L2 open=b2")
}

func TestG6_AHigherTileMayCoverAnEndOfStairs(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ3 a1 r1 L1", "CJ1 a3 r0 L1")
	b.fresh(1, "CR3 c1 r3 L2")
	b.play("1 stairs b2 c2")
	b.fresh(1, "CM1 a2 r0 L3 open=b2") // over the lower end: its top is 2
	require.Equal(t, 3, b.score(1).Stairs, "one end still shows")
}

func TestG6_FountainFitsUnderTheNextLevel(t *testing.T) {
	b := building(t)
	b.fresh(1, "CJ2 a1 r1 L1", "CR2 c1 r0 L1")
	b.play("1 fountain b2 c2")
	b.fresh(1, "CI1 a2 r0 L2 open=b2")
	require.Equal(t, 3, b.score(1).Fountains)
}

func TestG6_BridgesOfOneLevelDoNotCross(t *testing.T) {
	b := building(t)
	b.fresh(1, "CM2 a3 r1 L1", "CM2 d4 r3 L1", "CM2 c2 r0 L1", "CM2 b5 r2 L1") // B at b4, d4, c3, c5
	b.play("1 bridge b4 d4")
	b.refused(refusedGap, "B", "1 bridge c3 c5")
}

func TestG7_SupportingStatueNoLongerCounts(t *testing.T) {
	b := building(t)
	b.fresh(1, "SJ0 c3 r0 L1")
	b.play("1 statue c4")
	b.fresh(1, "CR1 b4 r0 L2") // S at b5
	b.fresh(1, "CI4 g7 r0 L1") // S at g8
	require.Zero(t, b.garden(1).statues)
	b.play("1 statue g8") // aligned with nothing: a first one again
	b.refused(refusedStatueLine, "B", "1 statue b5")
	v := (Rules{}).View(&b.p, 1).(*View).Gardens[0]
	require.True(t, v.Decor[0].Supporting, "the decoration carries the tile")
	require.Equal(t, 1, v.Score.Statues)
}

func TestG7_HiddenStatueStillStands(t *testing.T) {
	b := buildingWith(t, engine.Options{"overlap": overlapAdjacent})
	b.fresh(1, "CJ1 a1 r0 L1")
	b.play("1 statue a2")
	b.lay(1, "CI1 e1 r0 L1", "CI2 e3 r0 L2", "CR1 a3 r0 L1")
	b.fresh(1, "CM1 a2 r0 L3 open=a2")
	require.Zero(t, b.score(1).Statues)
	b.fresh(1, "CI4 g6 r0 L1", "GR3 g1 r2 L1") // S at g7; S at g2
	b.refused(refusedStatueLine, "B", "1 statue g7")
	b.play("1 statue g2")
}

func TestG7_SupportingStatueAlignsNothing(t *testing.T) {
	b := building(t)
	b.fresh(1, "SJ0 c3 r0 L1", "CJ1 e3 r1 L1")
	b.play("1 statue c4", "1 statue f4")
	b.fresh(1, "CR1 b4 r0 L2")                 // on the statue at c4
	b.fresh(1, "CM1 c7 r0 L1", "CI4 f7 r0 L1") // S at c8; S at f8
	b.refused(refusedStatueLine, "B", "1 statue c8")
	b.play("1 statue f8")

	b = building(t)
	b.fresh(1, "SJ0 c3 r0 L1", "CJ1 c7 r0 L1") // S at c4; S at c8
	b.play("1 statue c4", "1 statue c8")
	b.fresh(1, "CR1 b4 r0 L2", "CI4 f3 r0 L1") // S at f4
	b.refused(refusedStatueLine, "B", "1 statue f4")
}

func TestG7_StatueSupportsOneTileOnly(t *testing.T) {
	b := building(t)
	b.fresh(1, "SJ0 c3 r0 L1")
	b.play("1 statue c4")
	b.fresh(1, "CR1 b4 r0 L2 open=b5") // S at b5, under the belvedere
	b.hand(1, "CM1", 40, 0)
	b.play("1 place CM1 c4 r0 L3 open=d5") // c4 and c5 single; d4 double; d5 none
	kinds := map[Hole]SupportKind{}
	for _, s := range (Rules{}).View(&b.p, 1).(*View).Gardens[0].Supports[4+3:] {
		kinds[s.Hole] = s.Kind
	}
	require.Equal(t,
		map[Hole]SupportKind{hole(t, "c4"): SinglePillar, hole(t, "c5"): SinglePillar, hole(t, "d4"): DoublePillar},
		kinds)
}

func TestG8_HoleUnderABridgeStaysOpen(t *testing.T) {
	b := building(t)
	b.lay(1, "CM2 a1 r1 L1")
	b.fresh(1, "CI3 d1 r0 L1")
	open := b.score(1).OpenHoles
	b.play("1 bridge b2 d2")
	require.Equal(t, open, b.score(1).OpenHoles)
	require.Equal(t, 64-8, open)
}

func TestG9_WildServesOneDecoration(t *testing.T) {
	b := building(t)
	b.round(Wild)
	b.fresh(1, "CJ1 c3 r0 L1", "CM1 f3 r0 L1") // S c4, F d4; S f4, B g4
	b.refused(refusedAsPrinted, "G-14", "1 statue c4 as=c4")
	b.play("1 statue d4 as=d4")
	b.refused(refusedAsUsed, "G-9", "1 statue g4 as=g4")
	require.Equal(t, Fountain, b.garden(1).icon(hole(t, "d4")), "the printed icon is back")
	b.play("1 statue f4")
}

func TestG9_WildChangesIconsAndBlankChangesBlanks(t *testing.T) {
	b := building(t)
	b.fresh(1, "CJ1 c3 r0 L1") // SF--
	b.refused(refusedAsRound, "G-9", "1 statue c3 as=c3")
	b.round(Wild)
	b.refused(refusedAsBlank, "G-9", "1 statue c3 as=c3")
	b.play("1 statue d4 as=d4")

	b = building(t)
	b.fresh(1, "CJ1 c3 r0 L1")
	b.round(BlankSpot)
	b.refused(refusedAsIcon, "G-9", "1 statue d4 as=d4")
	b.refused(refusedAsPrinted, "G-14", "1 statue c4 as=c4")
	b.play("1 statue c3 as=c3")
}

func TestG9_OnlySpotsOfNewTilesChange(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ3 a1 r1 L1") // T b2, B b1
	b.fresh(1, "CR2 c1 r0 L1")
	b.round(Wild)
	b.refused(refusedAsWhere, "G-9", "1 fountain b2 c2 as=b2", "1 fountain b2 c2 as=d2", "1 statue c2 as=d2")
	b.refused(refusedNoIcon, "B", "1 fountain b2 c2")
}

func TestG9_OnlyOneEndChanges(t *testing.T) {
	b := building(t)
	b.round(Wild)
	b.fresh(1, "CJ3 a1 r1 L1", "CM1 c1 r0 L1") // T b2; S c2
	b.refused(refusedNoIcon, "B", "1 fountain b2 c2 as=b2", "1 fountain b2 c2 as=c2")
}

func TestG9_EveryTurnMayChangeAnIcon(t *testing.T) {
	b := newGame(t, 4, nil)
	b.round(Wild)
	b.play("1 dig a1")
	b.fresh(1, "CJ1 c3 r0 L1")
	b.play("1 statue d4 as=d4", "1 end")
	require.False(t, b.garden(1).asUsed, "the next turn may change an icon again")
	b.play("2 dig a2")
	b.fresh(2, "CJ1 c3 r0 L1")
	b.play("2 statue d4 as=d4")
}

func TestG13_LowerTileAndStatueMayLieUnderABridge(t *testing.T) {
	b := building(t)
	b.fresh(1, "CJ1 c1 r0 L1") // S at c2
	b.play("1 statue c2")
	b.fresh(1, "CM2 a2 r2 L2", "CI3 d1 r0 L2") // B at b2; B at d2
	b.play("1 bridge b2 d2")
	require.Equal(t, 6, b.score(1).Bridges)
	require.Equal(t, 1, b.score(1).Statues)

	b.hand(1, "CR1", 40, 20)
	for _, m := range (Rules{}).Legal(&b.p, 1, nil) {
		if m.Verb == verbPlace {
			require.False(t, covers(placementOf(m).at, hole(t, "c2")),
				"no tile ever covers the position under a bridge")
		}
	}
}

func TestG13_StairsUpToTheBridgesLevelBlockIt(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ4 c1 r0 L1")                                   // T at c2
	b.fresh(1, "CM2 a2 r2 L2", "CI3 d1 r0 L2", "CR4 c3 r3 L2") // B at b2; B at d2; T at c3
	b.play("1 stairs c2 c3")
	b.refused(refusedGap, "B", "1 bridge b2 d2")
}

func TestG13_SpannedSpotIsNotFree(t *testing.T) {
	b := building(t)
	b.fresh(1, "CJ1 c1 r0 L1") // S at c2
	b.fresh(1, "CM2 a2 r2 L2", "CI3 d1 r0 L2")
	b.play("1 bridge b2 d2")
	b.refused(refusedTaken, "B", "1 statue c2")
}

func TestG14_AsIsRefusedWhereThePrintedIconWouldDo(t *testing.T) {
	b := building(t)
	b.round(Wild)
	b.lay(1, "CJ2 a1 r1 L1")
	b.fresh(1, "CR2 c1 r0 L1")
	b.refused(refusedAsPrinted, "G-14", "1 fountain b2 c2 as=c2")
	b.play("1 fountain b2 c2")
}

// TestG16_GardensReachLevels16And7 replays two games that were found by searching.
func TestG16_GardensReachLevels16And7(t *testing.T) {
	for file, level := range map[string]int{"testdata/records/level16.json": 16, "testdata/records/level7.json": 7} {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		r, err := engine.ParseRecord(data)
		require.NoError(t, err)
		require.NoError(t, r.Check(Game), file)
		s, err := r.Replay(Game, len(r.Moves))
		require.NoError(t, err)
		require.Equal(t, perHighest*level, s.Scores()[0].Int("highest"), file)
	}
}

func TestG16_NotationTakesTwoDigits(t *testing.T) {
	m, err := Game.ParseMove("1 place BM4 h8 r3 L16 open=a1")
	require.NoError(t, err)
	require.Equal(t, "1 place BM4 h8 r3 L16 open=a1", string(Game.AppendMove(nil, m)))
	_, err = Game.ParseMove("1 place BM4 h8 r3 L17")
	require.Error(t, err)
}
