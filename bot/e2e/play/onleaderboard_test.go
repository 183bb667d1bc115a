package play_test

import (
	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// checkLeaderboard checks that the players of an ended game are on the leaderboard.
func checkLeaderboard(env *harness.Env, ch *localdiscord.Channel, people []*harness.Player) {
	env.Helper()
	m := people[0].MustCommand(ch, "leaderboard", localdiscord.Args{"game": env.Script.GameID})
	for _, p := range people {
		require.Contains(env, m.Text(), "<@"+p.ID+">")
	}
}
