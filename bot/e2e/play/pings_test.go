package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
)

// startedWishing starts a game of two, at midday, after both have used a command about themselves.
// first is the player whose turn it is.
func startedWishing(
	t *testing.T, game localdiscord.Args, command string, args localdiscord.Args,
) (env *harness.Env, ch *localdiscord.Channel, first, second *harness.Player) {
	env = harness.New(t, harness.Options{Locale: harness.LocaleOf(t)})
	env.Clock.ToMidday()
	people := env.NewPlayers(2)
	ch = env.Guild.AddChannel("gardens")
	for _, p := range people {
		p.MustCommand(ch, command, args)
		if args["how"] == "direct" {
			env.Eventually("the first direct message has come", func() bool { return len(p.DirectMessages()) == 1 })
		}
	}
	env.At(ch).Open(game, people)
	env.Settle()
	seats := env.At(ch).BySeat(people)
	return env, ch, seats[0], seats[1]
}

// awaitDirect waits until a player has n direct messages about games, and returns the last.
func awaitDirect(env *harness.Env, p *harness.Player, n int) *localdiscord.Message {
	env.Eventually("the direct message has come", func() bool { return len(directs(p)) >= n })
	env.Settle()
	all := directs(p)
	require.Len(env, all, n)
	return all[n-1]
}

// hello is how many direct messages only try whether they come.
const hello = 1

// directs returns a player's direct messages without the one that tries whether they come.
func directs(p *harness.Player) []*localdiscord.Message {
	return slices.DeleteFunc(p.DirectMessages(), func(m *localdiscord.Message) bool {
		return m.Content == p.T("bot.direct.hello")
	})
}

func TestDirectMessageTellsOfTheTurnInPlaceOfAMention(t *testing.T) {
	env, ch, first, second := startedWishing(t, nil, "me pings", localdiscord.Args{"how": "direct"})
	sent := awaitDirect(env, first, 1)
	require.Contains(t, sent.Content, env.Words.Say("bot.pings.your_turn"))
	require.Contains(t, sent.Content, "<#"+ch.ID+">")
	open := sent.Components[0].Components[0]
	require.Equal(t, env.Words.Say("bot.pings.open"), open.Label)
	require.True(t, strings.HasSuffix(open.URL, "/"+ch.Last().ID), "a link to the table message")
	require.Empty(t, ch.Last().Mentions)
	require.Len(t, first.Pings(), hello+1)
	before := len(ch.Messages())
	env.Bot.RestartAfter(time.Hour)
	first.MustRemoveTile(ch)
	news := awaitDirect(env, second, 1).Content
	require.Len(t, strings.Split(news, "\n"), 2, "with what has happened: %s", news)
	require.Len(t, ch.Messages(), before+1)
	require.Len(t, first.Pings(), hello+1)
	require.Len(t, second.Pings(), hello+1)
}

// isSilent reports whether Discord shows a message without a notification.
func isSilent(m *localdiscord.Message) bool {
	return m.Flags&int(discordgo.MessageFlagsSuppressNotifications) != 0
}

// TestOthersSeeWhoIsAwayAndNobodyPingsThem has a turn begin in an absence, and one in a turn.
func TestOthersSeeWhoIsAwayAndNobodyPingsThem(t *testing.T) {
	env, ch, away, other := startedWishing(t, localdiscord.Args{"limit": halfDay},
		"me away", localdiscord.Args{"until": "5"})
	until := env.Preferences(away).Absences[0].To
	line, _, _ := strings.Cut(env.Words.Say("bot.table.away", "Player", away.Name, "When", "\x00"), "\x00")
	other.MustCommand(ch, "me back", nil)
	require.Empty(t, away.Pings())
	require.Contains(t, ch.Last().Content, line)
	require.True(t, isSilent(ch.Last()), "nobody is notified of the turn of one who is away")
	require.Contains(t, other.MustCommand(ch, "game status", nil).Content, line)
	before := len(ch.Messages())
	env.Clock.Forward(time.UnixMilli(until).Add(-time.Hour).Sub(env.Clock.Now()))
	env.Bot.RestartAfter(0)
	env.Settle()
	require.Len(t, ch.Messages(), before, "no reminder and no skip")
	env.Clock.Forward(2 * time.Hour)
	called := awaitMessages(env, ch, before, 1)
	require.Contains(t, called.Content, fmt.Sprintf("<t:%d:R>", until/1000+12*60*60))
	require.Len(t, away.Pings(), 1, "called once when back")
	away.MustRemoveTile(ch)
	env.Settle()
	require.NotContains(t, ch.Last().Content, "🌴")
	require.Len(t, other.Pings(), 1)

	other.MustCommand(ch, "me away", localdiscord.Args{"until": "5"})
	said := awaitMessages(env, ch, before, 3)
	require.Contains(t, said.Content, env.Words.Say("bot.table.away", "Player", "**"+other.Name+"**",
		"When", sentences.FixedTime(env.Preferences(other).Absences[1].To)))
	require.True(t, isSilent(said), "nobody is notified that one is away")
	for range 2 {
		other.MustCommand(ch, "me away", nil) // changes nothing
		other.MustCommand(ch, "me back", nil)
	}
	require.True(t, isSilent(awaitMessages(env, ch, before, 4)), "nor that one is back, which is told once")
	require.Len(t, other.Pings(), 1)
}

// halfDay is a time limit for turns as the command takes it, in seconds.
const halfDay = "43200"

// awaitMessages waits until a channel has n more messages than before, and returns the last.
func awaitMessages(env *harness.Env, ch *localdiscord.Channel, before, n int) *localdiscord.Message {
	env.Eventually("the channel has the messages expected", func() bool { return len(ch.Messages()) >= before+n })
	env.Settle()
	require.Len(env, ch.Messages(), before+n)
	return ch.Last()
}

func TestLatePlayerIsRemindedOnceThenSkipped(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: harness.LocaleOf(t)},
		localdiscord.Args{"limit": halfDay, "stand-in": "0"})
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
		env.Words.Say("gardens.line.skipped", "Name", first.Name)), skipped.Content)
	require.Len(t, second.Pings(), 1)
	require.Len(t, first.Pings(), 2)
	env.CheckDeadline(skipped, 12*time.Hour)
}
