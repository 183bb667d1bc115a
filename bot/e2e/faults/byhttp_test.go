package faults_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
)

// TestInteractionsByHTTPAndByTheGatewayActOnce delivers every interaction both ways, as while
// Discord changes from one to the other.
func TestInteractionsByHTTPAndByTheGatewayActOnce(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Seed: 51, ByHTTP: true, LogLevel: slog.LevelDebug})
	env.Discord.Faults().DuplicateInteractions(true)
	people := env.NewPlayers("en-US", 2)
	ch := env.Guild.AddChannel("gardens")
	env.At(ch).Open(nil, people)
	require.NoError(t, env.At(ch).PlayRandomMoves(people, 53, 4))
	env.At(ch).Resign(people[0])
	_, log := env.At(ch).Ended()
	env.CheckClean()
	env.At(ch).CheckAnnouncedOnce(log)
	env.CheckStore()
	// Opening, joining, starting, four moves, resigning and its confirmation come three times each.
	env.Eventually("duplicates come both ways", func() bool {
		return strings.Count(env.BotLog.Text(), "delivered twice") >= 18
	})
}
