package play_test

import (
	"fmt"
	"testing"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestGardensWholeGamesByCommandsAndPanels plays games to their end with each number of players in
// each language, and with both ways to build for each number.
func TestGardensWholeGamesByCommandsAndPanels(t *testing.T) {
	for i, locale := range harness.Locales {
		for players := 2; players <= 4; players++ {
			if (testing.Short() || harness.Slowness > 1) && i != 2*players%4 {
				continue // one language for each number of players
			}
			way := []string{"turns", "together"}[(i+players)%2]
			t.Run(fmt.Sprintf("%s/%d/%s", locale, players, way), func(t *testing.T) {
				t.Parallel()
				env := harness.New(t, harness.Options{Locale: locale, Seed: uint64(10*i + players)})
				people := env.NewPlayers(locale, players)
				for n, p := range people {
					p.ByPanel = (i/2+n*(players/4))%2 == 0 // mixed in games of four
				}
				stranger := env.NewPlayer("Eve", locale)
				ch := env.Guild.AddChannel("gardens")
				env.At(ch).Open(localdiscord.Args{"build": way}, people)
				env.At(ch).PlayToEnd(people)
				env.At(ch).CheckFinished(people, stranger)
			})
		}
	}
}
