package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
)

func TestAnonymousEventsNameTheFormerPlayer(t *testing.T) {
	ana, bo := table.Player{User: 11, Name: "Ana"}, table.Player{User: 12, Name: "Bo"}
	former := table.Player{User: table.FormerID(3), Name: "former player"}
	require.True(t, former.IsFormer(), "it is a former player")
	require.False(t, former.IsComputer(), "it is no computer")
	in := &engine.Info{ID: "x"}
	for _, c := range []struct{ is, want table.Event }{
		{table.OpenLobby(in, ana, nil, 0, 1), table.OpenLobby(in, former, nil, 0, 1)},
		{table.Join(ana, 1), table.Join(former, 1)},
		{table.Join(bo, 1), table.Join(bo, 1)},
		{table.AddComputer(table.Player{User: 9, Name: "Ana"}, 11, 1),
			table.AddComputer(table.Player{User: 9, Name: "Ana"}, former.User, 1)},
		{table.TakeOut(11, 12, 1), table.TakeOut(former.User, 12, 1)},
		{table.Replace(1, ana, 12, 1), table.Replace(1, former, 12, 1)},
		{table.Replace(1, bo, 11, 1), table.Replace(1, bo, former.User, 1)},
		{table.Start([]table.UserID{12, 11}, nil, nil, 11, 1),
			table.Start([]table.UserID{12, former.User}, nil, nil, former.User, 1)},
		{table.MoveText("dig c2", 11, 1), table.MoveText("dig c2", former.User, 1)},
	} {
		require.Equal(t, c.is.Kind != table.Joined || c.is.By == 11, c.is.Mentions(11))
		require.Equal(t, c.want, c.is.Anonymous(11, former))
		require.False(t, c.want.Mentions(11), "no trace is left")
	}
}
