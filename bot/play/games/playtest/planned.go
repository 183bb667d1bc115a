package playtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
)

// Turn returns a turn that a waiting seat can plan, drawn by chance, in the record's notation.
func Turn(t testing.TB, now *table.Table, seat engine.Seat, r engine.Rand) (lines []string) {
	t.Helper()
	now, err := now.Next(table.Foresee(seat, now.Start))
	require.NoError(t, err)
	for ended := engine.SeatSet(0); !ended.Has(seat); {
		m := now.State.Mind().Draw(seat, r)
		lines = append(lines, string(now.Game.AppendMove(nil, m)))
		ended = now.Ended(m)
		now, err = now.Next(table.Move(now.Game, m, now.Player(seat).User, now.Start))
		require.NoError(t, err)
	}
	return lines
}
