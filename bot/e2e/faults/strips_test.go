package faults_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
)

// TestButtonsThatCannotBeRemovedDelayNothing has Discord refuse every edit, or answer it slowly.
func TestButtonsThatCannotBeRemovedDelayNothing(t *testing.T) {
	t.Parallel()
	for name, fault := range longrun.Some(map[string]localdiscord.RESTFault{
		"too many edits": {Status: http.StatusTooManyRequests, Code: 30046, RetryAfter: 20 * time.Minute},
		"slow edits":     {Delay: never},
		"failing edits":  {Status: http.StatusBadGateway},
		"forbidden":      {Status: http.StatusForbidden, Code: 50013},
	}, "too many edits", "slow edits") {
		t.Run(name, func(t *testing.T) {
			env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
			env.Settle()
			fault.Method, fault.Path = "PATCH", `/messages/\d+$`
			armed := env.Discord.Faults().REST(fault)
			before := len(ch.Messages())
			for n := range 4 {
				first.MustRemoveTile(ch)
				env.Eventually("the turn is announced", func() bool { return len(ch.Messages()) == before+n+1 })
				first, second = second, first
			}
			require.Positive(t, armed.Hits())
			if fault.Delay == 0 {
				env.Settle() // the bot gives up
			} else {
				require.NoError(t, env.Bot.Stop())
				require.NotEmpty(t, env.Outbox(), "the next start tries again")
			}
		})
	}
}

// TestRemovalOfButtonsSurvivesARestart stops the bot before Discord answers.
func TestRemovalOfButtonsSurvivesARestart(t *testing.T) {
	env, ch, first, _ := harness.StartedGame(t, harness.Options{}, nil)
	env.Settle()
	slow := env.Discord.Faults().REST(localdiscord.RESTFault{Method: "PATCH", Path: `/messages/\d+$`, Delay: never})
	first.MustRemoveTile(ch)
	env.Eventually("the removal is tried", func() bool { return slow.Hits() > 0 })
	require.NoError(t, env.Bot.Stop())
	slow.Remove()
	env.Bot.StartAgain()
	env.Settle()
	require.True(t, env.At(ch).OnlyLastHasButtons(), "the removal is made up for after the restart")
}
