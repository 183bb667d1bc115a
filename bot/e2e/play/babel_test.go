package play_test

import (
	"testing"

	"amytis/bot/e2e/harness"
)

// TestBabelWholeGamesByCommandsAndPanels plays games to their end. The server and each of the
// players use another language.
func TestBabelWholeGamesByCommandsAndPanels(t *testing.T) {
	t.Parallel()
	for _, i := range []int{1, 2} {
		if testing.Short() && i > 1 {
			continue
		}
		locale := harness.Locales[i]
		t.Run(locale, func(t *testing.T) {
			t.Parallel()
			env := harness.New(t, harness.Options{Locale: locale, Seed: uint64(40 + i), Script: harness.Babel})
			people := []*harness.Player{
				env.NewPlayer("Ana", harness.Locales[(i+1)%4]), env.NewPlayer("Bo", harness.Locales[(i+2)%4]),
			}
			for n, p := range people {
				p.ByPanel = i == 2 && n == 0 // both by commands in one game
			}
			stranger := env.NewPlayer("Eve", harness.Locales[(i+3)%4])
			ch := env.Guild.AddChannel("babel")
			env.At(ch).Open(harness.BabelOptions, people)
			env.At(ch).PlayToEnd(people)
			env.At(ch).CheckFinished(people, stranger)
			checkLeaderboard(env, ch, people)
		})
	}
}
