package gardens

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func TestRemovalsGoInTurn(t *testing.T) {
	b := newGame(t, 2, nil)
	b.refused(engine.RefusedTurn, "", "2 remove a1")
	b.play("1 remove a1", "2 remove b1", "1 remove c1", "2 remove d1", "1 remove a2")
	b.refused(refusedNotClay, "setup 5", "2 remove a1")
	b.play("2 remove b2", "1 dig a1")
	require.Equal(t, "GJ1", b.garden(1).dug.String())

	b = newGame(t, 3, nil)
	b.play("1 remove a1", "2 remove b1", "3 remove c1", "1 dig d4")

	b = newGame(t, 4, nil)
	b.refused(refusedNotRemoving, "setup 5", "1 remove a1")
}

func TestSeatsTakeTurnsOneAfterTheOther(t *testing.T) {
	b := newGame(t, 4, nil)
	b.play("1 dig a1")
	b.refused(engine.RefusedTurn, "", "2 dig a2", "2 end", "2 place SR0 a1 r0 L1")
	b.play("1 end")
	b.refused(engine.RefusedTurn, "", "1 dig a2", "3 dig a2")
	b.play("2 dig a2", "2 end", "3 dig a3", "3 end", "4 dig a4", "4 end", "1 dig b1")
	require.EqualValues(t, 2, b.p.round)
}

func TestGameHasOneRoundMoreThanRoundTiles(t *testing.T) {
	for seats, want := range map[int]uint8{2: 15, 3: 13, 4: 11} {
		b := newGame(t, seats, nil)
		rounds := uint8(0)
		for b.p.stage != Over {
			rounds = b.p.round
			b.play("0 skip " + (Rules{}).Turn(&b.p).Slice()[0].String())
		}
		require.Equal(t, want, rounds, "%d seats", seats)
	}
}

func TestRoundEffectChangesTheDig(t *testing.T) {
	for _, c := range []struct {
		effect                  Effect
		singles, doubles, other uint8
	}{
		{NoEffect, 5, 0, 4}, // at a1: two walls, two clays, the flower; at d4 for seat 2: no flower
		{Single, 6, 0, 5}, {Double, 5, 1, 4}, {Wild, 5, 0, 4}, {BlankSpot, 5, 0, 4}, {FlowerTwice, 6, 0, 4},
		{Minus, 4, 0, 3},
	} {
		b := newGame(t, 4, nil)
		b.round(c.effect)
		b.play("1 dig a1")
		require.Equal(t, c.singles, b.garden(1).singles, c.effect)
		require.Equal(t, c.doubles, b.garden(1).doubles, c.effect)
		b.play("1 end", "2 dig d4")
		require.Equal(t, c.other, b.garden(2).singles, c.effect)
		require.Equal(t, c.doubles, b.garden(2).doubles, c.effect)
	}
}

func TestMinusNeverGoesBelowZero(t *testing.T) {
	b := newGame(t, 4, nil)
	b.round(Minus)
	b.heights("b2:1")
	require.EqualValues(t, 0, b.p.yield(cell(t, "b2"), Rose), "the flower's pillar minus one")
	b.garden(1).singles = 2
	b.play("1 dig b2")
	require.EqualValues(t, 2, b.garden(1).singles, "stored pillars stay")
}

func TestFirstRoundHasNoEffect(t *testing.T) {
	b := newGame(t, 4, nil)
	b.p.effects[0] = Single
	require.Equal(t, NoEffect, b.p.effect())
	v := (Rules{}).View(&b.p, 1).(*View)
	require.Empty(t, v.Past)
	require.Equal(t, 11, v.Rounds)

	b.p.effects[1] = Wild
	b.p.round = 3
	v = (Rules{}).View(&b.p, 1).(*View)
	require.Equal(t, []Effect{NoEffect, Single}, v.Past)
	require.Equal(t, Wild, v.Effect)
	require.Equal(t, 5, v.Quarry[0].Yield, "the effect of round 2 is over")
}

func TestYieldsCountTheViewersFlower(t *testing.T) {
	b := newGame(t, 4, nil)
	at := cell(t, "b2") - 1 // a rose tile among clays
	for seat, yield := range []int{4, 4, 5, 4, 4} {
		require.Equal(t, yield, (Rules{}).View(&b.p, engine.Seat(seat)).(*View).Quarry[at].Yield)
	}
}

func TestDescribeRanksTheBetterMoveHigher(t *testing.T) {
	b := newGame(t, 4, nil)
	rank := func(line string) int {
		m, err := Game.ParseMove(line)
		require.NoError(t, err)
		return Rules{}.Describe(&b.p, m).Rank
	}
	b.heights("b2:1")
	require.Greater(t, rank("1 dig a1"), rank("1 dig b2"))
	b.play("1 dig a1")
	b.fresh(1, "SJ0 c3 r0 L1")
	b.hand(1, "CJ1", 9, 0)
	require.Greater(t, rank("1 end keep=CJ1"), rank("1 end"))
	require.Greater(t, rank("1 place CJ1 f1 r0 L2"), rank("1 place CJ1 f1 r0 L1"),
		"the higher placement raises the highest point")
}

func TestForeseenTurnKnowsNoNextRound(t *testing.T) {
	b := newGame(t, 3, engine.Options{"overlap": overlapAdjacent})
	foresees := func(seat engine.Seat) (*Position, bool) {
		p := b.p
		return &p, Rules{}.Foresee(&p, seat) && (Rules{}).Turn(&p) == engine.Seats(seat)
	}
	_, plans := foresees(2)
	require.False(t, plans, "while tiles are removed")
	b.play("1 remove a1", "2 remove b1", "3 remove c1", "1 dig d4")
	b.p.effects[0] = Wild
	p, plans := foresees(3)
	require.True(t, plans, "seat 3 can plan")
	require.EqualValues(t, 1, p.round)
	b.play("1 end")
	p, plans = foresees(1)
	require.True(t, plans, "seat 1 can plan")
	require.EqualValues(t, 2, p.round)
	require.Equal(t, NoEffect, p.effect())

	b.p.round = b.p.rounds + 1
	_, plans = foresees(1)
	require.False(t, plans, "after its last turn")
	p, plans = foresees(3)
	require.True(t, plans, "seat 3 can plan")
	require.Equal(t, b.p.effects, p.effects)
	b.p.together = true
	_, plans = foresees(3)
	require.False(t, plans, "all build at once")
}
