package table_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/gardens"
	"amytis/engine/table"
)

// TestMarksTellForgottenVersionsFromThoseThatTookTheirPlace holds their values too: messages have
// them.
func TestMarksTellForgottenVersionsFromThoseThatTookTheirPlace(t *testing.T) {
	l := open(t, nil)
	l.do(table.Event{Kind: table.Joined, By: bo, Name: "Bo"})
	kept := l.table
	marks := []uint32{kept.MarkAt(0), kept.MarkAt(1), kept.MarkAt(2), kept.MarkAt(3)}
	require.Equal(t, []uint32{0, 0xc01e96, 0x48dd58, 0}, marks)

	next := func(e table.Event) *table.Table {
		after, err := kept.Next(e)
		require.NoError(t, err)
		return after
	}
	lost := next(table.Event{Kind: table.Joined, By: cleo, Name: "Cleo", At: 1_700_000_000_000})
	again := next(table.Event{Kind: table.Joined, By: cleo, Name: "Cleo", At: 1_700_000_000_001})
	left := next(table.Event{Kind: table.Left, By: bo, At: 1_700_000_000_000})
	require.Equal(t, kept.MarkAt(2), lost.MarkAt(2))
	require.Zero(t, kept.MarkAt(3), "tables never change")
	require.NotEqual(t, lost.MarkAt(3), again.MarkAt(3))
	require.NotEqual(t, lost.MarkAt(3), left.MarkAt(3))

	erased := slices.Clone(l.events)
	erased[1].By, erased[1].Name = dan, "a player"
	loaded, err := table.Load(games, erased)
	require.NoError(t, err)
	require.Equal(t, kept.MarkAt(2), loaded.MarkAt(2), "an erased name keeps the controls")
}

// TestMarksTellNothingOfMoves has hidden cards in mind: everybody can read the marks of controls.
func TestMarksTellNothingOfMoves(t *testing.T) {
	l := startTimed(t, gardens.Game, nil, "Bo")
	var marks []uint32
	for _, m := range l.table.State.Legal(l.table.Turn().Slice()[0], nil) {
		after, err := l.table.Next(table.Move(l.table.Game, m, l.table.Player(m.Seat).User, 1_700_000_000_000))
		require.NoError(t, err)
		marks = append(marks, after.MarkAt(after.Version))
	}
	require.Greater(t, len(marks), 1)
	require.Len(t, slices.Compact(marks), 1)
}
