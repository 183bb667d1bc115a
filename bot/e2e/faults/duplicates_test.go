package faults_test

import (
	"testing"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestGardensDuplicateInteractionsActAndAnswerOnce delivers every interaction of a game twice. The
// answer tells of the move that was made, never that it is illegal because the other delivery has
// already made it.
func TestGardensDuplicateInteractionsActAndAnswerOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("the game of Babel has the same duplicates, and more")
	}
	t.Parallel()
	env := harness.New(t, harness.Options{Seed: 20})
	env.Discord.Faults().DuplicateInteractions(true)
	people := env.NewPlayers("en-US", 2)
	people[1].ByPanel = true
	ch := env.Guild.AddChannel("gardens")
	env.At(ch).Open(nil, people)
	env.At(ch).PlayToEnd(people)
	env.At(ch).CheckFinished(people)
}

// TestBabelDuplicateInteractionsActAndAnswerOnce does the same in a game of Babel.
func TestBabelDuplicateInteractionsActAndAnswerOnce(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Seed: 50, Script: harness.Babel})
	env.Discord.Faults().DuplicateInteractions(true)
	people := env.NewPlayers("en-US", 2)
	people[1].ByPanel = true
	for _, p := range people {
		p.Calls = []localdiscord.CallOption{localdiscord.Twice()}
	}
	ch := env.Guild.AddChannel("babel")
	env.At(ch).Open(harness.BabelOptions, people)
	env.At(ch).PlayToEnd(people)
	env.At(ch).CheckFinished(people)
}
