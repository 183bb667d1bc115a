package play_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
)

func TestHelpHasTenLinesThatMentionTheCommands(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	ch := env.Guild.AddChannel("gardens")
	mention := regexp.MustCompile(`</[^:>]+:\d+>`)
	for _, locale := range harness.Locales {
		m := env.NewPlayer("Ana", locale).MustCommand(ch, "help", nil)
		require.True(t, m.Ephemeral())
		require.Len(t, strings.Split(m.Content, "\n"), 10)
		require.Len(t, mention.FindAllString(m.Content, -1), 23, m.Content)
	}
	env.CheckClean()
}
