package faults_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

// awaitAbandoned waits until the games of channels are abandoned, and that is announced.
func awaitAbandoned(env *harness.Env, channels ...*localdiscord.Channel) {
	for _, ch := range channels {
		env.Eventually("the game is abandoned", func() bool { return env.At(ch).Now().Status == table.Abandoned })
		_, events := env.At(ch).Load()
		require.Zero(env, events[len(events)-1].By)
	}
	env.Settle()
}

// skipUnannounced makes a move that cannot be announced until the fault is removed.
func skipUnannounced(env *harness.Env, ch *localdiscord.Channel) *localdiscord.ArmedFault {
	env.Settle()
	fault := env.Discord.Faults().REST(localdiscord.RESTFault{
		Method: "POST", Path: `/messages$`, Status: http.StatusBadGateway,
	})
	moderator := env.NewModerator("Mo", "en-US")
	harness.MustDo(moderator, ch, "game skip", localdiscord.Args{"player": "1"})
	return fault
}

func TestGamesOfADeletedChannelAndItsThreadsAreAbandoned(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach})
	people := env.NewPlayers(2)
	ch, other := env.Guild.AddChannel("square"), env.Guild.AddChannel("other")
	env.At(ch).Open(nil, people)
	env.At(other).Open(nil, people)
	thread := env.At(ch).OpenThread(nil, people)
	fault := skipUnannounced(env, ch)
	ch.Delete()
	fault.Remove()
	awaitAbandoned(env, ch, thread)
	require.Equal(t, table.Running, env.At(other).Now().Status)
}

func TestGamesDeletedWhileTheBotWasAwayAreAbandoned(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Retry: never})
	people := env.NewPlayers(2)
	square, ch, other := env.Guild.AddChannel("square"), env.Guild.AddChannel("ch"), env.Guild.AddChannel("other")
	hidden := env.Guild.AddChannel("hidden")
	for _, at := range []*localdiscord.Channel{ch, other, hidden} {
		env.At(at).Open(nil, people)
	}
	below, thread := env.At(ch).OpenThread(nil, people), env.At(square).OpenThread(nil, people)
	archived := env.At(square).OpenThread(nil, people)
	env.Settle()
	archived.Archive(true)
	require.NoError(t, env.Bot.Stop())
	ch.Delete()
	thread.Delete()
	env.Discord.Faults().InvalidateSession(false) // no session lives that long
	hidden.DenyBot(wire.ViewChannel)
	env.Bot.Start()
	awaitAbandoned(env, ch, below)
	awaitSuspended(env, true, hidden, thread) // the thread may as well be one that the bot cannot see
	awaitSuspended(env, false, other, archived)
}

// TestOnlyAnEventEndsAGame has Discord say of a channel, once or for good, that it knows none such.
func TestOnlyAnEventEndsAGame(t *testing.T) {
	t.Parallel()
	for name, times := range map[string]int{"once": 1, "for good": 0} {
		t.Run(name, func(t *testing.T) {
			env, ch, first, _ := harness.StartedGame(t, harness.Options{}, nil)
			unknown := env.Discord.Faults().REST(localdiscord.RESTFault{
				Method: "POST", Path: `/channels/\d+/messages$`, Status: 404, Code: 10003, Times: times,
			})
			first.MustRemoveTile(ch)
			env.Eventually("the bot hears it", func() bool { return unknown.Hits() > 0 })
			if times == 0 {
				awaitSuspended(env, true, ch)
				unknown.Remove()
			}
			env.Settle()
			awaitSuspended(env, false, ch)
			require.Equal(t, table.Running, env.At(ch).Now().Status)
			require.Contains(t, ch.Messages()[2].Content, "removed")
		})
	}
}

func TestThreadWaitsForAChannelThatDiscordDoesNotKnow(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, ch := env.NewPlayer("Ana", "en-US"), env.Guild.AddChannel("square")
	unknown := env.Discord.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: `/threads$`, Status: 404, Code: 10003, Times: 3})
	ana.MustCommand(ch, "game new", localdiscord.Args{"thread": true})
	env.Eventually("the thread is there", func() bool { return len(ch.Threads()) == 1 && ch.Threads()[0].Last() != nil })
	require.EqualValues(t, 3, unknown.Hits())
}

// TestEndOfAGameWithoutAChannelIsToldElsewhere deletes a thread and a channel. Ana wants messages.
func TestEndOfAGameWithoutAChannelIsToldElsewhere(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Locale: harness.LocaleOf(t)})
	people := env.NewPlayers(2)
	ana, bo := people[0], people[1]
	storetest.SetPreferences(t, env.Store, ana.UserID(), store.Preferences{Pings: store.Pings{Direct: true}})
	square, ch := env.Guild.AddChannel("square"), env.Guild.AddChannel("gardens")
	thread := env.At(square).OpenThread(nil, people)
	env.At(ch).Open(nil, people)
	env.Settle()
	told := func(ch *localdiscord.Channel) string {
		return env.Words.Say("bot.table.lost", "Game", env.Words.Say("gardens.name"),
			"Players", env.Words.List(sentences.AllNames(env.Words, env.At(ch).Now())))
	}
	thread.Delete()
	awaitAbandoned(env, thread)
	require.Equal(t, told(thread), square.Last().Content)
	before := len(ana.DirectMessages())
	ch.Delete()
	awaitAbandoned(env, ch)
	direct := ana.DirectMessages()
	require.Len(t, direct, before+1)
	require.Equal(t, told(ch), direct[before].Content)
	require.Empty(t, bo.DirectMessages())
}

// gone returns what the store notes of an environment's guild, "" if the bot is on it.
func gone(env *harness.Env) string {
	note, err := env.Store.Note(env.Context(), store.GoneNote(env.GuildID()))
	require.NoError(env, err)
	return note
}

// playToTheEnd ends a game in a new channel of the environment's guild.
func playToTheEnd(env *harness.Env) *localdiscord.Channel {
	people, ch := env.NewPlayers(2), env.Guild.AddChannel("square")
	env.At(ch).Open(nil, people)
	env.At(ch).Resign(people[0])
	env.Settle()
	return ch
}

const day = 24 * time.Hour

// TestServerThatRemovedTheBotIsForgotten removes the bot from one of two servers. The server takes
// it back after 29 days, and loses nothing; an outage is no removal. The second time nothing is
// left of it after 30 days, and the other server keeps everything. When the bot returns, it begins
// anew.
func TestServerThatRemovedTheBotIsForgotten(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach})
	stays := env.InGuild(env.Discord.AddGuild("Nineveh", "de"), "de", harness.Gardens, 7)
	playToTheEnd(stays)
	open := env.Guild.AddChannel("open")
	env.At(open).Open(nil, env.NewPlayers(2))
	env.NewManager("Meg", "en-US").MustCommand(playToTheEnd(env), "settings", localdiscord.Args{"language": "fr"})
	env.Settle()
	for _, takenBack := range []bool{true, false} {
		env.Guild.RemoveBot()
		env.Eventually("the removal is noted", func() bool { return gone(env) != "" })
		env.Guild.TellOutage(false) // an event that comes late
		playToTheEnd(stays)         // after it
		require.NotEmpty(t, gone(env))
		awaitSuspended(env, true, open)
		env.Clock.Forward(29 * day)
		env.CheckStore()
		require.Len(t, env.Results(), 1)
		if !takenBack {
			break
		}
		env.Guild.AddBot(wire.DefaultBotPermissions)
		env.Eventually("the return is noted", func() bool { return gone(env) == "" })
		awaitSuspended(env, false, open)
		env.Guild.TellOutage(true)
		env.Clock.Forward(40 * day)
		playToTheEnd(stays) // after the events before
		require.Empty(t, gone(env))
		env.Guild.TellOutage(false)
	}
	env.Clock.Forward(day + time.Hour)
	env.Eventually("the server is forgotten", func() bool { return gone(env) == "" })
	require.Empty(t, env.Results())
	env.CheckStore()
	require.NotContains(t, string(env.File()), env.Guild.ID)
	awaitLog(env, "a server that the bot left is forgotten")
	require.Len(t, stays.Results(), 4)

	env.Guild.AddBot(wire.DefaultBotPermissions)
	playToTheEnd(env)
	require.Len(t, env.Results(), 1)
}

// TestRemovalWhileTheBotWasAwayIsNoticed removes a bot with several shards from a server while it
// does not run. It notices that when it starts, by sessions that list only their own servers.
func TestRemovalWhileTheBotWasAwayIsNoticed(t *testing.T) {
	env, envs := newShards(t, 3, harness.Options{Refusals: harness.OutOfReach})
	left, open := envs[1], envs[1].Guild.AddChannel("open")
	left.At(open).Open(nil, left.NewPlayers(2))
	env.Settle()
	require.NoError(t, env.Bot.Stop())
	left.Guild.RemoveBot()
	env.Bot.StartAgain()
	awaitSessions(env, 3)
	env.Eventually("the removal is noted", func() bool { return gone(left) != "" })
	awaitSuspended(left, true, open)
	require.Empty(t, gone(envs[0])+gone(envs[2]))
}
