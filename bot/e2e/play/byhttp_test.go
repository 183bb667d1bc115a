package play_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestGameByHTTP plays a game by commands and panels, all of them delivered by HTTP. Every other
// one is offered to a replica first where nothing listens. The bot restarts in between.
func TestGameByHTTP(t *testing.T) {
	env := harness.New(t, harness.Options{
		Seed: 60, Script: harness.Babel, ByHTTP: true, DeadReplicas: []string{"http://127.0.0.1:1/interactions"},
		Discord: localdiscord.Options{KeepTraffic: 100_000},
	})
	people := env.NewPlayers(2)
	people[1].ByPanel = true
	ch := env.Guild.AddChannel("babel")
	env.At(ch).Open(harness.BabelOptions, people)
	for turn := range 8 {
		if turn == 4 {
			env.Bot.RestartAfter(0)
		}
		p := awaitedBy(env.At(ch), people)
		require.True(t, p.Inbox.TakePing(), "%s is pinged for turn %d", p.Name, turn)
		require.NoError(t, p.TakeTurn(ch))
	}
	env.At(ch).Resign(people[0])
	env.At(ch).CheckFinished(people)
	checkLeaderboard(env, ch, people)
	taken, dead := 0, 0
	for _, e := range env.Discord.Log() {
		switch {
		case e.Name != "INTERACTION_CREATE":
		case e.Status == http.StatusAccepted:
			taken++
		case e.Status == 0:
			require.NotEmpty(t, e.Path, "an interaction came by the gateway")
			dead++
		}
	}
	assert.Greater(t, taken, 20)
	assert.Greater(t, dead, taken/3)
}
