package towers_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/engine/towers"
)

// tablePlay is a table of three players.
type tablePlay struct {
	*testing.T
	table *table.Table
}

func open(t *testing.T, opts engine.Options) *tablePlay {
	opened, err := table.Open(towers.Game,
		table.OpenLobby(towers.Game.Info(), table.Player{User: 1, Name: "Ana"}, opts, 0, 1))
	require.NoError(t, err)
	p := &tablePlay{t, opened}
	require.Empty(t, p.do(table.Join(table.Player{User: 2, Name: "Bo"}, 1)))
	require.Empty(t, p.do(table.Join(table.Player{User: 3, Name: "Cy"}, 1)))
	require.Empty(t, p.do(p.table.Deal(1, 2, zeroes{})))
	return p
}

// do applies an event and returns the code with which it is refused, "" if it is not.
func (p *tablePlay) do(e table.Event) string {
	next, err := p.table.Next(e)
	var refused *engine.RuleError
	if errors.As(err, &refused) {
		return refused.Code
	}
	require.NoError(p, err)
	p.table = next
	return ""
}

func (p *tablePlay) play(lines ...string) {
	for _, line := range lines {
		require.Empty(p, p.do(table.MoveText(line, 1, 3)), line)
	}
}

func (p *tablePlay) undo(seat engine.Seat) string {
	return p.do(table.Undo(seat, 1, 4))
}

// TestMovesCanBeUndoneWhileTheTurnLasts plays a tactical game.
func TestMovesCanBeUndoneWhileTheTurnLasts(t *testing.T) {
	p := open(t, nil)
	p.play("1 tower k7.1 n", "1 tower a1.1 n")
	require.Empty(t, p.undo(1))
	p.play("1 tower l7.1 n", "3 resign")
	require.Empty(t, p.undo(1), "a resignation of another seat does not prevent an undo")
	p.play("1 tower l7.1 n", "1 tower m7.1 n", "1 tower n7.1 n", "1 done")
	require.Equal(t, table.RefusedUndoFinal, p.undo(1))
	p.play("2 tower k8.1 n")
	require.Equal(t, table.RefusedUndoFinal, p.undo(1))
}

// TestT15_LeavingUndoesMovesOfATurnThatCouldNotEnd skips and resigns seats.
func TestT15_LeavingUndoesMovesOfATurnThatCouldNotEnd(t *testing.T) {
	for _, m := range []engine.Move{engine.SkipMove(1), engine.ResignMove(1)} {
		p := open(t, nil)
		p.play("1 tower k7.1 n", "1 tower l7.1 n", "1 tower a1.1 n")
		events, err := p.table.EndTurn(1, m, 1, 9)
		require.NoError(t, err)
		require.Len(t, events, 4)
		for _, e := range events {
			require.Empty(t, p.do(e))
		}
		require.Len(t, p.table.Moves, 1)
		require.Equal(t, engine.Seats(2), p.table.Turn())
	}
	p := open(t, nil)
	p.play("1 tower k7.1 n", "1 tower l7.1 n", "1 tower m7.1 n", "1 tower n7.1 n", "1 tower a1.1 n")
	events, err := p.table.EndTurn(1, engine.SkipMove(1), 1, 9)
	require.NoError(t, err)
	require.Len(t, events, 2, "only the piece that is not connected is taken back")
}

// zeroes is a source of chance that always returns 0.
type zeroes struct{}

func (zeroes) IntN(int) int { return 0 }
