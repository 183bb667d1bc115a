package play_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/handle/interaction"
	"amytis/engine/table"
	"amytis/store"
)

// TestOldGamesLoseTheirNames ends a game. After the host's days, nobody is named in it, and it can
// still be shown. The leaderboard and the data of a player still have the result.
func TestOldGamesLoseTheirNames(t *testing.T) {
	env := harness.New(t, harness.Options{Privacy: interaction.Privacy{KeepDays: 10}})
	bo, old := env.NewPlayer("Boaz-Theta", "fr"), env.NewPlayer("Nebuchadnezzar", "de")
	people := []*harness.Player{bo, old}
	ch, other := env.Guild.AddChannel("gardens"), env.Guild.AddChannel("other")
	said := bo.MustCommand(ch, "privacy", nil)
	require.True(t, said.Ephemeral(), "only Boaz sees the answer")
	require.Contains(t, said.Content, "10")
	require.Contains(t, said.Content, "</me data:")
	env.At(ch).Open(nil, people)
	require.NoError(t, env.At(ch).PlayRandomMoves(people, 5, 6))
	env.At(ch).Resign(old)
	env.At(other).Open(nil, people)
	env.Settle()
	id := env.At(ch).ID()
	named := func() bool {
		_, log, err := env.Store.Table(t.Context(), id)
		require.NoError(t, err)
		return strings.Contains(mustJSON(t, log), old.Name)
	}
	guild := table.GuildID(harness.Snowflake(env.Guild.ID))
	before, err := env.Store.Leaderboard(t.Context(), guild, store.Board{})
	require.NoError(t, err)
	shown := bo.MustCommand(ch, "leaderboard", nil)
	require.Contains(t, shown.Pictures()[0].Alt, "2. "+old.Name)
	require.NotContains(t, shown.Text(), old.ID)

	env.Clock.Forward(9 * 24 * time.Hour)
	env.Clock.Forward(2 * 24 * time.Hour)
	env.Eventually("the game has no names", func() bool { return !named() })
	header, log, err := env.Store.Table(t.Context(), id)
	require.NoError(t, err)
	for _, p := range people {
		require.NotContains(t, mustJSON(t, log)+mustJSON(t, header), p.Name)
		require.NotContains(t, mustJSON(t, log)+mustJSON(t, header), p.ID)
	}
	env.CheckStore()

	record := bo.MustCommand(ch, "game record", nil)
	require.Contains(t, record.Text(), bo.T("bot.anonymous", "Number", 2))
	content, err := bo.Download(record, record.Attachments[0])
	require.NoError(t, err)
	require.Contains(t, string(content), `"Player 1"`)
	require.NotEmpty(t, old.MustCommand(ch, "board", nil).Attachments)
	require.NotEmpty(t, old.MustCommand(ch, "replay", nil).Attachments)
	unnamed := bo.MustCommand(ch, "leaderboard", nil)
	require.Contains(t, unnamed.Text(), "**2.** <@"+old.ID+">", "no picture can show a mention")
	require.NotContains(t, unnamed.Pictures()[0].Alt, old.Name)
	after, err := env.Store.Leaderboard(t.Context(), guild, store.Board{})
	require.NoError(t, err)
	require.ElementsMatch(t, before, after)

	m := old.MustCommand(ch, "me data", nil)
	file, text := dataOf(t, old, m)
	games := file["servers"].([]any)[0].(map[string]any)["games"].([]any)
	require.Len(t, games, 2, text)
	require.EqualValues(t, 2, games[0].(map[string]any)["rank"])
	require.Empty(t, games[0].(map[string]any)["events"])

	env.At(other).Resign(old)
	old.MustClick(old.MustClick(m, old.T("bot.button.erase")), old.T("bot.button.erase_sure"))
	env.Settle()
	content = env.File()
	require.False(t, strings.Contains(string(content), old.ID), "the results of both games")
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}
