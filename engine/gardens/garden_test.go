package gardens

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func TestG7_SupportingStatueNoLongerCounts(t *testing.T) {
	b := building(t, `
		fresh SJ0 c3 r0 L1 | 1 statue c4
		fresh CR1 b4 r0 L2, CI4 g7 r0 L1 | has standing=0 // S at b5; S at g8
		1 statue g8 // aligned with nothing: a first one again
		1 statue b5 -> statue not aligned (B)`)
	v := b.view(1).Gardens[0]
	require.True(t, v.Decor[0].Supporting, "the decoration carries the tile")
	require.Equal(t, 1, v.Score.Statues)
}

func TestG7_StatueSupportsOneTileOnly(t *testing.T) {
	b := building(t, `
		fresh SJ0 c3 r0 L1 | 1 statue c4
		fresh CR1 b4 r0 L2 open=b5 // on the statue and two doubles
		hand CM1 40 0 | 1 place CM1 c4 r0 L3 open=d5 // c4 and c5 single; d4 double; d5 none`)
	kinds := map[string]SupportKind{}
	for _, s := range b.view(1).Gardens[0].Supports[4:] {
		kinds[s.Hole.String()+number(uint8(s.To))] = s.Kind
	}
	require.Equal(t, map[string]SupportKind{"b42": DoublePillar, "c42": StatueSupport, "c52": DoublePillar,
		"c43": SinglePillar, "c53": SinglePillar, "d43": DoublePillar}, kinds)
}

func TestAnyPillarOfFourMayBeLeftOut(t *testing.T) {
	b := building(t, "lay CJ1 c3 r0 L1 | hand CR1 9 9")
	var open []string
	for _, m := range (Rules{}).Legal(&b.p, 1, nil) {
		if strings.HasPrefix(string(Game.AppendMove(nil, m)), "1 place CR1 d3 r0 L2") {
			open = append(open, placementOf(m).open.String())
		}
	}
	require.ElementsMatch(t, []string{"-", "d3", "d4", "e3", "e4"}, open)
}

func TestFewestOpenHolesBreakATieOrTheVictoryIsShared(t *testing.T) {
	b := newGame(t, 4, nil)
	for _, c := range []struct {
		points            [4]int16
		open              [4]uint8
		resigned, winners engine.SeatSet
	}{
		{[4]int16{9, 10, 8}, [4]uint8{40, 50, 1}, 0, engine.Seats(2)},
		{[4]int16{10, 10, 10}, [4]uint8{40, 39, 41}, 0, engine.Seats(2)},
		{[4]int16{10, 9, 10, 10}, [4]uint8{40, 1, 40, 41}, 0, engine.Seats(1, 3)},
		{[4]int16{}, [4]uint8{64, 64, 64, 64}, 0, engine.Seats(1, 2, 3, 4)},
		{[4]int16{9, 10, 8}, [4]uint8{40, 50, 1}, engine.Seats(2), engine.Seats(1)},
	} {
		for i := range c.points {
			b.p.gardens[i].rating = rating{points: c.points[i], covered: numHoles - c.open[i]}
		}
		b.p.resigned = c.resigned
		b.p.finish()
		require.Equal(t, engine.Ending{Winners: c.winners, Resigned: c.resigned}, Rules{}.Ending(&b.p))
	}
}

func TestUntouchedGardensShareTheVictory(t *testing.T) {
	b := newGame(t, 3, nil)
	for b.p.stage != Over {
		b.do("0 skip " + (Rules{}).Turn(&b.p).Slice()[0].String())
	}
	require.Equal(t, engine.Seats(1, 2, 3), b.p.winners)
}

func TestGameHasOneRoundMoreThanRoundTiles(t *testing.T) {
	for seats, want := range map[int]uint8{2: 15, 3: 13, 4: 11} {
		b := newGame(t, seats, nil)
		rounds := uint8(0)
		for b.p.stage != Over {
			rounds = b.p.round
			b.do("0 skip " + (Rules{}).Turn(&b.p).Slice()[0].String())
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
		b.do("round "+c.effect.String(), "1 dig a1")
		require.Equal(t, c.singles, b.garden(1).singles, c.effect)
		require.Equal(t, c.doubles, b.garden(1).doubles, c.effect)
		b.do("1 end", "2 dig d4")
		require.Equal(t, c.other, b.garden(2).singles, c.effect)
		require.Equal(t, c.doubles, b.garden(2).doubles, c.effect)
	}
}

func TestFirstRoundHasNoEffect(t *testing.T) {
	b := newGame(t, 4, nil)
	b.p.effects[0] = Single
	require.Equal(t, NoEffect, b.p.effect())
	v := b.view(1)
	require.Empty(t, v.Past)
	require.Equal(t, 11, v.Rounds)

	b.p.effects[1] = Wild
	b.p.round = 3
	v = b.view(1)
	require.Equal(t, []Effect{NoEffect, Single}, v.Past)
	require.Equal(t, Wild, v.Effect)
	require.Equal(t, 5, v.Quarry[0].Yield, "the effect of round 2 is over")
}

func TestYieldsCountTheViewersFlower(t *testing.T) {
	b := newGame(t, 4, nil)
	at := cell(t, "b2") - 1 // a rose tile among clays
	for seat, yield := range []int{4, 4, 5, 4, 4} {
		require.Equal(t, yield, b.view(engine.Seat(seat)).Quarry[at].Yield)
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
	b.do("1 dig a1")
	b.do("fresh SJ0 c3 r0 L1 | hand CJ1 9 0")
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
	b.do("1 remove a1", "2 remove b1", "3 remove c1", "1 dig d4")
	b.p.effects[0] = Wild
	p, plans := foresees(3)
	require.True(t, plans, "seat 3 can plan")
	require.EqualValues(t, 1, p.round)
	b.do("1 end")
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

func TestG10_OwnGardenDoesNotAffectOthers(t *testing.T) {
	b := newGame(t, 4, engine.Options{"build": buildTogether})
	b.do("1 dig a1", "2 dig b1")
	before := b.p
	b.fresh("CJ1 a1 r0 L1")
	require.True(t, Rules{}.Unaffected(&before, &b.p, 1), "only garden 1 has changed")
	require.False(t, Rules{}.Unaffected(&before, &b.p, 2), "garden 1 has changed")
}
