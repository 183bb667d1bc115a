package faults_test

import (
	"testing"

	"amytis/bot/e2e/harness"
)

// TestDuplicateInteractionsActAndAnswerOnce delivers every interaction of a game twice. The answer
// tells of the move that was made, never that it is illegal because the other delivery has already
// made it.
func TestDuplicateInteractionsActAndAnswerOnce(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Seed: 50, Script: harness.Babel})
	env.Discord.Faults().DuplicateInteractions(true)
	people := env.NewPlayers("en-US", 2)
	people[1].ByPanel = true
	ch := env.Guild.AddChannel("babel")
	env.At(ch).Open(harness.BabelOptions, people)
	playGame(env.At(ch), people, func() {})
	env.At(ch).CheckFinished(people)
}
