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

// TestMessageIsSilentIfAllItConcernsHaveQuietHours has quiet hours end for one of two players.
func TestMessageIsSilentIfAllItConcernsHaveQuietHours(t *testing.T) {
	t.Parallel()
	env, ch, first, second := startedWishing(t, "en-US", nil, "me quiet", afternoon)
	require.True(t, isSilent(ch.Last()), "the player in turn has quiet hours")
	second.MustCommand(ch, "me quiet", localdiscord.Args{"off": true})
	first.MustRemoveTile(ch)
	env.Settle()
	require.False(t, isSilent(ch.Last()), "the next player has none")
	second.MustRemoveTile(ch)
	env.Settle()
	require.True(t, isSilent(ch.Last()))
	env.At(ch).Resign(first)
	env.Settle()
	require.False(t, isSilent(ch.Last()), "the end concerns both players")
	first.MustCommand(ch, "game rematch", nil)
	env.Settle()
	require.False(t, isSilent(ch.Last()), "the lobby invites a player without quiet hours")
	require.Len(t, second.Pings(), 3, "for the turn, the end and the rematch")
	first.MustCommand(ch, "game start", nil)
	env.At(ch).Resign(first)
	pings := len(first.Pings())
	second.MustCommand(ch, "game rematch", nil)
	env.Settle()
	require.True(t, isSilent(ch.Last()), "the lobby invites a player in quiet hours")
	require.Len(t, first.Pings(), pings)
	env.CheckClean()
}

func TestPlayerWhoseTurnBeganInQuietHoursIsPingedOnceWhenTheyEnd(t *testing.T) {
	t.Parallel()
	locale := harness.LocaleOf(t)
	env, ch, first, second := startedWishing(t, locale, nil, "me quiet", afternoon)
	require.Empty(t, first.Pings())
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
	require.Len(t, second.Pings(), 1, "a player whose turn begins outside quiet hours is pinged at once")
	require.Equal(t, []table.EventKind{table.PingHeld, table.Called}, env.At(ch).KindsOfTwo()[:2])
	env.CheckClean()
}

// TestLiveGamePingsEverybodyWhoIsNotReadyWhenQuietHoursEnd also checks that the game's message
// keeps its buttons. It is too old to be changed by then.
func TestLiveGamePingsEverybodyWhoIsNotReadyWhenQuietHoursEnd(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Script: harness.QuickTowers})
	people, ch := env.NewPlayers("en-US", 3), env.Guild.AddChannel("towers")
	env.Clock.ToMidday()
	for _, p := range people {
		p.MustCommand(ch, "me quiet", afternoon)
	}
	env.At(ch).Open(harness.QuickTowersOptions, people)
	env.Settle()
	seats := env.At(ch).BySeat(people)
	seats[0].MustClick(ch.Last(), env.Words.T("bot.button.ready", nil))
	env.Settle()
	live, before := ch.Last(), len(ch.Messages())
	env.Clock.Forward(sixHours)
	awaitMessages(env, ch, before, 2)
	require.Empty(t, seats[0].Pings(), "the player who is ready needs no ping")
	for _, p := range seats[1:] {
		require.Len(t, p.Pings(), 1)
	}
	require.NotEmpty(t, env.Discord.Message(live.ID).Controls())
	env.CheckClean()
}

func TestNobodyIsPingedInQuietHours(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	env.Clock.ToMidday()
	people := env.NewPlayers("es-ES", 2)
	ch := env.Guild.AddChannel("gardens")
	for _, p := range people {
		hour := env.Clock.Now().UTC().Hour()
		answer := p.MustCommand(ch, "me quiet",
			localdiscord.Args{"from": (hour + 2) % 24, "to": (hour + 8) % 24, "zone": "+2"})
		require.Contains(t, answer.Content, "UTC+2")
		require.Contains(t, answer.Content, env.Clock.Now().UTC().Add(2*time.Hour).Format("15:"), "the local time")
	}
	env.At(ch).Open(localdiscord.Args{"limit": "3600"}, people)
	env.Settle()
	require.Contains(t, ch.Last().Content, "**Ana**")
	for _, p := range people {
		require.Empty(t, p.Pings())
	}
	over := env.Clock.Now().UTC().Truncate(time.Hour).Add(6 * time.Hour)
	require.WithinDuration(t, over, env.Deadline(ch.Last()), time.Second, "the turn lasts until quiet hours end")
	require.NotRegexp(t, harness.Countdown.String()+".*"+harness.Countdown.String(), ch.Last().Content)

	before := len(ch.Messages())
	env.Clock.Forward(time.Until(over) - env.Clock.Ahead() + time.Minute)
	skipped := awaitMessages(env, ch, before, 1)
	require.Len(t, skipped.Mentions, 1, "after quiet hours the next player is pinged")
	env.CheckClean()
}
