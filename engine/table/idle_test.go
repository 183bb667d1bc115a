package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
)

func TestIdleLobbyAsksItsHostAndEnds(t *testing.T) {
	const day = 24 * 3600 * 1000
	l := open(t, nil)
	due := func(kind table.DemandKind, at int64) {
		t.Helper()
		seat := l.table.Demands(table.Always)[0].Seat
		require.Equal(t, ana, l.table.Player(seat).User)
		require.Equal(t, []table.Demand{{Kind: kind, At: at, Seat: seat}}, l.table.Demands(table.Always))
	}
	due(table.LobbyIdle, 1+day)
	l.do(table.Join(table.Player{User: bo, Name: "Bo"}, 1000))
	due(table.LobbyIdle, 1000+day)
	late := l.table.Demands(func(user table.UserID, at int64) int64 { return at + int64(user)*7 })
	require.EqualValues(t, 1007+day, late[0].At, "the host's quiet hours delay it")
	l.do(table.AskHost(1000 + day))
	due(table.LobbyOver, 1000+2*day)
	_, err := l.table.Next(table.AskHost(2000 + day))
	require.Error(t, err, "the host is asked once")
	l.do(table.KeepOpen(ana, 3000+day))
	due(table.LobbyIdle, 3000+8*day)
	l.do(table.Leave(bo, 4000+day))
	due(table.LobbyIdle, 4000+2*day)
	l.do(table.AskHost(4000 + 2*day))
	l.do(table.CloseLobby(ana, 4000+3*day))
	require.Equal(t, table.Abandoned, l.table.Status)
	require.True(t, l.table.Idle, "nobody has played")
	require.False(t, l.table.Lost, "nothing was lost")
}
