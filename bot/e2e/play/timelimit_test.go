package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
)

// halfDay is a time limit for turns as the command takes it, in seconds.
const halfDay = "43200"

// awaitMessages waits until a channel has n more messages than before, and returns the last.
func awaitMessages(env *harness.Env, ch *localdiscord.Channel, before, n int) *localdiscord.Message {
	env.Helper()
	env.Eventually("the channel has the messages expected", func() bool { return len(ch.Messages()) >= before+n })
	env.Settle()
	require.Len(env, ch.Messages(), before+n)
	return ch.Last()
}

func TestLatePlayerIsRemindedOnceThenSkippedThenResigned(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: harness.LocaleOf(t)}, localdiscord.Args{"limit": halfDay, "stand-in": "0"})
	env.CheckDeadline(ch.Last(), 12*time.Hour)
	turn := ch.Last()
	before := len(ch.Messages())

	env.Clock.Forward(10 * time.Hour)
	reminder := awaitMessages(env, ch, before, 1)
	require.Contains(t, reminder.Content, "<@"+first.ID+">")
	require.Contains(t, reminder.Content, "/"+turn.ID, "a link to the table message")
	env.CheckDeadline(reminder, 2*time.Hour)
	require.Len(t, first.Pings(), 2)
	require.Empty(t, second.Pings())
	require.NotEmpty(t, env.Discord.Message(turn.ID).Controls(), "the table message keeps its buttons")

	back := env.Clock.Now().Add(6 * time.Hour)
	env.Guild.TimeOut(first.ID, back)
	env.Clock.Forward(2*time.Hour + time.Minute)
	skipped := awaitMessages(env, ch, before, 2)
	require.Contains(t, skipped.Content, env.Words.Say("bot.table.timeout",
		"Name", first.Name, "When", sentences.FixedTime(back.UnixMilli())), "the others read why")
	require.True(t, harness.Tells(skipped.Content,
		env.Words.T("gardens.line.skipped", map[string]any{"Name": first.Name})), skipped.Content)
	require.Len(t, second.Pings(), 1)
	require.Len(t, first.Pings(), 2)
	env.CheckDeadline(skipped, 12*time.Hour)

	for range 5 {
		before = len(ch.Messages())
		env.Clock.Forward(13 * time.Hour)
		awaitMessages(env, ch, before, 1)
	}
	env.Clock.Forward(13 * time.Hour)
	env.Eventually("one of the players has lost the seat", func() bool { return env.At(ch).Won() })
	out := env.Words.T("bot.table.timed_out", map[string]any{"Name": first.Name, "Count": 3})
	require.True(t, harness.Tells(ch.Last().Content, out), ch.Last().Content)
}
