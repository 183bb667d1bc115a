package play_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
	"amytis/store"
)

func TestLeaderboardAgreesWithTheResults(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	ctx := context.Background()
	ana := env.NewPlayer("Ana", "fr")
	ch := env.Guild.AddChannel("gardens")
	require.Contains(t, ana.MustCommand(ch, "leaderboard", nil).Text(), env.Mentioning(env.Words.T("bot.leaderboard.empty", nil)))
	// Twelve players fill two pages. Each game ends by a resignation.
	var people []*harness.Player
	for i := range 12 {
		people = append(people, env.NewPlayer(fmt.Sprintf("P%02d", i), "en-US"))
	}
	for i := range 12 {
		pair := []*harness.Player{people[i], people[(i*5+1)%12]}
		if pair[0] == pair[1] {
			pair[1] = people[(i+1)%12]
		}
		env.Settle() // closes the lobby of the game before
		env.At(ch).Open(nil, pair)
		pair[1].MustClick(pair[1].MustCommand(ch, "game resign", nil), pair[1].T("bot.button.resign"))
	}
	env.Settle()
	results, err := env.Store.Results(ctx, table.GuildID(harness.Snowflake(env.Guild.ID)), 100)
	require.NoError(t, err)
	require.Len(t, results, 12)
	want := rated(results)

	for _, args := range []localdiscord.Args{nil, {"game": "gardens"}} {
		m := ana.MustCommand(ch, "leaderboard", args)
		require.False(t, m.Ephemeral())
		text := m.Text()
		require.Contains(t, text, env.Words.T("bot.leaderboard.footer", map[string]any{"Page": 1, "Pages": 2}))
		previous, next := m.Controls()[0], m.Controls()[1]
		require.True(t, previous.Disabled)
		second := ana.MustClick(m, next.Label)
		require.Equal(t, m.ID, second.ID)
		require.True(t, second.Controls()[1].Disabled)
		text += "\n" + second.Text()
		first := ana.MustClick(second, previous.Label)
		require.Equal(t, m.Text(), first.Text())
		require.Contains(t, ana.MustCommand(ch, "leaderboard", localdiscord.Args{"page": 99}).Text(),
			env.Words.T("bot.leaderboard.footer", map[string]any{"Page": 2, "Pages": 2}))
		for _, row := range want {
			line := fmt.Sprintf("<@%s> · **%.0f** · %d ", row.User, row.Rating, row.Wins)
			require.Equal(t, 1, strings.Count(text, line), "%+v in\n%s", row, text)
		}
		for _, p := range people {
			for _, ping := range p.Pings() {
				require.NotEqual(t, m.ID, ping.MessageID, "a leaderboard pings nobody")
			}
		}
	}
	faults, err := env.Store.Check(ctx)
	require.NoError(t, err)
	require.Empty(t, faults)
	env.CheckClean()
}

// rated computes the rows of the leaderboard from results, newest first.
func rated(results []store.Result) map[table.UserID]store.Row {
	rows := map[table.UserID]store.Row{}
	for i := len(results) - 1; i >= 0; i-- {
		standings := results[i].Standings
		players := make([]store.Row, len(standings))
		for j, s := range standings {
			players[j] = rows[s.User]
		}
		store.Rate(players, standings)
		for _, row := range players {
			rows[row.User] = row
		}
	}
	return rows
}

// checkLeaderboard checks that the players of an ended game are on the leaderboard.
func checkLeaderboard(env *harness.Env, ch *localdiscord.Channel, people []*harness.Player) {
	env.Helper()
	m := people[0].MustCommand(ch, "leaderboard", localdiscord.Args{"game": env.Script.GameID})
	for _, p := range people {
		require.Contains(env, m.Text(), "<@"+p.ID+">")
	}
}
