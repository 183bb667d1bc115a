package faults_test

import (
	"log/slog"
	"strings"
	"testing"

	"amytis/bot/e2e/harness"
)

// TestDuplicateInteractionsActAndAnswerOnce delivers every interaction of a game twice by the
// gateway, and then also by HTTP, as while Discord changes from one to the other. The answer tells
// of the move that was made, never that it is illegal because another delivery has already made it.
func TestDuplicateInteractionsActAndAnswerOnce(t *testing.T) {
	t.Parallel()
	for name, byHTTP := range map[string]bool{"by the gateway": false, "both ways": true} {
		t.Run(name, func(t *testing.T) {
			env := harness.New(t, harness.Options{Seed: 50, Script: harness.Babel, ByHTTP: byHTTP, LogLevel: slog.LevelDebug})
			env.Discord.Faults().DuplicateInteractions(true)
			people := env.NewPlayers(2)
			people[1].ByPanel = true
			ch := env.Guild.AddChannel("babel")
			env.At(ch).Open(harness.BabelOptions, people)
			playGame(env.At(ch), people, func() {})
			env.At(ch).CheckFinished(people)
			env.Eventually("duplicates come", func() bool { return strings.Count(env.BotLog.Text(), "delivered twice") >= 18 })
		})
	}
}
