package play_test

import (
	"testing"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestGardensWholeGameByCommandsAndPanels plays a game to its end in another language than English.
func TestGardensWholeGameByCommandsAndPanels(t *testing.T) {
	t.Parallel()
	const locale = "de"
	env := harness.New(t, harness.Options{Locale: locale, Seed: 13})
	people := env.NewPlayers(locale, 3)
	people[1].ByPanel = true
	stranger := env.NewPlayer("Eve", locale)
	ch := env.Guild.AddChannel("gardens")
	env.At(ch).Open(localdiscord.Args{"build": "turns"}, people)
	env.At(ch).PlayToEnd(people)
	env.At(ch).CheckFinished(people, stranger)
}
