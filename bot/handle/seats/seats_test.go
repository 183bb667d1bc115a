package seats

import (
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// The people of tests: the host of lobbies, another player, and a moderator.
const ana, bo, mo table.UserID = 11, 12, 13

func asks(user table.UserID, given map[string]string) *interaction.Request {
	r := &interaction.Request{Services: &interaction.Services{Now: func() time.Time { return time.UnixMilli(7) }}}
	r.User, r.Name, r.Words, r.Options = user, "Name", text.For("en"), given
	r.Interaction = &discordgo.Interaction{Member: &discordgo.Member{User: &discordgo.User{ID: user.String()}}}
	if user == mo {
		r.Interaction.Member.Permissions = discordgo.PermissionManageMessages
	}
	return r
}

func gameCalled(t *testing.T, id string) games.Entry {
	t.Helper()
	g, found := games.Find(id)
	require.True(t, found, "no game %s", id)
	return g
}

// lobbyOf returns a lobby of a game, whose host is Ana.
func lobbyOf(t *testing.T, game string, more ...table.Event) *table.Table {
	t.Helper()
	g := gameCalled(t, game)
	lobby, err := table.Open(g.Game, table.OpenLobby(g.Info(), table.Player{User: ana, Name: "Ana"}, nil, 0, 1))
	for _, e := range more {
		require.NoError(t, err)
		lobby, err = lobby.Next(e)
	}
	require.NoError(t, err)
	return lobby
}

func codeOf(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var refused *engine.RuleError
	require.ErrorAs(t, err, &refused)
	return refused.Code
}
