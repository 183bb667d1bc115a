package play_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

// setBoard chooses the channels of the games board, at most one, in the second form of the
// settings.
func setBoard(t *testing.T, mara *harness.Player, at *localdiscord.Channel, ids ...string) {
	t.Helper()
	m := mara.MustCommand(at, "settings", localdiscord.Args{"pings": "mention"})
	m, err := harness.FillAgain(mara, m, mara.T("bot.button.posts"), localdiscord.Args{"board": ids})
	require.NoError(t, err)
	shown := mara.T("bot.settings.no_board")
	if len(ids) > 0 {
		shown = "<#" + ids[0] + ">"
	}
	const boardLine = 6 // of bot.settings.page
	require.Contains(t, strings.Split(m.Content, "\n")[boardLine], "**"+shown+"**")
}

// boardShows waits until the only message of a channel has some texts, and returns it.
func boardShows(env *harness.Env, board *localdiscord.Channel, texts ...string) (m *localdiscord.Message) {
	env.Helper()
	env.Eventually(fmt.Sprint("the board shows ", texts), func() bool {
		all := board.Messages()
		if len(all) != 1 {
			return false
		}
		m = all[0]
		for _, text := range texts {
			if !strings.Contains(m.Text(), text) {
				return false
			}
		}
		return true
	})
	return m
}

func TestBoardListsTheGamesOfAServerInOneMessage(t *testing.T) {
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Locale: locale})
	people, mara := env.NewPlayers(4), env.NewModerator("Mara", locale)
	env.Guild.SetPermissions(mara.User, wire.DefaultUserPermissions|wire.ManageGuild|wire.ManageMessages)
	ana, dan := people[0], people[3]
	board, lobby, running := env.Guild.AddChannel("board"), env.Guild.AddChannel("lobby"), env.Guild.AddChannel("running")
	private := env.Guild.AddChannel("private")
	private.AllowBot(wire.ViewChannel)
	private.DenyRole(private.GuildID, wire.ViewChannel)
	private.Allow(ana.User, wire.ViewChannel)
	in := func(ch *localdiscord.Channel) string { return "<#" + ch.ID + ">" }

	setBoard(t, mara, lobby, board.ID)
	m := boardShows(env, board, env.Mentioning(env.Words.T("bot.games.none", nil)))
	ana.MustCommand(private, "game new", nil)
	ana.MustCommand(lobby, "game new", localdiscord.Args{"game": "babel"})
	env.At(running).Open(nil, people[1:3])
	later := boardShows(env, board, in(lobby), in(running), env.Words.T("bot.games.running", nil))
	require.Equal(t, m.ID, later.ID, "it is edited in place")
	require.NotContains(t, later.Text(), in(private))
	next := env.At(running).Now()
	require.Contains(t, later.Text(), next.Player(next.Awaited().Slice()[0]).Name)

	env.Bot.RestartAfter(0)
	m = dan.MustClick(later, env.Words.T("bot.button.join", nil)+": "+env.Words.T("babel.name", nil))
	require.True(t, m.Ephemeral(), "only Dan sees the answer: %s", m.Content)
	require.Contains(t, m.Content, lobby.ID)
	require.True(t, isAtTable(env, lobby, dan), "Dan is in the lobby")
	env.Eventually("the full lobby has no button", func() bool { return len(board.Messages()[0].Controls()) == 0 })
	require.NotContains(t, board.Messages()[0].Text(), in(private))

	require.NoError(t, mara.Delete(board.Messages()[0]))
	env.At(running).Resign(people[1])
	boardShows(env, board, in(lobby), env.Words.T("bot.games.results", nil), people[2].Mention())
	for _, p := range people {
		for _, m := range p.Pings() {
			require.NotEqual(t, board.ID, m.ChannelID, "the board pings nobody")
		}
	}
	setBoard(t, mara, lobby)
	env.Eventually("the board is gone", func() bool { return len(board.Messages()) == 0 })
}
