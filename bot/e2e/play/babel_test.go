package play_test

import (
	"testing"

	"amytis/bot/e2e/harness"
)

// TestBabelWholeGameByCommands plays a game to its end. The server and each of the players use
// another language.
func TestBabelWholeGameByCommands(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Locale: "fr", Seed: 41, Script: harness.Babel})
	people := []*harness.Player{env.NewPlayer("Ana", "de"), env.NewPlayer("Bo", "es-ES")}
	stranger := env.NewPlayer("Eve", "en-US")
	ch := env.Guild.AddChannel("babel")
	env.At(ch).Open(harness.BabelOptions, people)
	env.At(ch).PlayToEnd(people)
	env.At(ch).CheckFinished(people, stranger)
	checkLeaderboard(env, ch, people)
}
