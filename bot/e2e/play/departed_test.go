package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// openLobby opens a table that all players join. The first is its host.
func openLobby(env *harness.Env, ch *localdiscord.Channel, people []*harness.Player) {
	env.Helper()
	people[0].MustCommand(ch, "game new", nil)
	for _, p := range people[1:] {
		p.MustCommand(ch, "game join", nil)
	}
	env.Settle()
}

// isAtTable reports whether a player has joined the table of a channel.
func isAtTable(env *harness.Env, ch *localdiscord.Channel, p *harness.Player) bool {
	env.Helper()
	return env.At(ch).Now().Joined(p.UserID())
}

func TestPlayerWhoLeftTheServerIsTakenOutOfALobby(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Locale: harness.LocaleOf(t)})
	people, ch := env.NewPlayers(4), env.Guild.AddChannel("gardens")
	host, bo, cleo, dan := people[0], people[1], people[2], people[3]
	openLobby(env, ch, people)
	m := host.MustCommand(ch, "game resign", localdiscord.Args{"player": "Bo"})
	require.Equal(t, "⛔ "+host.T("table.refused.not_moderator"), m.Content,
		"only moderators take out a player who is on the server")
	env.Guild.Leave(bo.User)
	m = cleo.MustCommand(ch, "game resign", localdiscord.Args{"player": "Bo"})
	require.Equal(t, "⛔ "+cleo.T("table.refused.not_moderator"), m.Content)
	m = host.MustCommand(ch, "game resign", localdiscord.Args{"player": "2"})
	require.Equal(t, host.T("bot.moderation.taken_out", "Player", "Bo"), m.Content)
	require.False(t, isAtTable(env, ch, bo), "Bo has been taken out of the lobby")

	env.Guild.Leave(dan.User)
	said := "⚠️ " + cleo.T("bot.moderation.departed_lobby", "Player", "Dan")
	m = cleo.MustCommand(ch, "game status", nil)
	require.Equal(t, said, m.Content, "every player is told")
	require.Nil(t, harness.Button(m, cleo.T("bot.button.take_out")))
	m = host.MustCommand(ch, "game status", nil)
	require.Equal(t, said, m.Content)
	again := host.MustClick(m, host.T("bot.button.take_out"))
	require.Equal(t, host.T("bot.moderation.taken_out", "Player", "Dan"), again.Content)
	require.False(t, isAtTable(env, ch, dan), "Dan has been taken out of the lobby")
	env.Settle()
	left := env.Words.Say("bot.lobby.left", "Players", "Dan", "Count", 1)
	require.Equal(t, left, ch.Last().Content, "the lobby message says first what has changed")
	require.NotContains(t, strings.TrimPrefix(ch.Last().Text(), left), "Dan")

	host.MustCommand(ch, "game start", nil)
	require.Len(t, env.At(ch).Now().Players, 2)
}
