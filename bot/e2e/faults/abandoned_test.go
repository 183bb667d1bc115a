package faults_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
	"amytis/store"
)

// awaitAbandoned waits until the games of channels are abandoned, and nothing is left to be
// announced.
func awaitAbandoned(env *harness.Env, channels ...*localdiscord.Channel) {
	env.Helper()
	for _, ch := range channels {
		env.Eventually("the game is abandoned", func() bool { return env.At(ch).Now().Status == table.Abandoned })
		_, events := env.At(ch).Load()
		require.Zero(env, events[len(events)-1].By)
	}
	env.Settle()
}

// skipUnannounced makes a move that cannot be announced until the fault is removed.
func skipUnannounced(env *harness.Env, ch *localdiscord.Channel) *localdiscord.ArmedFault {
	env.Helper()
	env.Settle()
	fault := env.Discord.Faults().REST(localdiscord.RESTFault{
		Method: "POST", Path: `/messages$`, Status: http.StatusBadGateway,
	})
	moderator := env.NewModerator("Mo", "en-US")
	m := moderator.MustCommand(ch, "game skip", localdiscord.Args{"player": "1"})
	require.False(env, moderator.Refused(m), m.Content)
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

// TestThreadWaitsForAChannelThatDiscordDoesNotKnow opens a game in a thread.
func TestThreadWaitsForAChannelThatDiscordDoesNotKnow(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, ch := env.NewPlayer("Ana", "en-US"), env.Guild.AddChannel("square")
	unknown := env.Discord.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: `/threads$`, Status: 404, Code: 10003, Times: 3})
	ana.MustCommand(ch, "game new", localdiscord.Args{"thread": true})
	env.Eventually("the thread is there", func() bool { return len(ch.Threads()) == 1 && ch.Threads()[0].Last() != nil })
	require.EqualValues(t, 3, unknown.Hits())
}

// TestEndOfAGameWithoutAChannelIsToldElsewhere deletes a thread and a channel. Ana wants direct
// messages.
func TestEndOfAGameWithoutAChannelIsToldElsewhere(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Locale: harness.LocaleOf(t)})
	people := env.NewPlayers(2)
	ana, bo := people[0], people[1]
	require.NoError(t, env.Store.ChangePreferences(env.Context(), ana.UserID(), func(p *store.Preferences) error {
		p.Pings.Direct = true
		return nil
	}))
	square, ch := env.Guild.AddChannel("square"), env.Guild.AddChannel("gardens")
	thread := env.At(square).OpenThread(nil, people)
	env.At(ch).Open(nil, people)
	env.Settle()
	told := func(ch *localdiscord.Channel) string {
		return env.Words.Say("bot.table.lost", "Game", env.Words.T("gardens.name", nil),
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
