package play_test

import (
	"fmt"
	"testing"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestGardensWholeGamesByCommandsAndPanels plays games to their end with each number of players.
func TestGardensWholeGamesByCommandsAndPanels(t *testing.T) {
	t.Parallel()
	for i, way := range []string{"together", "turns", "together"} {
		players, locale := 2+i, harness.Locales[1+i]
		t.Run(fmt.Sprintf("%s/%d/%s", locale, players, way), func(t *testing.T) {
			t.Parallel()
			env := harness.New(t, harness.Options{Locale: locale, Seed: uint64(10 + players)})
			people := env.NewPlayers(locale, players)
			for n, p := range people {
				p.ByPanel = (i+n*(players/4))%2 == 1 // mixed in the game of four
			}
			stranger := env.NewPlayer("Eve", locale)
			ch := env.Guild.AddChannel("gardens")
			env.At(ch).Open(localdiscord.Args{"build": way}, people)
			env.At(ch).PlayToEnd(people)
			env.At(ch).CheckFinished(people, stranger)
		})
	}
}
