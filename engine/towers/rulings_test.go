package towers

import (
	"testing"

	"amytis/engine"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestT1_TheGridEndsWithTheTable(t *testing.T) {
	for _, line := range []string{"1 tower a27.1 n", "1 tower a0.1 n", "1 bridge y5-aa5.1", "1 bridge c25-c27.1", "1 bridge c3-d3.1", "1 bridge e3-c3.1"} {
		_, err := Game.ParseMove(line)
		assert.Error(t, err, line)
	}
	p := begin(t, tactical, 3)
	assert.Len(t, texts(&p, 1, verbTower), 26*26*4)
	assert.Len(t, texts(&p, 1, verbBridge), 2*24*26)
	for _, line := range []string{"1 tower z26.1 w", "1 tower a1.1 n", "1 bridge x26-z26.1", "1 bridge a24-a26.1"} {
		q := p
		play(t, &q, line)
	}
}

func TestT1_Support(t *testing.T) {
	p := begin(t, tactical, 3)
	refused(t, &p, "1 tower k7.2 n", refusedNoSupport, "grid", "cell", "k7.2")
	refused(t, &p, "1 bridge k7-m7.2", refusedNoSupport, "grid", "cell", "k7.2")
	set(t, &p, "1 tower k7.1 n")
	refused(t, &p, "1 bridge k7-m7.2", refusedNoSupport, "grid", "cell", "m7.2")
	refused(t, &p, "1 tower k7.1 n", refusedTaken, "grid", "cell", "k7.1")
	set(t, &p, "1 tower m7.1 n", "1 bridge k7-m7.2")
	p.turn.first = false
	for _, line := range []string{"1 tower k7.3 n", "1 tower l7.3 n", "1 bridge l7-l9.1"} {
		q := p
		if line == "1 bridge l7-l9.1" {
			refused(t, &q, line, refusedUnderArch, "grid", "cell", "l7.1")
			continue
		}
		play(t, &q, line)
	}
	refused(t, &p, "1 tower l7.1 n", refusedUnderArch, "grid", "cell", "l7.1")
}

// A bridge may cross another, but not lie exactly on it.
func TestT1_Arch(t *testing.T) {
	p := later(t, tactical, 3)
	set(t, &p, "1 bridge k7-m7.1")
	refused(t, &p, "1 bridge k7-m7.2", refusedArchOver, "grid", "cell", "l7.1")
	refused(t, &p, "1 bridge k7-m7.1", refusedTaken, "grid", "cell", "k7.1")
	set(t, &p, "1 bridge n7-p7.1", "1 tower l9.1 n")
	refused(t, &p, "1 bridge l7-n7.2", refusedArchOver, "grid", "cell", "m7.1")
	play(t, &p, "1 bridge l7-l9.2")
	refused(t, &p, "1 tower l8.1 n", refusedUnderArch, "grid", "cell", "l8.1")
	refused(t, &p, "1 bridge l8-n8.1", refusedUnderArch, "grid", "cell", "l8.1")
}

func TestT1_HigherPiecesDoNotHinder(t *testing.T) {
	p := later(t, tactical, 3)
	column(t, &p, 1, "k7", 1, 2)
	column(t, &p, 1, "m7", 1, 2)
	set(t, &p, "1 bridge k7-m7.3")
	play(t, &p, "1 tower l7.1 n") // two below the arch
	refused(t, &p, "1 tower l7.2 n", refusedUnderArch, "grid", "cell", "l7.2")
}

func TestT2_ANobleScoresTheLevelOfItsTower(t *testing.T) {
	p := later(t, tactical, 3)
	column(t, &p, 1, "k7", 1, 3)
	play(t, &p, "1 small k7.3")
	assert.Equal(t, []int{0, 0, 3}, Rules{}.Scores(&p)[0][0].Value)
	assert.Equal(t, 3, view(&p).Players[0].Levels[2])
}

func TestT3_FacesConnect(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		parts uint8
	}{
		"beside":             {[]string{"1 tower k7.1 n", "1 tower k8.1 n"}, 1},
		"above":              {[]string{"1 tower k7.1 n", "1 tower k7.2 n"}, 1},
		"diagonal":           {[]string{"1 tower k7.1 n", "1 tower l8.1 n"}, 2},
		"diagonal in height": {[]string{"1 tower k7.1 n", "1 tower k7.2 n", "1 tower k7.3 n", "1 bridge l8-l10.1", "1 tower l8.2 n"}, 2},
		"beside an arch":     {[]string{"1 bridge k7-m7.1", "1 tower l8.1 n"}, 1},
		"beyond an end":      {[]string{"1 bridge k7-m7.1", "1 bridge n7-p7.1"}, 1},
		"three made one":     {[]string{"1 tower k7.1 n", "1 tower m7.1 n", "1 tower l8.1 n", "1 tower l7.1 n"}, 1},
	} {
		p := begin(t, tactical, 3)
		set(t, &p, c.lines...)
		assert.Equal(t, c.parts, p.parts, name)
		assert.Equal(t, int(c.parts), naiveParts(view(&p).Zones[0]), name)
	}
}

// Nobles are no parts of the building.
func TestT3_NoblesDoNotConnect(t *testing.T) {
	p := later(t, tactical, 3)
	column(t, &p, 1, "k7", 1, 1)
	column(t, &p, 1, "m7", 1, 2)
	column(t, &p, 1, "l7", 1, 1)
	p.parts = 1
	set(t, &p, "1 small k7.1")
	assert.Equal(t, 1, naiveParts(view(&p).Zones[0]))
	assert.True(t, view(&p).Connected)
}

func TestT3_OnlyTheEndOfATurnIsChecked(t *testing.T) {
	p := begin(t, tactical, 3)
	play(t, &p, "1 tower a1.1 n", "1 tower c1.1 n")
	assert.False(t, view(&p).Connected)
	play(t, &p, "1 tower b1.1 n")
	assert.True(t, view(&p).Connected)
}

func TestT4_ATieGoesToTheHighestLevel(t *testing.T) {
	p := later(t, tactical, 3)
	for i := range p.players {
		p.players[i].bridges = 0
	}
	column(t, &p, 1, "k7", 1, 3)
	column(t, &p, 1, "l7", 1, 2)
	column(t, &p, 1, "m7", 1, 1)
	set(t, &p, "1 small k7.3", "2 small l7.2", "2 small m7.1")
	assert.Equal(t, engine.Seats(1), p.best())

	p.players[0].bridges = 3
	p.players[1].bridges = 3
	assert.Equal(t, engine.Seats(1), p.best(), "seat 3 has 0, too, but on no level")
	p.players[0].bridges = 4
	p.players[1].bridges = 4
	assert.Equal(t, engine.Seats(3), p.best())
}

func TestT4_AndIsSharedThen(t *testing.T) {
	p := later(t, tactical, 3)
	p.players[2].bridges = 7
	assert.Equal(t, engine.Seats(1, 2), p.best())
}

func TestT5_NoblesNeedRoom(t *testing.T) {
	p := later(t, tactical, 3)
	set(t, &p, "1 tower k7.1 n", "1 tower l7.1 n", "1 tower m7.1 n", "1 tower n7.1 n", "1 tower n7.2 n")
	me := p.player(2)
	*me = player{small: 6, large: 2}
	assert.Equal(t, 4, p.room(2), "a tower each")
	set(t, &p, "1 small k7.1", "3 large l7.1")
	assert.Equal(t, 3, p.room(2), "beside a small one, and on two empty towers")
	set(t, &p, "3 small k7.1")
	assert.Equal(t, 2, p.room(2), "two on a tower are enough of three players")
	me.towers = 1
	assert.Equal(t, 4, p.room(2), "a tower and a noble on it")
	me.bridges = 3
	assert.Equal(t, 4, p.room(2), "enough without looking at nobles")
}

func TestT5_LargeOnesGetTheEmptyTowers(t *testing.T) {
	p := later(t, tactical, 5)
	set(t, &p, "1 tower k7.1 n", "1 tower l7.1 n", "1 tower m7.1 n", "1 small k7.1", "3 small k7.1")
	*p.player(2) = player{small: 1, large: 2}
	assert.Equal(t, 3, p.room(2))
}

func TestT5_UnderAnArchIsNoRoom(t *testing.T) {
	p := later(t, tactical, 3)
	column(t, &p, 1, "k7", 1, 2)
	column(t, &p, 1, "m7", 1, 2)
	set(t, &p, "1 tower l7.1 n", "1 bridge k7-m7.3")
	*p.player(2) = player{small: 3}
	assert.Zero(t, p.room(2))
	refused(t, &p, "1 small l7.1", refusedHeadroom, "nobles", "cell", "l7.1")
}

// Who cannot place four pieces ends the game by being next.
func TestT5_TheGameEndsBeforeTheTurn(t *testing.T) {
	p := later(t, tactical, 3)
	*p.player(2) = player{towers: 2, small: 1, large: 1}
	play(t, &p, "1 tower k7.1 n", "1 tower k8.1 n", "1 tower k9.1 n", "1 tower k10.1 n")
	q := p
	play(t, &q, "1 done")
	assert.Equal(t, Placing, q.stage, "two towers and two nobles")
	p.players[1] = player{towers: 1, small: 1, large: 1}
	play(t, &p, "1 done")
	over(t, &p, 2) // without bridges left
}

func TestT6_EveryFirstTurnMakesTheAreaLarger(t *testing.T) {
	p := begin(t, tactical, 3)
	play(t, &p, "1 tower k7.1 n", "1 tower l7.1 n", "1 tower m7.1 n", "1 tower n7.1 n", "1 done")
	play(t, &p, "2 tower k7.2 n", "2 tower k7.3 n", "2 tower l7.2 n", "2 tower m7.2 n")
	refused(t, &p, "2 done", refusedNotGrown, "T-6")
	for _, m := range (Rules{}).Sound(&p, 2, nil) {
		q := p
		require.NoError(t, Rules{}.Apply(&q, m))
		assert.True(t, view(&q).Grown && view(&q).MayEnd, text(m))
	}
	q := p
	play(t, &q, "2 tower n7.2 n")
	refused(t, &q, "2 done", refusedNotGrown, "T-6")
	assert.Empty(t, Rules{}.Legal(&q, 2, nil), "a dead end: a step back is the way out")
	play(t, &p, "2 tower j7.1 n", "2 done")
}

// There is no rule of balance.
func TestT7_NothingTopples(t *testing.T) {
	p := later(t, tactical, 3)
	column(t, &p, 1, "k7", 1, MaxLevel)
	set(t, &p, "2 large k7.16")
	require.NoError(t, Rules{}.Apply(&p, engine.SkipMove(1)))
	assert.Len(t, view(&p).Zones[0].Towers, MaxLevel)
}

func TestT8_SwappingTwoOfAColourChangesNothing(t *testing.T) {
	p := later(t, tactical, 3)
	set(t, &p, "1 tower k7.1 n", "1 tower l7.1 n", "2 small k7.1", "2 small l7.1")
	play(t, &p, "1 tower m7.1 n", "1 tower n7.1 n", "1 tower o7.1 n", "1 tower p7.1 n")
	before := view(&p).Zones[0].Towers
	play(t, &p, "1 swap small k7.1:yellow l7.1:yellow")
	after := view(&p).Zones[0].Towers
	for i := range before {
		assert.Equal(t, before[i].Nobles, after[i].Nobles)
	}
	assert.Equal(t, Swapped, p.stage)
	refused(t, &p, "1 swap small k7.1:yellow l7.1:yellow", refusedOneSwap, "special move")
	refused(t, &p, "1 tower a1.1 n", refusedClosing, "special move")
	play(t, &p, "1 done")
}

func TestT8_TwoNoblesOnTwoTowers(t *testing.T) {
	p := later(t, tactical, 3)
	set(t, &p, "1 tower k7.1 n", "1 tower l7.1 n", "1 tower l7.2 n", "2 small k7.1", "1 small k7.1", "2 small l7.2", "3 small l7.2")
	play(t, &p, "1 tower m7.1 n", "1 tower n7.1 n", "1 tower o7.1 n", "1 tower p7.1 n")
	refused(t, &p, "1 swap small k7.1:yellow k7.1:blue", refusedSameTower, "T-8", "cell", "k7.1")
	refused(t, &p, "1 swap small l7.2:green k7.1:blue", refusedTowerOrder, "special move", "first", "k7.1", "second", "l7.2")
	assert.Equal(t, []string{
		"1 swap small k7.1:blue l7.2:green", "1 swap small k7.1:yellow l7.2:yellow",
	}, texts(&p, 1, verbSwap))
	play(t, &p, "1 swap small k7.1:blue l7.2:green")
	assert.Equal(t, []NobleView{{Yellow, Small}, {Green, Small}}, view(&p).Zones[0].Towers[0].Nobles)
	assert.Equal(t, []NobleView{{Blue, Small}, {Yellow, Small}}, view(&p).Zones[0].Towers[2].Nobles)
}

func TestT9_WhatFitsOnATower(t *testing.T) {
	p := begin(t, quick, 3)
	set(t, &p, "1 tower 1:k7.1 n", "1 tower 1:l7.1 n")
	play(t, &p, "1 small 1:k7.1", "1 small 1:k7.1", "2 small 1:k7.1", "2 large 1:k7.1")
	refused(t, &p, "1 small 1:k7.1", refusedTowerFull, "nobles", "cell", "1:k7.1", "most", "3")
	refused(t, &p, "1 large 1:k7.1", refusedLargeThere, "nobles", "cell", "1:k7.1")
	play(t, &p, "1 large 1:l7.1", "2 small 1:l7.1")
	refused(t, &p, "1 take 1:l7.1", refusedNoOwnSmall, "T-9", "cell", "1:l7.1")
	play(t, &p, "1 take 1:k7.1")
	assert.Equal(t, uint8(5), p.player(1).small)
	assert.Equal(t, []NobleView{{Blue, Small}, {Yellow, Large}, {Yellow, Small}}, view(&p).Zones[0].Towers[0].Nobles)
}

func TestT9_TheClock(t *testing.T) {
	p := begin(t, quickClock, 3)
	pace := Rules{}.Pace(&p)
	assert.True(t, pace.Live)
	assert.Equal(t, 300, pace.Clock)
	assert.Equal(t, "0 time", text(pace.TimeUp))
	play(t, &p, "1 tower 1:k7.1 n", "0 time")
	assert.Equal(t, 2, Rules{}.Pace(&p).Since)
	assert.Empty(t, view(&p).Zones[0].Towers)
	assert.True(t, view(&p).Rounds[0].TimeUp)
	assert.Equal(t, []engine.Seat{1}, view(&p).Rounds[0].Winners, "the fewest pieces left")

	without := begin(t, quick, 3)
	refused(t, &without, "0 time", refusedNoClock, "T-9")
	assert.Equal(t, engine.Pace{Live: true}, Rules{}.Pace(&without))
	turns := begin(t, engine.Options{"clock": "300"}, 3)
	refused(t, &turns, "0 time", refusedNoClock, "T-9")
	assert.Zero(t, Rules{}.Pace(&turns))
}

func TestT10_TheLastNobleEndsTheRound(t *testing.T) {
	p := begin(t, quick, 3)
	p.player(1).won = 1
	p.deal(1)
	set(t, &p, "2 tower 1:k7.1 n", "2 tower 1:l7.1 n", "2 tower 1:m7.1 n")
	play(t, &p, "1 small 1:k7.1", "1 small 1:k7.1", "1 small 1:k7.1", "1 small 1:l7.1", "1 small 1:l7.1", "1 small 1:l7.1")
	assert.Empty(t, view(&p).Rounds)
	play(t, &p, "1 large 1:m7.1") // the other one is aside
	v := view(&p)
	require.Len(t, v.Rounds, 1)
	assert.Equal(t, 27+6+1, v.Rounds[0].Left[0], "what is aside is left")
	assert.Equal(t, 7, Rules{}.Pace(&p).Since)
	assert.Empty(t, v.Zones[0].Towers)
	assert.Equal(t, PlayerView{
		Seat: 1, Colour: Blue, Towers: 27, Bridges: 6, Small: 6, Zones: [2]int{1, 3}, Left: 27 + 6 + 6 + 2, Won: 2, SetAside: 2,
	}, v.Players[0])
	refused(t, &p, "1 small 1:k7.1", refusedNoTower, "nobles", "cell", "1:k7.1")
}

func TestT11_FourInPartsWantAFifth(t *testing.T) {
	p := begin(t, tactical, 3)
	play(t, &p, "1 tower k7.1 n", "1 tower l7.1 n", "1 tower n7.1 n")
	refused(t, &p, "1 done", refusedFew, "tactical", "placed", "3", "needed", "4")
	play(t, &p, "1 tower o7.1 n")
	refused(t, &p, "1 done", refusedParts, "T-11", "placed", "4")
	for _, m := range (Rules{}).Sound(&p, 1, nil) {
		q := p
		require.NoError(t, Rules{}.Apply(&q, m))
		assert.True(t, view(&q).MayEnd, text(m))
	}
	assert.NotEmpty(t, Rules{}.Sound(&p, 1, nil))
	q := p
	play(t, &q, "1 tower a1.1 n")
	refused(t, &q, "1 done", refusedParts, "T-11", "placed", "5")
	refused(t, &q, "1 tower m7.1 n", refusedFive, "tactical")
	assert.Empty(t, Rules{}.Legal(&q, 1, nil))
	play(t, &p, "1 tower m7.1 n", "1 done")
}

func TestT12_NothingAboveLevel16(t *testing.T) {
	_, err := Game.ParseMove("1 tower k7.17 n")
	assert.Error(t, err)
	p := later(t, tactical, 3)
	column(t, &p, 1, "k7", 1, MaxLevel)
	for _, m := range (Rules{}).Legal(&p, 1, nil) {
		assert.NotContains(t, text(m), "k7.17")
	}
	play(t, &p, "1 large k7.16")
	assert.Equal(t, 16, view(&p).Players[0].Levels[15])
}

func TestT13_ZonesAfterAResignation(t *testing.T) {
	p := begin(t, quick, 4)
	play(t, &p, "1 tower 1:k7.1 n", "1 tower 4:k7.1 n", "2 resign")
	assert.Len(t, view(&p).Zones, 4, "the round goes on as laid out")
	assert.Equal(t, engine.Seats(1, 3, 4), Rules{}.Turn(&p))
	play(t, &p, "1 tower 1:k7.2 n", "1 stuck", "3 stuck", "4 stuck")
	v := view(&p)
	assert.Equal(t, []engine.Seat{1}, v.Rounds[0].Winners, "seat 2 has as few pieces left, but has gone")
	require.Len(t, v.Zones, 3)
	assert.Equal(t, [2]engine.Seat{1, 3}, v.Zones[0].Seats)
	assert.Equal(t, [2]int{1, 4}, v.Players[0].Zones)
	assert.Equal(t, [2]int{}, v.Players[1].Zones)
	assert.Equal(t, [2]int{1, 3}, v.Players[2].Zones)
	assert.Equal(t, [2]int{3, 4}, v.Players[3].Zones)
	refused(t, &p, "3 tower 2:k7.1 n", refusedOtherZone, "quick", "zone", "2", "zones", "1, 3")
	refused(t, &p, "2 stuck", engine.RefusedResigned, "", "seat", "#2")

	play(t, &p, "4 resign", "3 stuck", "1 stuck")
	v = view(&p)
	require.Len(t, v.Zones, 2, "two between two")
	assert.Equal(t, [2]engine.Seat{1, 3}, v.Zones[0].Seats)
	assert.Equal(t, [2]engine.Seat{3, 1}, v.Zones[1].Seats)
	assert.Equal(t, [2]int{1, 3}, v.Players[0].Zones)
	assert.Equal(t, [2]int{1, 3}, v.Players[2].Zones)
	play(t, &p, "1 resign")
	r := over(t, &p, 3)
	assert.Equal(t, engine.Seats(1, 2, 4), r.Resigned)
	assert.Len(t, r.Scores[2][0].Value, 2, "the third round is not scored")
}

func TestT13_StuckHoldsForTheRound(t *testing.T) {
	p := begin(t, quick, 3)
	play(t, &p, "2 stuck")
	refused(t, &p, "2 tower 1:k7.1 n", refusedSaidStuck, "T-13")
	refused(t, &p, "2 stuck", refusedSaidStuck, "T-13")
	refused(t, &p, "0 skip 2", engine.RefusedNoSkip, "T-15", "seat", "#2")
	play(t, &p, "1 resign", "3 stuck")
	assert.Equal(t, engine.Seats(2, 3), Rules{}.Turn(&p), "the next round")
}

func TestT14_TheFirstRound(t *testing.T) {
	p := begin(t, tactical, 3)
	play(t, &p, "1 tower k7.1 n", "1 tower k7.2 n")
	refused(t, &p, "1 tower k7.3 n", refusedLowFirst, "T-14", "cell", "k7.3", "most", "2")
	refused(t, &p, "1 small k7.2", refusedNoblesYet, "first round")
	play(t, &p, "1 tower l7.1 n", "1 tower m7.1 n", "1 done")
	play(t, &p, "2 tower k7.3 n", "2 tower k7.4 n")
	assert.NoError(t, Rules{}.Apply(&p, move(t, "3 resign")))
	refused(t, &p, "0 skip 2", engine.RefusedUnfinished, "T-15")
	play(t, &p, "2 tower k8.1 n", "2 tower k9.1 n", "2 done")
	assert.Equal(t, engine.Seat(1), p.turn.active)
	play(t, &p, "1 small k7.4")
}

func TestT14_ASkippedFirstTurnIsUsedUp(t *testing.T) {
	p := begin(t, tactical, 3)
	play(t, &p, "0 skip 1")
	assert.True(t, view(&p).FirstRound)
	play(t, &p, "2 tower k7.1 n", "2 tower k7.2 n", "2 tower k7.3 n", "2 tower k7.4 n", "2 done", "3 resign")
	assert.Equal(t, engine.Seat(1), p.turn.active)
	assert.False(t, view(&p).FirstRound)
	play(t, &p, "1 small k7.4")
}

func TestT15_LeavingInTheMiddleOfATurn(t *testing.T) {
	for _, line := range []string{"1 resign", "0 skip 1"} {
		p := later(t, tactical, 3)
		play(t, &p, "1 tower k7.1 n", "1 tower k8.1 n", "1 tower k9.1 n")
		refused(t, &p, line, engine.RefusedUnfinished, "T-15")
		parts := p
		play(t, &parts, "1 tower a1.1 n")
		refused(t, &parts, line, engine.RefusedUnfinished, "T-15")
		play(t, &p, "1 tower k10.1 n", line)
		assert.Len(t, view(&p).Zones[0].Towers, 4, "it could end")
		assert.Equal(t, engine.Seat(2), p.turn.active)
		play(t, &p, "0 skip 2")
		assert.Equal(t, engine.Seat(3), p.turn.active, "nothing was placed")
	}
}

func TestT15_AfterTheSpecialMove(t *testing.T) {
	p := later(t, tacticalExpert, 3)
	play(t, &p, "1 tower k7.1 n", "1 tower k8.1 n", "1 tower k9.1 n", "1 tower k10.1 n", "1 turn k9.1 w", "0 skip 1")
	assert.Equal(t, West, p.towers[2].facing)
	assert.Equal(t, engine.Seat(2), p.turn.active)
	play(t, &p, "3 resign", "2 resign")
	over(t, &p, 1)
}
