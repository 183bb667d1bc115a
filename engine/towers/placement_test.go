package towers

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func TestPlacementOfReadsAPlacement(t *testing.T) {
	at := Cell{Col: 10, Row: 6, Level: 3}
	for text, want := range map[string]PlacementView{
		"2 tower k7.3 w":    {At: at, Facing: West},
		"2 bridge k7-m7.3":  {At: at},
		"2 bridge k7-k9.3":  {At: at, North: true},
		"2 small k7.3":      {At: at, Noble: NobleView{Yellow, Small}},
		"2 large 5:z26.16":  {At: Cell{Zone: 5, Col: 25, Row: 25, Level: 16}, Noble: NobleView{Yellow, Large}},
		"2 tower 2:a1.1 n":  {At: Cell{Zone: 2, Level: 1}, Facing: North},
		"2 bridge x1-z1.16": {At: Cell{Col: 23, Level: 16}},
	} {
		m := move(t, text)
		got, ok := PlacementOf(m)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
}

func TestBridgePlacementHasThreeCells(t *testing.T) {
	bridge := PlacementView{At: Cell{Col: 1, Row: 1, Level: 2}, North: true}
	require.True(t, bridge.IsBridge(), "it is a bridge")
	require.Len(t, bridge.Cells(), span)
	tower := PlacementView{At: bridge.At, Facing: South}
	require.False(t, tower.IsBridge(), "a tower is no bridge")
	require.Equal(t, []Cell{tower.At}, tower.Cells())
}

func TestPlacementOfRefusesOtherAndInvalidMoves(t *testing.T) {
	offTable := Bridge{From: Cell{Col: Side - 2, Level: 1}}.value()
	for _, m := range []engine.Move{
		move(t, "1 swap small k7.3:red k8.3:blue"), {Seat: 1, Verb: verbTower}, {Seat: 6, Verb: verbSmall, Args: [6]uint32{1}},
		{Seat: 1, Verb: verbBridge, Args: [6]uint32{offTable}}, {Seat: 1, Verb: verbLarge, Args: [6]uint32{numbers + 1}},
	} {
		got, ok := PlacementOf(m)
		require.False(t, ok, "%v", m)
		require.Zero(t, got)
	}
}

func TestIconsAreNamedAfterWhatTheyShow(t *testing.T) {
	assert.Len(t, info.Icons, 15)
	assert.Equal(t, "take_noble", info.IconName(TakeIcon))
	assert.Equal(t, "small_blue", info.IconName(NobleIcon(Small, Blue)))
	assert.Equal(t, "large_white", info.IconName(NobleIcon(Large, White)))
}

func TestSwapOfReturnsTheNoblesAfterTheSwap(t *testing.T) {
	m := move(t, "1 swap small k7.3:red l8.2:blue")
	first, second, ok := SwapOf(m)
	require.True(t, ok, "it is a swap")
	require.Equal(t, PlacementView{At: Cell{Col: 10, Row: 6, Level: 3}, Noble: NobleView{Blue, Small}}, first)
	require.Equal(t, PlacementView{At: Cell{Col: 11, Row: 7, Level: 2}, Noble: NobleView{Red, Small}}, second)
	_, _, ok = SwapOf(engine.Move{Seat: 1, Verb: verbSwap})
	require.False(t, ok, "it swaps nothing")
}
