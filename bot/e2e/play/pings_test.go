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
	"amytis/engine/table"
)

// startedWishing starts a game of two, at midday, after both have used a command about themselves.
// first is the player whose turn it is.
func startedWishing(
	t *testing.T, locale string, game localdiscord.Args, command string, args localdiscord.Args,
) (env *harness.Env, ch *localdiscord.Channel, first, second *harness.Player) {
	env = harness.New(t, harness.Options{Locale: locale})
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
	env, ch, first, second := startedWishing(t, harness.LocaleOf(t), nil, "me pings",
		localdiscord.Args{"how": "direct"})
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

// awayLine returns the public line about a player who is away, without the time.
func awayLine(env *harness.Env, p *harness.Player) string {
	const when = "\x00"
	line := env.Words.Say("bot.table.away", "Player", p.Name, "When", when)
	return line[:len(line)-len(when+".")]
}

func TestOthersSeeWhoIsAwayAndNobodyPingsThem(t *testing.T) {
	env, ch, away, other := startedWishing(t, harness.LocaleOf(t), localdiscord.Args{"limit": halfDay},
		"me away", localdiscord.Args{"until": "5"})
	other.MustCommand(ch, "me back", nil)
	require.Empty(t, away.Pings())
	require.Contains(t, ch.Last().Content, awayLine(env, away))
	require.True(t, isSilent(ch.Last()), "nobody is notified of the turn of one who is away")
	require.Contains(t, other.MustCommand(ch, "game status", nil).Content, awayLine(env, away))
	before := len(ch.Messages())
	env.Clock.Forward(3 * 24 * time.Hour)
	env.Bot.RestartAfter(time.Hour)
	env.Settle()
	require.Len(t, ch.Messages(), before, "no reminder and no skip")
	p := env.Preferences(away)
	back := time.UnixMilli(p.Absences[0].To)
	env.Clock.Forward(back.Add(time.Hour).Sub(env.Clock.Now()))
	called := awaitMessages(env, ch, before, 1)
	require.Contains(t, called.Content, fmt.Sprintf("<t:%d:R>", p.Absences[0].To/1000+12*60*60))
	require.Len(t, away.Pings(), 1, "called once when back")
	away.MustRemoveTile(ch)
	env.Settle()
	require.NotContains(t, ch.Last().Content, "🌴")
	require.Len(t, other.Pings(), 1)
}

// TestOthersAreToldOfAnAbsenceDuringATurnWithoutALimit repeats the commands, and restarts the bot.
func TestOthersAreToldOfAnAbsenceDuringATurnWithoutALimit(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: harness.LocaleOf(t)},
		localdiscord.Args{"limit": "0"})
	env.Clock.ToMidday()
	before, pings := len(ch.Messages()), len(first.Pings())
	second.MustCommand(ch, "me away", localdiscord.Args{"until": "5"})
	second.MustCommand(ch, "me back", nil)
	require.Empty(t, env.At(ch).KindsOfTwo(), "nobody waits for the second player")
	away := func() {
		first.MustCommand(ch, "me away", localdiscord.Args{"until": "5"})
		first.MustCommand(ch, "me away", nil)
	}
	away()
	env.Bot.RestartAfter(time.Hour)
	away()
	said := awaitMessages(env, ch, before, 1)
	p := env.Preferences(first)
	name := "**" + first.Name + "**"
	require.Contains(t, said.Content,
		env.Words.Say("bot.table.away", "Player", name, "When", fmt.Sprintf("<t:%d:f>", p.Absences[0].To/1000)))
	require.True(t, isSilent(said), "nobody is notified that one is away")
	for range 2 {
		first.MustCommand(ch, "me back", nil)
	}
	said = awaitMessages(env, ch, before, 2)
	require.Contains(t, said.Content, env.Words.Say("bot.table.back", "Player", name))
	require.True(t, isSilent(said), "nobody is notified that one is back")
	first.MustRemoveTile(ch)
	env.Settle()
	require.Len(t, ch.Messages(), before+3, "each change is told once")
	require.Len(t, first.Pings(), pings)
	require.Equal(t, []table.EventKind{table.Paused, table.Paused}, env.At(ch).KindsOfTwo()[:2])
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

func TestLatePlayerIsRemindedOnceThenSkippedThenResigned(t *testing.T) {
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

	for range 5 {
		before = len(ch.Messages())
		env.Clock.Forward(13 * time.Hour)
		awaitMessages(env, ch, before, 1)
	}
	env.Clock.Forward(13 * time.Hour)
	env.Eventually("one of the players has lost the seat", func() bool { return env.At(ch).Won() })
	out := env.Words.Say("bot.table.timed_out", "Name", first.Name, "Count", 3)
	require.True(t, harness.Tells(ch.Last().Content, out), ch.Last().Content)
}
