package gardens

import (
	"encoding/json"
	"os"
	"testing"

	"amytis/engine"

	"github.com/stretchr/testify/require"
)

// A test or more a ruling of gardens.md.

func TestG1_Faces(t *testing.T) {
	raw, err := os.ReadFile("testdata/tiles.json")
	require.NoError(t, err)
	var want map[string]string
	require.NoError(t, json.Unmarshal(raw, &want))
	require.Len(t, want, NumTiles)
	for tile := Tile(1); tile <= NumTiles; tile++ {
		face := ""
		for _, icon := range tile.Spots(0) {
			face += icon.String()
		}
		require.Equal(t, want[tile.String()], face, tile)
	}
}

func TestG1_Counts(t *testing.T) {
	var icons [Stairs + 1]int
	perFlower := map[Flower][Stairs + 1]int{}
	perKind := map[[2]int]int{}
	for tile := Tile(1); tile <= NumTiles; tile++ {
		perKind[[2]int{int(tile.Material()), int(tile.Flower())}]++
		if tile.Material() == Start {
			require.Equal(t, startTile(Jasmine).Spots(0), tile.Spots(0))
			continue
		}
		of := perFlower[tile.Flower()]
		for _, icon := range tile.Spots(0) {
			icons[icon]++
			of[icon]++
		}
		perFlower[tile.Flower()] = of
	}
	require.Equal(t, [Stairs + 1]int{Blank: 48, Statue: 36, Fountain: 36, Bridge: 36, Stairs: 36}, icons)
	for f := Jasmine; f <= Marigold; f++ {
		require.Equal(t, perFlower[Jasmine], perFlower[f])
		for m := Clay; m <= Basalt; m++ {
			require.Equal(t, 4, perKind[[2]int{int(m), int(f)}])
		}
		require.Equal(t, 1, perKind[[2]int{int(Start), int(f)}])
	}
}

func TestG1_RoundTiles(t *testing.T) {
	for seats, rounds := range map[int]uint8{2: 14, 3: 12, 4: 10} {
		require.Equal(t, rounds, newGame(t, seats, nil).p.rounds)
	}
	_, err := Rules{}.Start(nil, []engine.SeatInfo{{Attr: "J"}, {Attr: "R"}}, json.RawMessage(`{"quarry": {}, "rounds": []}`))
	require.ErrorContains(t, err, "setup.quarry: 0 cells")
}

func TestG2_SupplyOfTheBox(t *testing.T) {
	require.Equal(t, Supply{Singles: 148, Doubles: 60, Belvederes: 38, Stairs: 15, Fountains: 15, Bridges: 15, Statues: 38},
		newGame(t, 2, nil).p.supply)
}

func TestG2_GainStopsAtWhatIsLeft(t *testing.T) {
	b := newGame(t, 4, nil)
	b.p.supply.Singles = 3
	b.round(Single)
	b.p.next = 1
	b.play("1 dig a1") // worth 5 and the round's
	require.EqualValues(t, 3, b.garden(1).singles)
	require.Zero(t, b.p.supply.Singles)
}

func TestG2_NoDoubleLeftToGain(t *testing.T) {
	b := newGame(t, 4, nil)
	b.p.supply.Doubles = 0
	b.round(Double)
	b.play("1 dig a1")
	require.Zero(t, b.garden(1).doubles)
}

func TestG2_WhatHasRunOutCannotBeTaken(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ2 a1 r1 L1")
	b.fresh(1, "CR2 c1 r0 L1", "SJ0 f5 r0 L1")
	b.p.supply = Supply{Singles: 148, Doubles: 60}
	b.refused(refusedOut, "G-2", "1 fountain b2 c2", "1 statue f6", "1 bridge a1 c1", "1 stairs a1 b1")
	b.hand(1, "CM1", 3, 0)
	b.refused(refusedNoBelvedere, "G-2", "1 place CM1 c5 r0 L1 open=c5")
	b.hand(1, "CM1", 8, 0)
	b.p.supply.Doubles = 3
	b.refused(refusedNoDouble, "G-2", "1 place CM1 c5 r0 L2")
	b.p.supply.Doubles = 4
	b.play("1 place CM1 c5 r0 L2")
	require.Zero(t, b.p.supply.Doubles)
}

func TestG2_DoublesAtHandGoFirst(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ1 a1 r0 L1")
	supply := b.p.supply
	b.hand(1, "CR1", 9, 3)
	b.play("1 place CR1 c5 r0 L2") // 3 doubles, and 2 singles for the fourth
	require.EqualValues(t, 7, b.garden(1).singles)
	require.Zero(t, b.garden(1).doubles)
	require.Equal(t, supply.Singles+2, b.p.supply.Singles, "exchanged singles return")
	require.Equal(t, supply.Doubles-1, b.p.supply.Doubles)
}

func TestG2_ExchangeLeavesSinglesForSingles(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ1 a1 r0 L1")
	// b1 b2 single, c1 c2 double: 2 + 2*2.
	b.hand(1, "CR1", 5, 0)
	b.refused(refusedPillars, "B 2", "1 place CR1 b1 r0 L2")
	b.hand(1, "CR1", 6, 0)
	b.play("1 place CR1 b1 r0 L2")
	require.Zero(t, b.garden(1).singles)
}

func TestG2_HiddenPiecesStayOut(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ1 a1 r0 L1 open=b2")
	left := b.p.supply.Belvederes
	b.fresh(1, "CR1 b2 r0 L2 open=b2") // covers the belvedere
	require.Equal(t, left-1, b.p.supply.Belvederes)
}

func TestG3_EmptiedCellShowsTheBottom(t *testing.T) {
	b := newGame(t, 4, nil)
	b.heights("a1:1")
	b.play("1 dig a1", "1 end")
	require.Zero(t, b.p.visible(cell(t, "a1")))
	b.refused(refusedCellEmpty, "A", "2 dig a1")
	require.EqualValues(t, 4, b.p.yield(cell(t, "b1"), Rose), "the wall, the emptied cell, two clays")
}

func TestG3_FlowerOnTopOfTheEdges(t *testing.T) {
	b := newGame(t, 4, nil)
	require.EqualValues(t, 4, b.p.yield(cell(t, "b2"), Jasmine))
	require.EqualValues(t, 5, b.p.yield(cell(t, "b2"), Rose))
}

func TestG3_ADigCannotBeTakenBack(t *testing.T) {
	require.True(t, info.VerbInfo(verbDig).Final)
	for _, v := range []engine.Verb{verbPlace, verbStatue, verbFountain, verbBridge, verbStairs} {
		require.False(t, info.VerbInfo(v).Final, info.VerbInfo(v).Name)
	}
}

func TestG4_StoringPillars(t *testing.T) {
	b := building(t)
	supply := b.p.supply
	b.hand(1, "CJ1", 9, 2)
	b.play("1 end")
	require.EqualValues(t, 6, b.garden(1).singles)
	require.Zero(t, b.garden(1).doubles)
	require.Equal(t, supply.Singles+3, b.p.supply.Singles)
	require.Equal(t, supply.Doubles+2, b.p.supply.Doubles)
}

func TestG4_StoringTiles(t *testing.T) {
	b := building(t)
	b.refused(refusedKeep, "C", "1 end keep=SJ0", "1 end keep=CR4")
	b.play("1 end keep=CJ1")
	require.Equal(t, "CJ1", b.garden(1).notch.String(), "the start tile is discarded")

	b = building(t)
	b.play("1 end")
	require.Equal(t, "SJ0", b.garden(1).notch.String())
	require.Zero(t, b.garden(1).dug)

	b = building(t)
	b.hand(1, "CJ1", 8, 0)
	b.play("1 place CJ1 a1 r0 L1")
	b.refused(refusedKeep, "C", "1 end keep=CJ1", "1 end keep=SJ0")
	b.play("1 place SJ0 c1 r0 L1", "1 end")
	require.Zero(t, b.garden(1).notch)
}

func TestG5_LevelsCountFromTheBoard(t *testing.T) {
	b := building(t)
	b.hand(1, "CJ1", 8, 0)
	b.refused(refusedLevelGap, "B 4", "1 place CJ1 a1 r0 L2")
	b.play("1 place CJ1 a1 r0 L1", "1 place SJ0 c1 r0 L1")
	require.EqualValues(t, 1, b.garden(1).highest)
}

func TestG6_StairsStickUp(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ3 a1 r1 L1")
	b.fresh(1, "CR3 c1 r3 L2")
	b.play("1 stairs b2 c2")
	b.hand(1, "CM1", 9, 9)
	b.refused(refusedSticksUp, "G-6", "1 place CM1 a2 r0 L2", "1 place CM1 a2 r0 L2 open=b2")
}

func TestG6_StairsUnderLevelThree(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ3 a1 r1 L1", "CJ1 a3 r0 L1")
	b.fresh(1, "CR3 c1 r3 L2")
	b.play("1 stairs b2 c2")
	b.fresh(1, "CM1 a2 r0 L3 open=b2") // over the lower end: its top is 2
	require.Equal(t, 3, b.score(1).Stairs, "one end still shows")
}

func TestG6_FlatThingsLieUnderTheNextLevel(t *testing.T) {
	b := building(t)
	b.fresh(1, "CJ2 a1 r1 L1", "CR2 c1 r0 L1")
	b.play("1 fountain b2 c2")
	b.fresh(1, "CI1 a2 r0 L2 open=b2")
	require.Equal(t, 3, b.score(1).Fountains)
}

func TestG7_SupportingStatueIsNoStatue(t *testing.T) {
	b := building(t)
	b.fresh(1, "SJ0 c3 r0 L1")
	b.play("1 statue c4")
	b.fresh(1, "CR1 b4 r0 L2") // S at b5
	b.fresh(1, "CI4 g7 r0 L1") // S at g8
	require.Zero(t, b.garden(1).statues)
	b.play("1 statue g8") // aligned with nothing: a first one again
	b.refused(refusedStatueLine, "B", "1 statue b5")
	v := (Rules{}).View(&b.p, 1).(*View).Gardens[0]
	require.True(t, v.Decor[0].Supporting)
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

func TestG8_ABridgeHidesNothing(t *testing.T) {
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
	require.Equal(t, Fountain, b.garden(1).icon(hole(t, "d4")), "the printed icon again")
	b.play("1 statue f4")
}

func TestG9_WildNotOnBlankBlankNotOnIcons(t *testing.T) {
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

func TestG9_OnlySpotsOfThisTurnsTiles(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ3 a1 r1 L1") // T b2, B b1
	b.fresh(1, "CR2 c1 r0 L1")
	b.round(Wild)
	b.refused(refusedAsWhere, "G-9", "1 fountain b2 c2 as=b2", "1 fountain b2 c2 as=d2", "1 statue c2 as=d2")
	b.refused(refusedNoIcon, "B", "1 fountain b2 c2")
}

func TestG9_OneEndOnly(t *testing.T) {
	b := building(t)
	b.round(Wild)
	b.fresh(1, "CJ3 a1 r1 L1", "CM1 c1 r0 L1") // T b2; S c2
	b.refused(refusedNoIcon, "B", "1 fountain b2 c2 as=b2", "1 fountain b2 c2 as=c2")
}

func TestG9_AgainInTheNextTurn(t *testing.T) {
	b := newGame(t, 4, nil)
	b.round(Wild)
	b.play("1 dig a1")
	b.fresh(1, "CJ1 c3 r0 L1")
	b.play("1 statue d4 as=d4", "1 end")
	require.False(t, b.garden(1).asUsed)
}

func TestG10_TogetherTheNextDigsAtOnce(t *testing.T) {
	b := newGame(t, 3, engine.Options{"build": buildTogether})
	b.play("1 remove a4", "2 remove b4", "3 remove c4")
	b.refused(engine.RefusedTurn, "", "2 dig a1")
	b.play("1 dig a1")
	require.Equal(t, engine.Seats(1, 2), Rules{}.Turn(&b.p))
	b.refused(refusedDugAlready, "A", "1 dig a2")
	b.play("2 dig b1", "2 end", "3 dig c1")
	require.Equal(t, engine.Seats(1, 3), Rules{}.Turn(&b.p))
	b.refused(refusedStillOpen, "G-10", "2 dig a2")
	b.play("3 end")
	b.refused(refusedStillOpen, "G-10", "2 dig a2", "3 dig a2")
	b.refused(engine.RefusedTurn, "", "2 end")
	b.play("1 end")
	require.EqualValues(t, 2, b.p.round)
	b.play("1 dig a2")
}

func TestG10_UnaffectedButForSupply(t *testing.T) {
	b := newGame(t, 4, engine.Options{"build": buildTogether})
	b.play("1 dig a1", "2 dig b1")
	before := b.p
	b.fresh(1, "CJ1 a1 r0 L1")
	require.True(t, Rules{}.Unaffected(&before, &b.p, 1))
	require.False(t, Rules{}.Unaffected(&before, &b.p, 2))
}

func TestG11_ThereAreTilesForEverybody(t *testing.T) {
	for seats, left := range map[int]int{2: 42 - 30, 3: 45 - 39, 4: 48 - 44} {
		infos := fourSeats()[:seats]
		r := newRand(uint64(seats))
		setup := Rules{}.Deal(nil, infos, r)
		moves, s, err := Game.Playout(nil, infos, setup, r)
		require.NoError(t, err)
		digs, tiles := 0, 0
		for _, m := range moves {
			if m.Verb == verbDig {
				digs++
			}
		}
		for _, c := range s.View(0).(*View).Quarry {
			tiles += c.Level
		}
		require.Equal(t, left, tiles)
		require.Equal(t, seats*(roundTiles(seats)+1), digs)
	}
}

func TestG12_NoExpansionCards(t *testing.T) {
	var verbs []string
	for _, v := range info.Verbs {
		verbs = append(verbs, v.Name)
	}
	require.Equal(t, []string{"remove", "dig", "place", "statue", "fountain", "bridge", "stairs", "end"}, verbs)
}

func TestG13_ALowerTileAndItsStatueUnderABridge(t *testing.T) {
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
			require.False(t, covers(placementOf(m).at, hole(t, "c2")), "nothing ever covers it")
		}
	}
}

func TestG13_StairsUnderABridge(t *testing.T) {
	b := building(t)
	b.lay(1, "CJ4 c1 r0 L1")                                   // T at c2
	b.fresh(1, "CM2 a2 r2 L2", "CI3 d1 r0 L2", "CR4 c3 r3 L2") // B at b2; B at d2; T at c3
	b.play("1 stairs c2 c3")
	b.refused(refusedGap, "B", "1 bridge b2 d2")
}

func TestG14_AsWhereThePrintedIconWouldDo(t *testing.T) {
	b := building(t)
	b.round(Wild)
	b.lay(1, "CJ2 a1 r1 L1")
	b.fresh(1, "CR2 c1 r0 L1")
	b.refused(refusedAsPrinted, "G-14", "1 fountain b2 c2 as=c2")
	b.play("1 fountain b2 c2")
}

func TestG15_Skip(t *testing.T) {
	b := newGame(t, 2, nil)
	b.refused(engine.RefusedNoSkip, "G-15", "0 skip 2")
	b.play("0 skip 1", "2 remove a1", "1 remove a2", "2 remove a3", "1 remove a4", "2 remove b1")
	require.Equal(t, Playing, b.p.stage, "a skipped removal is forgone")
	b.play("0 skip 1")
	require.Equal(t, engine.Seats(2), Rules{}.Turn(&b.p))
	require.Zero(t, b.garden(1).singles)
	b.play("2 dig b2")
	b.refused(engine.RefusedNoSkip, "G-15", "0 skip 1")
	b.play("0 skip 2")
	require.Zero(t, b.garden(2).dug, "as if it had ended")
	require.Equal(t, "SR0", b.garden(2).notch.String())
	require.EqualValues(t, 2, b.p.round)
	b.refused(engine.RefusedSeat, "", "0 skip 3")
}

func TestG15_SkipInTogether(t *testing.T) {
	b := newGame(t, 4, engine.Options{"build": buildTogether})
	b.play("1 dig a1", "0 skip 2", "0 skip 1", "3 dig b1")
	require.Equal(t, engine.Seats(3, 4), Rules{}.Turn(&b.p))
	b.play("0 skip 3", "0 skip 4")
	require.EqualValues(t, 2, b.p.round)
	require.Equal(t, engine.Seats(1), Rules{}.Turn(&b.p))
}

func TestG15_ResignInTheMiddleOfATurn(t *testing.T) {
	b := newGame(t, 4, nil)
	b.play("1 dig a1")
	b.hand(1, "CJ1", 9, 2)
	supply := b.p.supply
	b.play("1 place SJ0 c3 r0 L1", "1 resign")
	g := b.garden(1)
	require.EqualValues(t, 5, g.singles, "stays out of the supply")
	require.Zero(t, g.doubles)
	require.Zero(t, g.dug)
	require.EqualValues(t, 1, g.numTiles, "its pieces stay")
	require.Equal(t, supply.Doubles+2, b.p.supply.Doubles)
	require.Equal(t, engine.Seats(2), Rules{}.Turn(&b.p))
	b.refused(engine.RefusedResigned, "", "1 resign", "1 dig a2")
}

func TestG15_ResignInTheRemovals(t *testing.T) {
	b := newGame(t, 3, nil)
	b.play("1 remove a1", "2 resign")
	require.Equal(t, engine.Seats(3), Rules{}.Turn(&b.p))
	b.play("3 remove a2")
	require.Equal(t, Playing, b.p.stage)
	b.play("3 resign")
	r, over := Rules{}.Result(&b.p)
	require.True(t, over)
	require.Equal(t, []engine.Seat{1}, r.Winners)
	require.Equal(t, engine.Seats(2, 3), r.Resigned)
	b.refused(engine.RefusedOver, "", "1 resign", "0 skip 1", "1 dig a1")
}

func TestG15_ResignWhileOthersBuild(t *testing.T) {
	b := newGame(t, 3, engine.Options{"build": buildTogether})
	b.play("1 remove a4", "2 remove b4", "3 remove c4", "1 dig a1", "2 dig b1", "3 resign")
	require.Equal(t, engine.Seats(1, 2), Rules{}.Turn(&b.p))
	b.play("2 end", "1 end")
	require.EqualValues(t, 2, b.p.round)
	b.play("1 dig a1", "1 end", "2 dig a2", "2 end")
	require.EqualValues(t, 3, b.p.round)
}

func TestG15_TheLastToDigResigns(t *testing.T) {
	b := newGame(t, 4, nil)
	b.play("1 dig a1", "1 end", "2 dig a2", "2 end", "3 dig a3", "3 end", "4 resign")
	require.EqualValues(t, 2, b.p.round)
	require.Equal(t, engine.Seats(1), Rules{}.Turn(&b.p))
}

// The heights that gardens can reach; games found by searching.
func TestG16_HighGardens(t *testing.T) {
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

func TestG16_TwoDigits(t *testing.T) {
	m, err := Game.ParseMove("1 place BM4 h8 r3 L16 open=a1")
	require.NoError(t, err)
	require.Equal(t, "1 place BM4 h8 r3 L16 open=a1", string(Game.AppendMove(nil, m)))
	_, err = Game.ParseMove("1 place BM4 h8 r3 L17")
	require.Error(t, err)
}

func TestG7_AlignedWithASupportingStatueOnly(t *testing.T) {
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

func TestG7_ACoveredStatueSupportsOnce(t *testing.T) {
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
	require.Equal(t, map[Hole]SupportKind{hole(t, "c4"): SinglePillar, hole(t, "c5"): SinglePillar, hole(t, "d4"): DoublePillar}, kinds)
}

func TestG13_ASpannedSpotIsNotFree(t *testing.T) {
	b := building(t)
	b.fresh(1, "CJ1 c1 r0 L1") // S at c2
	b.fresh(1, "CM2 a2 r2 L2", "CI3 d1 r0 L2")
	b.play("1 bridge b2 d2")
	b.refused(refusedTaken, "B", "1 statue c2")
}
