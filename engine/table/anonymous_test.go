package table_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
)

func TestAnonymousPlayersAreNeitherPeopleNorComputers(t *testing.T) {
	for _, n := range []int{1, 2, 999_999, 1_000_000} {
		id := table.AnonymousID(n)
		is, ok := id.Anonymous()
		require.True(t, ok, "there is a number left")
		require.Equal(t, n, is)
		require.True(t, id.IsFormer(), "it is a former player")
		require.False(t, id.IsPerson(), "it is no person")
		require.False(t, id.IsComputer(), "it is no computer")
		require.Less(t, id, table.UserID(1<<22), "Discord's smallest ID")
	}
	for _, id := range []table.UserID{0, 11, table.AnonymousID(0), table.AnonymousID(1_000_001), table.ComputerID(1, 5),
		table.FormerID(3), 182736455463728190} {
		_, ok := id.Anonymous()
		require.False(t, ok, "%d", id)
	}
	require.True(t, table.UserID(182736455463728190).IsPerson(), "an ID of Discord")
	require.False(t, table.UserID(0).IsPerson(), "nobody")
}

// TestStrippedLogNamesNobody has people with and without a seat, a computer and a former player.
func TestStrippedLogNamesNobody(t *testing.T) {
	in := &engine.Info{ID: "x"}
	computer := table.Player{User: table.ComputerID(1, 3), Name: "Nabu"}
	former := table.Player{User: table.FormerID(9), Name: "former player"}
	player := func(n int) table.Player {
		return table.Player{User: table.AnonymousID(n), Name: fmt.Sprintf("player %d", n)}
	}
	logOf := func(ana, bo, left, moderator table.Player) []table.Event {
		return []table.Event{
			table.OpenLobby(in, ana, nil, 0, 1), table.Join(left, 2), table.Leave(left.User, 3), table.Join(bo, 4),
			table.AddComputer(computer, ana.User, 5), table.Join(former, 6),
			table.Start([]table.UserID{bo.User, computer.User, ana.User, former.User}, nil, nil, ana.User, 7),
			table.MoveText("dig c2", bo.User, 8), table.MoveText("draw", 0, 9),
			table.Replace(4, ana, moderator.User, 10),
		}
	}
	ana, bo := table.Player{User: 11, Name: "Ana"}, table.Player{User: 12, Name: "Bo"}
	left, moderator := table.Player{User: 13, Name: "Lea"}, table.Player{User: 14, Name: "Mo"}
	log, players := logOf(ana, bo, left, moderator), []table.UserID{12, computer.User, 11, former.User}
	name := func(n int) string { return player(n).Name }

	changed, some := table.Strip(log, players, name)
	require.True(t, some, "an event mentions the player")
	require.Equal(t, []table.Version{1, 2, 3, 4, 5, 7, 8, 10}, changed)
	require.Equal(t, []table.UserID{player(1).User, computer.User, player(3).User, former.User}, players)
	require.Equal(t, logOf(player(3), player(1), player(5), player(6)), log)

	changed, some = table.Strip(log, players, name)
	require.False(t, some, "the second time there is nobody")
	require.Empty(t, changed)
}

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
