package gardens

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func TestPlacementOfReadsAPlaceMove(t *testing.T) {
	m, err := Game.ParseMove("2 place GR2 c3 r1 L2 open=d4")
	require.NoError(t, err)
	got, ok := PlacementOf(m)
	require.True(t, ok, "it is a placement")
	require.Equal(t, PlacedTile{Tile: 22, At: At(2, 2), Rot: 1, Level: 2, Open: At(3, 3)}, got)
	m.Verb = verbDig
	got, ok = PlacementOf(m)
	require.False(t, ok, "it is none")
	require.Zero(t, got)
}

// The picture of the quarry and the menu of digs tell the same pillars, in every round.
func TestYieldsAndDescribeTellThePillarsOfADig(t *testing.T) {
	for effect := NoEffect; effect <= Minus; effect++ {
		for c := Cell(1); c <= quarryCells; c++ {
			b := newGame(t, 4, nil)
			b.do("round "+effect.String(), "heights a1:1 b2:2 c3:1")
			dig := engine.Move{Seat: 1, Verb: verbDig, Args: [engine.ArgSlots]uint32{uint32(c)}}
			cell, facts := Rules{}.View(&b.p, 1).(*View).Quarry[c-1], Rules{}.Describe(&b.p, dig).Facts
			require.NoError(t, Rules{}.Apply(&b.p, dig))
			got := map[string]string{"pillars": number(b.garden(1).singles), "doubles": number(b.garden(1).doubles)}
			require.Subset(t, facts, got, "%s at %s", effect, c)
			require.Equal(t, []int{int(b.garden(1).singles), int(b.garden(1).doubles)}, []int{cell.Yield, cell.Doubles})
		}
	}
}

func TestDecorationOfReadsMovesThatDecorate(t *testing.T) {
	g := &GardenView{}
	g.Heights[At(2, 2)-1], g.Heights[At(3, 2)-1] = 2, 1
	for text, want := range map[string]Decoration{
		"1 statue c3":      {Kind: Statue, A: At(2, 2), Level: 2},
		"1 fountain a4 a5": {Kind: Fountain, A: At(0, 3), B: At(0, 4)},
		"1 bridge c3 a3":   {Kind: Bridge, A: At(0, 2), B: At(2, 2)},
		"1 stairs c3 d3":   {Kind: Stairs, A: At(2, 2), B: At(3, 2), Level: 1, LowAtB: true},
		"1 stairs c3 c2":   {Kind: Stairs, A: At(2, 1), B: At(2, 2)},
	} {
		m, err := Game.ParseMove(text)
		require.NoError(t, err)
		got, ok := DecorationOf(m, g)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, m := range []engine.Move{
		{Seat: 1, Verb: verbEnd}, {Seat: 1, Verb: verbStatue}, {Seat: 1, Verb: verbBridge, Args: [6]uint32{5, 5}},
	} {
		got, ok := DecorationOf(m, g)
		require.False(t, ok, "%v", m)
		require.Zero(t, got)
	}
}

func TestIconsAreNamedAfterWhatTheyShow(t *testing.T) {
	assert.Len(t, info.Icons, 20)
	assert.Equal(t, "clay_jasmine", info.IconName(TileIcon(Clay, Jasmine)))
	assert.Equal(t, "granite_rose", info.IconName(TileIcon(Granite, Rose)))
	assert.Equal(t, "start_marigold", info.IconName(startTile(Marigold).icon()))
	assert.Equal(t, "statue", info.IconName(DecorIcon(Statue)))
	assert.Equal(t, "stairs", info.IconName(info.VerbInfo(verbStairs).Icon))
	assert.Empty(t, info.IconName(Tile(0).icon()))
}
