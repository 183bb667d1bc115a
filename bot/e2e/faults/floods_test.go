package faults_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestLobbyAppearsSoonDespiteAFloodOfAnotherMember has a member open games in threads of a channel,
// as fast as Discord delivers the commands.
func TestLobbyAppearsSoonDespiteAFloodOfAnotherMember(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Discord: localdiscord.Options{EnforceRate: true}})
	ana, ch := env.NewPlayer("Ana", "en-US"), env.Guild.AddChannel("square")
	const flood = 20
	began := time.Now()
	for range flood {
		ana.MustCommand(ch, "game new", localdiscord.Args{"thread": true})
	}
	soon := harness.Soon(2*time.Second, time.Since(began)/flood)
	for name, args := range map[string]localdiscord.Args{"Bo": nil, "Cleo": {"thread": true}} {
		time.Sleep(1500 * time.Millisecond)
		p := env.NewPlayer(name, "en-US")
		began := time.Now()
		p.MustCommand(ch, "game new", args)
		env.Eventually("the announcement appears", func() bool {
			for _, m := range ch.Messages() {
				if strings.Contains(m.Text(), name) {
					return true
				}
			}
			return false
		})
		require.Less(t, time.Since(began), soon, name)
	}
	require.NoError(t, env.Bot.Stop())
	require.Empty(t, env.BotLog.Errors())
}
