package posts

import (
	"testing"

	"github.com/stretchr/testify/require"

	_ "amytis/bot/labflag" // for go test ./bot/... -lab
	"amytis/bot/telling"
	"amytis/bot/text"
)

func TestAReplacedMessageHasNoClocks(t *testing.T) {
	for _, lang := range text.Langs() {
		w := text.For(string(lang))
		clock := w.Say("bot.table.clock", "When", telling.Countdown(5000))
		limit := w.Say("bot.table.limit", "When", telling.Countdown(9000))
		require.True(t, HasClock(clock))
		require.Equal(t, "lead\nAna 3\n"+w.Say("bot.table.clock_over"),
			WithoutClocks(w, "lead\nAna 3\n"+clock+"\n"+limit))
		require.Equal(t, "lead", WithoutClocks(w, "lead\n"+w.Say("bot.table.countdown", "When", telling.Countdown(1))))
	}
	require.False(t, HasClock("<t:5> R"))
}
