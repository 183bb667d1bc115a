package faults_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/engine/longrun"
)

// forgotten is longer than Discord remembers a nonce.
const forgotten = 10 * time.Minute

// waits are how the bot comes to send an entry again after Discord has forgotten its nonce.
var waits = map[string]func(*harness.Env){
	"in the same process": func(env *harness.Env) { env.Clock.Forward(forgotten) },
	"after a restart":     func(env *harness.Env) { env.Bot.RestartAfter(forgotten) },
}

// losesTheReply does something that the bot announces. Discord posts the message, but the reply is
// lost, and Discord is gone until it has forgotten the nonce.
func losesTheReply(env *harness.Env, wait, do func()) {
	env.Settle()
	f := env.Discord.Faults()
	lost := f.REST(localdiscord.RESTFault{Method: "POST", Path: `/messages$`, Times: 1, DropReply: true})
	gone := f.REST(localdiscord.RESTFault{Path: harness.Posts, Status: http.StatusServiceUnavailable})
	do()
	env.Eventually("the message is posted", func() bool { return lost.Hits() == 1 })
	// After some failures the bot pauses, so that no attempt is under way while time passes.
	env.Eventually("the bot tries again", func() bool { return gone.Hits() > 6 })
	wait()
	tries := gone.Hits() // the last of them may have begun before the wait
	env.Eventually("the bot tries again after the wait", func() bool { return gone.Hits() > tries+1 })
	gone.Remove()
	env.Settle()
}

func TestTableMessageIsPostedOnceThoughDiscordForgotItsNonce(t *testing.T) {
	t.Parallel()
	for name, wait := range waits {
		t.Run(name, func(t *testing.T) {
			env, ch, first, second := harness.StartedGame(t, harness.Options{SharedClock: true}, nil)
			before := len(ch.Messages())
			losesTheReply(env, func() { wait(env) }, func() { first.MustRemoveTile(ch) })
			require.Len(t, ch.Messages(), before+1)
			require.Len(t, second.Pings(), 1, "one ping")
			require.True(t, env.At(ch).OnlyLastHasButtons(), "the message counts as sent")
			second.MustRemoveTile(ch)
			env.Settle()
			require.Len(t, ch.Messages(), before+2)
			require.True(t, env.At(ch).OnlyLastHasButtons(), "the message before has lost its buttons")
		})
	}
}

// TestLobbyIsPostedOnceThoughItsReplyIsLost has Bo join, or the host leave, before the bot knows
// the message.
func TestLobbyIsPostedOnceThoughItsReplyIsLost(t *testing.T) {
	for _, closed := range []bool{false, true} {
		env := harness.New(t, harness.Options{SharedClock: true})
		ana, bo, ch := env.NewPlayer("Ana", "en-US"), env.NewPlayer("Bo", "en-US"), env.Guild.AddChannel("square")
		losesTheReply(env, func() {
			if closed {
				ana.MustCommand(ch, "game leave", nil)
				return
			}
			env.Bot.RestartAfter(forgotten)
			bo.MustCommand(ch, "game join", nil)
		}, func() { ana.MustCommand(ch, "game new", nil) })
		require.Len(t, ch.Messages(), 1)
		require.Equal(t, closed, len(ch.Last().Controls()) == 0)
		require.Equal(t, !closed, strings.Contains(ch.Last().Text(), "• Bo"), "it is brought up to date")
	}
}

// TestNoteOfAThreadIsNotTakenForThatOfAnother opens a second game while the first one's note waits
// for its thread. The bot looks for the second note, and finds the first, which looks alike.
func TestNoteOfAThreadIsNotTakenForThatOfAnother(t *testing.T) {
	env := harness.New(t, harness.Options{SharedClock: true})
	ana, ch := env.NewPlayer("Ana", "en-US"), env.Guild.AddChannel("square")
	open := func() { ana.MustCommand(ch, "game new", localdiscord.Args{"thread": true}) }
	faults := env.Discord.Faults()
	threads := faults.REST(localdiscord.RESTFault{Method: "POST", Path: `/threads$`, Status: http.StatusServiceUnavailable})
	open()
	env.Eventually("the first note is posted", func() bool { return threads.Hits() > 0 })
	posts := faults.REST(localdiscord.RESTFault{Method: "POST", Path: `/messages$`, Status: http.StatusServiceUnavailable})
	open()
	env.Eventually("the second note is tried", func() bool { return posts.Hits() > 0 })
	env.Bot.RestartAfter(forgotten)
	posts.Remove()
	env.Eventually("the second note is posted", func() bool { return len(ch.Messages()) == 2 })
	threads.Remove()
	env.Settle()
	require.Len(t, ch.Messages(), 2)
	require.Len(t, ch.Threads(), 2)
}

// TestMessageIsSentWhereTheBotMayNotLookForIt takes the permission to read a channel's history.
func TestMessageIsSentWhereTheBotMayNotLookForIt(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{SharedClock: true}, nil)
	ch.DenyBot(wire.ReadMessageHistory)
	fault := env.Discord.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: harness.Posts, Status: 503})
	for range 2 {
		hits := fault.Hits()
		first.MustRemoveTile(ch)
		env.Eventually("the announcement is tried", func() bool { return fault.Hits() > hits })
		_, err := second.Say(ch, "Is it my turn?") // so the channel has a message that the bot cannot see
		require.NoError(t, err)
		env.Bot.RestartAfter(forgotten)
		fault.Remove()
		env.Settle()
		fault = env.Discord.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: harness.Posts, Status: 503})
		first, second = second, first
	}
	fault.Remove()
	require.Len(t, first.Pings(), 2)
	require.Len(t, second.Pings(), 1)
	require.Equal(t, 2, strings.Count(env.BotLog.Text(), "Read Message History"), "once for each process")
}

func TestButtonsThatCannotBeRemovedDelayNothing(t *testing.T) {
	t.Parallel()
	for name, fault := range longrun.Some(map[string]localdiscord.RESTFault{
		"too many edits": {Status: http.StatusTooManyRequests, Code: 30046, RetryAfter: 20 * time.Minute},
		"slow edits":     {Delay: never},
		"failing edits":  {Status: http.StatusBadGateway},
		"forbidden":      {Status: http.StatusForbidden, Code: 50013},
	}, "too many edits", "slow edits") {
		t.Run(name, func(t *testing.T) {
			env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
			env.Settle()
			fault.Method, fault.Path = "PATCH", `/messages/\d+$`
			armed := env.Discord.Faults().REST(fault)
			before := len(ch.Messages())
			for n := range 4 {
				first.MustRemoveTile(ch)
				env.Eventually("the turn is announced", func() bool { return len(ch.Messages()) == before+n+1 })
				first, second = second, first
			}
			require.Positive(t, armed.Hits())
			if fault.Delay == 0 {
				env.Settle() // the bot gives up
				return
			}
			require.NoError(t, env.Bot.Stop())
			require.NotEmpty(t, env.Outbox())
			armed.Remove()
			env.Bot.StartAgain()
			env.Settle()
			require.True(t, env.At(ch).OnlyLastHasButtons(), "the next start makes up for it")
		})
	}
}

func TestDeletedMessageDoesNotStopTheGame(t *testing.T) {
	env, ch, people := harness.OpenedGame(t, harness.Options{Refusals: harness.OutOfReach, Seed: 60}, nil, 2)
	moderator := env.NewModerator("Mo", "en-US")
	for range 4 {
		env.Settle()
		require.NoError(t, moderator.Delete(ch.Last()))
		for _, p := range people {
			if p.Inbox.TakePing() {
				p.MustRemoveTile(ch)
				break
			}
		}
	}
	env.Settle()
	require.NotEmpty(t, ch.Last().Controls())
}

func TestDeletedLiveMessageIsPostedAgain(t *testing.T) {
	options := harness.Options{Refusals: harness.OutOfReach, Seed: 63, Variant: harness.QuickTowers}
	env, ch, people := harness.OpenedGame(t, options, nil, 3)
	moderator := env.NewModerator("Mo", "en-US")
	seats := env.At(ch).BySeat(people)
	seats[0].MustCommand(ch, "towers tower", localdiscord.Args{"cell": "1:k7"})
	env.Settle()
	live := ch.Last()
	require.Contains(t, live.Content, "k7 raised to 1")
	require.NoError(t, moderator.Delete(live))
	cell, err := seats[1].Pick(ch, "towers tower", nil, "cell")
	require.NoError(t, err)
	harness.MustDo(seats[1], ch, "towers tower", localdiscord.Args{"cell": cell})
	env.Settle()
	again := ch.Last()
	require.NotEqual(t, live.ID, again.ID)
	require.Contains(t, again.Content, "k7 raised to 1", "the text of the deleted message")
	require.NotEmpty(t, again.Controls())
	for _, p := range people {
		require.Len(t, p.Pings(), 1, "nobody is pinged again")
	}
}
