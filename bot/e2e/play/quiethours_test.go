package play_test

import (
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// sixHours is how long quiet hours last in these tests.
const sixHours = 6 * time.Hour

// afternoon are quiet hours that begin at midday and end in somewhat less than six hours.
var afternoon = localdiscord.Args{"from": 12, "to": 18, "zone": "0"}

// isSilent reports whether Discord shows a message without a notification.
func isSilent(m *localdiscord.Message) bool {
	return m.Flags&int(discordgo.MessageFlagsSuppressNotifications) != 0
}

func TestPlayerWhoseTurnBeganInQuietHoursIsPingedOnceWhenTheyEnd(t *testing.T) {
	env, ch, first, second := startedWishing(t, harness.LocaleOf(t), nil, "me quiet", afternoon)
	require.Empty(t, first.Pings())
	require.True(t, isSilent(ch.Last()), "all whom it concerns have quiet hours")
	turn, before := ch.Last(), len(ch.Messages())
	env.Clock.Forward(sixHours)
	ping := awaitMessages(env, ch, before, 1)
	said := env.Words.T("bot.table.next", map[string]any{"Players": first.Mention(), "Count": 1})
	require.Equal(t, "**"+env.Words.T("gardens.name", nil)+"** · "+said, harness.FirstLine(ping.Content))
	require.Contains(t, ping.Content, "/"+turn.ID, "a link to the table message")
	require.Len(t, first.Pings(), 1)
	require.Empty(t, second.Pings())
	require.NotEmpty(t, env.Discord.Message(turn.ID).Controls(), "the table message keeps its buttons")
	env.Bot.RestartAfter(0)
	first.MustRemoveTile(ch)
	env.Settle()
	require.Len(t, first.Pings(), 1, "once")
	require.False(t, isSilent(ch.Last()), "the next player has none")
	require.Len(t, second.Pings(), 1, "a player whose turn begins outside quiet hours is pinged at once")
	require.Equal(t, []table.EventKind{table.PingHeld, table.Called}, env.At(ch).KindsOfTwo()[:2])
}
