package gardens

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// Tests of the rulings on the order of play: G-10 and G-15.

func TestG10_NextSeatDigsWhileOthersBuild(t *testing.T) {
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

func TestG10_OwnGardenDoesNotAffectOthers(t *testing.T) {
	b := newGame(t, 4, engine.Options{"build": buildTogether})
	b.play("1 dig a1", "2 dig b1")
	before := b.p
	b.fresh(1, "CJ1 a1 r0 L1")
	require.True(t, Rules{}.Unaffected(&before, &b.p, 1), "only garden 1 has changed")
	require.False(t, Rules{}.Unaffected(&before, &b.p, 2), "garden 1 has changed")
}

func TestG15_SkipForgoesARemovalOrDigAndEndsATurn(t *testing.T) {
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
	require.Zero(t, b.garden(2).dug, "a skipped seat keeps no dug tile, as after end")
	require.Equal(t, "SR0", b.garden(2).notch.String())
	require.EqualValues(t, 2, b.p.round)
	b.refused(engine.RefusedSeat, "", "0 skip 3")
}

func TestG15_SkipsEndTheRoundWhenAllBuildTogether(t *testing.T) {
	b := newGame(t, 4, engine.Options{"build": buildTogether})
	b.play("1 dig a1", "0 skip 2", "0 skip 1", "3 dig b1")
	require.Equal(t, engine.Seats(3, 4), Rules{}.Turn(&b.p))
	b.play("0 skip 3", "0 skip 4")
	require.EqualValues(t, 2, b.p.round)
	require.Equal(t, engine.Seats(1), Rules{}.Turn(&b.p))
}

func TestG15_ResigningEndsTheTurnFirst(t *testing.T) {
	b := newGame(t, 4, nil)
	b.play("1 dig a1")
	b.hand(1, "CJ1", 9, 2)
	b.play("1 place SJ0 c3 r0 L1", "1 resign")
	g := b.garden(1)
	require.EqualValues(t, 5, g.singles, "the stored pillars stay")
	require.Zero(t, g.doubles)
	require.Zero(t, g.dug)
	require.EqualValues(t, 1, g.numTiles, "the seat's pieces stay")
	require.Equal(t, engine.Seats(2), Rules{}.Turn(&b.p))
	b.refused(engine.RefusedResigned, "", "1 resign", "1 dig a2")
}

func TestG15_ResigningForgoesTheRemovals(t *testing.T) {
	b := newGame(t, 3, nil)
	b.play("1 remove a1", "2 resign")
	require.Equal(t, engine.Seats(3), Rules{}.Turn(&b.p))
	b.play("3 remove a2")
	require.Equal(t, Playing, b.p.stage)
	b.play("3 resign")
	r, over := Rules{}.Result(&b.p)
	require.True(t, over, "the game is over")
	require.Equal(t, []engine.Seat{1}, r.Winners)
	require.Equal(t, engine.Seats(2, 3), r.Resigned)
	b.refused(engine.RefusedOver, "", "1 resign", "0 skip 1", "1 dig a1")
}

func TestG15_RoundGoesOnWhenASeatResigns(t *testing.T) {
	b := newGame(t, 3, engine.Options{"build": buildTogether})
	b.play("1 remove a4", "2 remove b4", "3 remove c4", "1 dig a1", "2 dig b1", "3 resign")
	require.Equal(t, engine.Seats(1, 2), Rules{}.Turn(&b.p))
	b.play("2 end", "1 end")
	require.EqualValues(t, 2, b.p.round)
	b.play("1 dig a1", "1 end", "2 dig a2", "2 end")
	require.EqualValues(t, 3, b.p.round)
}

func TestG15_RoundEndsWhenTheLastSeatToDigResigns(t *testing.T) {
	b := newGame(t, 4, nil)
	b.play("1 dig a1", "1 end", "2 dig a2", "2 end", "3 dig a3", "3 end", "4 resign")
	require.EqualValues(t, 2, b.p.round)
	require.Equal(t, engine.Seats(1), Rules{}.Turn(&b.p))
}
