package babel_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/table"
)

// TestActionsCanBeUndoneUnlessTheOpponentDiscardedSince also checks that no action can be undone
// after the turn.
func TestActionsCanBeUndoneUnlessTheOpponentDiscardedSince(t *testing.T) {
	played, err := table.Open(babel.Game,
		table.OpenLobby(babel.Game.Info(), table.Player{User: 1, Name: "Ana"}, nil, 0, 1))
	require.NoError(t, err)
	do := func(e table.Event) string {
		t.Helper()
		next, err := played.Next(e)
		var refused *engine.RuleError
		if errors.As(err, &refused) {
			return refused.Code
		}
		require.NoError(t, err)
		played = next
		return ""
	}
	require.Empty(t, do(table.Join(table.Player{User: 2, Name: "Bo"}, 1)))
	start := played.Deal(1, 2, zeroes{})
	start.Setup = json.RawMessage(`{
		"people": "AAAAHMMMMMPSSAAAAAAAAHHHHHHHHHHHMMMMMMMPPPPPPPPPPPSSSSSSSSSS",
		"quarry": [1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,5,5,5,5,5,5,6,6,6,6,6]}`)
	require.Empty(t, do(start))
	play := func(lines ...string) {
		t.Helper()
		for _, line := range lines {
			require.Empty(t, do(table.MoveText(line, 1, 3)), line)
		}
	}
	undo := func(seat engine.Seat) string { return do(table.Undo(seat, 1, 4)) }

	play("1 draw")
	require.Equal(t, table.RefusedUndoFinal, undo(1))
	play("1 travel H", "1 settle A", "1 settle A", "1 settle A", "1 halve A")
	require.Equal(t, engine.Seats(1, 2), played.Turn())
	require.Empty(t, undo(1))
	require.Equal(t, engine.Seats(1), played.Turn())
	play("1 halve A", "1 build own", "2 discard M,M")
	require.Equal(t, table.RefusedUndoFinal, undo(2))
	require.Equal(t, table.RefusedUndoOthers, undo(1), "an action before the discard cannot be undone")
	play("1 settle A")
	require.Empty(t, undo(1), "an action after the discard can be undone")
	play("1 travel A", "1 travel P", "1 travel S", "1 end")
	require.Equal(t, table.RefusedUndoFinal, undo(1))
	play("2 draw", "2 travel M")
	require.Empty(t, undo(2))
}

// zeroes is a source of chance that always returns 0.
type zeroes struct{}

func (zeroes) IntN(int) int { return 0 }
