package play_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
)

// TestTextsMentionCommands checks that readers of all languages can click on the commands that
// texts name, also after a restart, which registers no commands.
func TestTextsMentionCommands(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	newGame, solo := "", ""
	for _, c := range env.Discord.Commands() {
		if c.Name == "game" {
			newGame, solo = "</game new:"+c.ID+">", "</game solo:"+c.ID+">"
		}
	}
	require.NotEmpty(t, newGame)
	check := func() {
		t.Helper()
		for _, locale := range harness.Locales {
			p := env.NewPlayer("Ana-"+locale, locale)
			refusal := p.Words.Say("table.refused.no_table")
			spans := regexp.MustCompile("`/[^`]+`").FindAllString(refusal, -1)
			require.Len(t, spans, 2)
			require.Equal(t, "⛔ "+strings.NewReplacer(spans[0], newGame, spans[1], solo).Replace(refusal),
				p.MustCommand(env.Guild.AddChannel("empty"), "game status", nil).Content)
			require.Contains(t, p.MustCommand(env.Guild.AddChannel("empty"), "leaderboard", nil).Content, newGame)
		}
	}
	check()
	require.NoError(t, env.Bot.Stop())
	puts := strings.Count(env.BotLog.Text(), "commands_changed=true")
	require.Equal(t, 1, puts)
	env.Bot.StartAgain()
	check()
	require.Equal(t, puts, strings.Count(env.BotLog.Text(), "commands_changed=true"))
	env.CheckClean()
}
