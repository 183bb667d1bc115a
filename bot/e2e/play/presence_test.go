package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
)

// TestPresenceTellsHowManyGamesRun restarts the bot, since it counts once a minute only.
func TestPresenceTellsHowManyGamesRun(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana := env.NewPlayer("Ana", "de")
	shows := func(text string) {
		env.Eventually("the presence is "+text, func() bool { return env.Discord.BotPresence() == text })
	}
	shows("/learn")
	for i, text := range []string{"1 game · /learn", "2 games · /learn"} {
		ch := env.Guild.AddChannel(text[:1])
		ana.MustCommand(ch, "game solo", nil)
		env.Settle()
		require.Equal(t, []string{"/learn", "1 game · /learn"}[i], env.Discord.BotPresence())
		env.Bot.RestartAfter(0)
		shows(text)
	}
	sent := 0
	for _, e := range env.Discord.Log() {
		if e.Name == "presence" {
			sent++
		}
	}
	require.Equal(t, 3, sent, "only what has changed is sent")
}
