package towers

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// Tests of the rulings on tactical: T-4 to T-6, T-8, T-11, T-14 and T-15.

func TestT4_TieGoesToTheHighestLevel(t *testing.T) {
	p := later(t, tactical, 3)
	for i := range p.players {
		p.players[i].bridges = 0
	}
	column(t, &p, 1, "k7", 1, 3)
	column(t, &p, 1, "l7", 1, 2)
	column(t, &p, 1, "m7", 1, 1)
	column(t, &p, 1, "n7", 1, 4)
	set(t, &p, "1 small k7.3", "2 small l7.2", "2 small m7.1", "2 small n7.4", "3 small n7.4")
	assert.Equal(t, engine.Seats(1), p.best(), "seat 2 gets nothing on level 4, where it is tied")

	p.players[0].bridges = 3
	p.players[1].bridges = 3
	assert.Equal(t, engine.Seats(1), p.best(), "seat 3 also has 0 points, but scores no level")
	p.players[0].bridges = 4
	p.players[1].bridges = 4
	assert.Equal(t, engine.Seats(3), p.best())
}

func TestT4_VictoryIsSharedWithoutAHighestLevel(t *testing.T) {
	p := later(t, tactical, 3)
	p.players[2].bridges = 7
	assert.Equal(t, engine.Seats(1, 2), p.best())
}

func TestT5_RoomCountsTheTowersThatNoblesCanShare(t *testing.T) {
	p := later(t, tactical, 3)
	set(t, &p, "1 tower k7.1 n", "1 tower l7.1 n", "1 tower m7.1 n", "1 tower n7.1 n", "1 tower n7.2 n")
	me := p.player(2)
	*me = player{small: 6, large: 2}
	assert.Equal(t, 4, room(&p, 2), "each noble on its own tower")
	set(t, &p, "1 small k7.1", "3 large l7.1")
	assert.Equal(t, 3, room(&p, 2), "beside a small noble, and on two empty towers")
	set(t, &p, "3 small k7.1")
	assert.Equal(t, 2, room(&p, 2), "with three players a tower takes two")
	me.towers = 1
	assert.Equal(t, 4, room(&p, 2), "a tower and a noble on it")
	me.bridges = 3
	assert.Equal(t, 4, room(&p, 2), "enough without looking at nobles")
}

func TestT5_LargeNoblesGetTheEmptyTowers(t *testing.T) {
	p := later(t, tactical, 5)
	set(t, &p, "1 tower k7.1 n", "1 tower l7.1 n", "1 tower m7.1 n", "1 small k7.1", "3 small k7.1")
	*p.player(2) = player{small: 1, large: 2}
	assert.Equal(t, 3, room(&p, 2))
}

func TestT5_TowerUnderAnArchHasNoRoom(t *testing.T) {
	p := later(t, tactical, 3)
	column(t, &p, 1, "k7", 1, 2)
	column(t, &p, 1, "m7", 1, 2)
	set(t, &p, "1 tower l7.1 n", "1 bridge k7-m7.3")
	*p.player(2) = player{small: 3}
	assert.Zero(t, room(&p, 2))
	refused(t, &p, "1 small l7.1", refusedHeadroom, "nobles", "cell", "l7.1")
}

// TestT5_GameEndsBeforeATurnWithoutRoom checks that the game ends when the next seat cannot place
// four pieces.
func TestT5_GameEndsBeforeATurnWithoutRoom(t *testing.T) {
	p := later(t, tactical, 3)
	*p.player(2) = player{towers: 2, small: 1, large: 1}
	play(t, &p, "1 tower k7.1 n", "1 tower k8.1 n", "1 tower k9.1 n", "1 tower k10.1 n")
	q := p
	play(t, &q, "1 done")
	assert.Equal(t, Placing, q.stage, "seat 2 can place two towers and two nobles")
	p.players[1] = player{towers: 1, small: 1, large: 1}
	play(t, &p, "1 done")
	over(t, &p, 2) // seat 2 has no bridges left
}

func TestT6_EveryFirstTurnMustMakeTheAreaLarger(t *testing.T) {
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
	assert.Empty(t, Rules{}.Legal(&q, 2, nil), "a dead end: seat 2 must undo a move")
	play(t, &p, "2 tower j7.1 n", "2 done")

	p = begin(t, tactical, 3)
	play(t, &p, "1 tower k7.1 n", "1 tower k8.1 n", "1 tower l8.1 n", "1 tower m8.1 n", "1 tower m7.1 n", "1 done")
	play(t, &p, "2 bridge k7-m7.2", "2 tower k8.2 n", "2 tower l8.2 n", "2 tower m8.2 n", "2 done") // the arch covers l7
}

func TestT8_SwapOfOneColourChangesNothing(t *testing.T) {
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

func TestT8_SwapNeedsTwoTowers(t *testing.T) {
	p := later(t, tactical, 3)
	set(t, &p, "1 tower k7.1 n", "1 tower l7.1 n", "1 tower l7.2 n", "2 small k7.1", "1 small k7.1", "2 small l7.2",
		"3 small l7.2")
	play(t, &p, "1 tower m7.1 n", "1 tower n7.1 n", "1 tower o7.1 n", "1 tower p7.1 n")
	refused(t, &p, "1 swap small k7.1:yellow k7.1:blue", refusedSameTower, "T-8", "cell", "k7.1")
	refused(t, &p, "1 swap small l7.2:green k7.1:blue", refusedTowerOrder, "special move", "first", "k7.1", "second",
		"l7.2")
	assert.Equal(t, []string{
		"1 swap small k7.1:blue l7.2:green", "1 swap small k7.1:yellow l7.2:yellow",
	}, texts(&p, 1, verbSwap))
	play(t, &p, "1 swap small k7.1:blue l7.2:green")
	assert.Equal(t, []NobleView{{Yellow, Small}, {Green, Small}}, view(&p).Zones[0].Towers[0].Nobles)
	assert.Equal(t, []NobleView{{Blue, Small}, {Yellow, Small}}, view(&p).Zones[0].Towers[2].Nobles)
}

func TestExpertTurnsATowerInTheFirstRoundAndAfterASwap(t *testing.T) {
	first, p := begin(t, tacticalExpert, 3), withNobles(t, tacticalExpert)
	noble := p
	play(t, &noble, "1 small p7.2", "1 tower q7.1 n", "1 tower r7.1 n", "1 tower s7.1 n")
	refused(t, &noble, "1 turn k7.1 e", refusedNoblePlaced, "special move")
	play(t, &first, "1 tower k7.1 n", "1 tower l7.1 n", "1 tower m7.1 n", "1 tower n7.1 n", "1 turn k7.1 e", "1 done")
	play(t, &p, "1 tower q7.1 n", "1 tower r7.1 n", "1 tower s7.1 n", "1 tower t7.1 n",
		"1 swap small k7.1:blue o7.1:yellow", "1 turn k7.1 w", "1 done")
}

func TestT11_FourPiecesInPartsNeedAFifth(t *testing.T) {
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

func TestT14_LevelLimitIsSeat1sAlone(t *testing.T) {
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

func TestT14_SkippedSeatDoesNotGrowTheArea(t *testing.T) {
	p := begin(t, tactical, 3)
	play(t, &p, "0 skip 1")
	assert.True(t, view(&p).FirstRound, "the first round goes on")
	play(t, &p, "2 tower k7.1 n", "2 tower k7.2 n", "2 tower k7.3 n", "2 tower k7.4 n", "2 done", "3 resign")
	assert.Equal(t, engine.Seat(1), p.turn.active)
	assert.False(t, view(&p).FirstRound, "the first round is over")
	play(t, &p, "1 small k7.4")
}

func TestT15_TurnStaysIfItCouldEnd(t *testing.T) {
	for _, line := range []string{"1 resign", "0 skip 1"} {
		p := later(t, tactical, 3)
		play(t, &p, "1 tower k7.1 n", "1 tower k8.1 n", "1 tower k9.1 n")
		refused(t, &p, line, engine.RefusedUnfinished, "T-15")
		parts := p
		play(t, &parts, "1 tower a1.1 n")
		refused(t, &parts, line, engine.RefusedUnfinished, "T-15")
		play(t, &p, "1 tower k10.1 n", line)
		assert.Len(t, view(&p).Zones[0].Towers, 4, "the turn could end, so it stays")
		assert.Equal(t, engine.Seat(2), p.turn.active)
		play(t, &p, "0 skip 2")
		assert.Equal(t, engine.Seat(3), p.turn.active, "a turn without pieces is skipped")
	}
}

func TestT15_SpecialMoveStaysAfterASkip(t *testing.T) {
	p := later(t, tacticalExpert, 3)
	play(t, &p, "1 tower k7.1 n", "1 tower k8.1 n", "1 tower k9.1 n", "1 tower k10.1 n", "1 turn k9.1 w", "0 skip 1")
	assert.Equal(t, West, p.towers[2].facing)
	assert.Equal(t, engine.Seat(2), p.turn.active)
	play(t, &p, "3 resign", "2 resign")
	over(t, &p, 1)
}
