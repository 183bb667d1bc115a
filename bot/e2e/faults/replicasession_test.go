package faults_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
)

// TestAnotherBotResumesTheSessionsOfOneThatIsCutOff cuts a bot off from the store. It must leave
// the gateway when its holds are over. Another bot then resumes its sessions, and answers what was
// pressed meanwhile.
func TestAnotherBotResumesTheSessionsOfOneThatIsCutOff(t *testing.T) {
	longrun.Only(t, "leases end in real time; gateway takes over sessions by day")
	t.Parallel()
	const lease, shards = 2 * time.Second, 3
	cut := &mortalStore{}
	env, ch, first, second := harness.StartedGame(t, harness.Options{
		Lease: lease, Discord: localdiscord.Options{Shards: shards},
		WrapStore: cut.wrap,
	}, "en-US", nil)
	env.Settle()
	env.Eventually("all shards are connected", func() bool { return env.Discord.Sessions() == shards })
	time.Sleep(lease / 2) // the sessions are kept
	cut.dead.Store(true)
	env.Eventually("the bot leaves the gateway", func() bool { return env.Discord.Sessions() == 0 })

	moved := make(chan error, 1)
	go func() { moved <- first.TakeTurnByCommands(ch) }()
	time.Sleep(100 * time.Millisecond)
	env.StartReplica(harness.Options{Lease: lease})
	env.Eventually("the other bot has the shards", func() bool { return env.Discord.Sessions() == shards })
	require.NoError(t, <-moved)
	second.MustRemoveTile(ch)
	env.Settle()
	require.Equal(t, shards, env.Discord.Identifies(), "the sessions are resumed")
	require.Empty(t, env.Discord.Violations())
	env.BotLog.ForgetErrors()
}
