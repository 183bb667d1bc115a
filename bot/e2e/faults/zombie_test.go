package faults_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestZombieConnectionIsReplaced leaves heartbeats unanswered while events still arrive. One such
// heartbeat is enough for the bot to connect again and resume.
func TestZombieConnectionIsReplaced(t *testing.T) {
	t.Parallel()
	env, ch, first, second := harness.StartedGame(t, harness.Options{
		Discord: localdiscord.Options{HeartbeatInterval: harness.Slowness * time.Second},
	}, "en-US", nil)
	f := env.Discord.Faults()
	f.NoHeartbeatAcks(true)
	env.Eventually("the bot notices", func() bool {
		return strings.Contains(env.BotLog.Text(), "a heartbeat was not acknowledged")
	})
	f.Clear()
	env.Eventually("the bot is back", func() bool { return env.Discord.Sessions() > 0 })
	first.MustRemoveTile(ch)
	env.Settle()
	require.Len(t, second.Pings(), 1)
	require.Equal(t, 1, env.Discord.Identifies())
	env.CheckClean()
}
