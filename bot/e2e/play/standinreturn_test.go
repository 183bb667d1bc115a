package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
)

// TestReturnShowsWhatHappenedSinceThePlayersOwnLastTurn has a stand-in play a turn, which the
// player has not seen.
func TestReturnShowsWhatHappenedSinceThePlayersOwnLastTurn(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: harness.LocaleOf(t)}, localdiscord.Args{"stand-in": "1"})
	at := env.At(ch)
	second.MustClick(second.MustCommand(ch, "game stand-in", nil), second.T("bot.button.stand_in_sure"))
	first.MustRemoveTile(ch)
	at.Eventually("the stand-in has played", func() bool { return at.Now().Assisted != 0 && at.Now().Turn().Has(1) })
	panel := second.MustCommand(ch, "game back", nil)
	require.Contains(t, panel.Content, second.T("bot.stand_in.welcome"))
	first.MustRemoveTile(ch)
	env.Settle()
	panel = second.MustOpenPanel(ch)
	told, err := sentences.SinceText(second.Words, at.Now(), 2, true)
	require.NoError(t, err)
	require.Contains(t, told, second.T("bot.since.first"), "the player has made no step")
	require.Contains(t, panel.Content, env.Mentioning(told))
}
