package people

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/handle/interaction"
	"amytis/bot/text"
)

func TestPrivacySaysWhatTheHostHasDecided(t *testing.T) {
	for _, lang := range text.Langs() {
		plain := privacyText(text.For(string(lang)), interaction.Privacy{})
		require.Contains(t, plain, "30")
		require.NotContains(t, plain, "@")
		full := privacyText(text.For(string(lang)), interaction.Privacy{KeepDays: 365, Contact: "me@example.org"})
		for _, part := range []string{"30", "365", "me@example.org"} {
			require.Contains(t, full, part)
		}
		require.LessOrEqual(t, strings.Count(full, "\n"), 14)
		require.Less(t, len([]rune(full)), 1600)
	}
}

func TestTimesAreToldInTheirLargestUnit(t *testing.T) {
	w := text.For("en")
	for ms, want := range map[int64]string{
		0: w.Say("bot.duration.seconds", "Count", 1), 59_400: w.Say("bot.duration.seconds", "Count", 59),
		90_000: w.Say("bot.duration.minutes", "Count", 2), 5_400_000: w.Say("bot.duration.hours", "Count", 2),
		172_800_000: w.Say("bot.duration.days", "Count", 2),
	} {
		require.Equal(t, want, duration(w, ms))
	}
}
