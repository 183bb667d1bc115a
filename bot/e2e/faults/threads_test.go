package faults_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/engine/longrun"
)

// TestThreadIsOpenedOnceDespiteLostReplies loses replies, and stops the bot between two steps.
func TestThreadIsOpenedOnceDespiteLostReplies(t *testing.T) {
	t.Parallel()
	for name, fault := range longrun.Some(map[string]localdiscord.RESTFault{
		"the reply to the note":       {Method: "POST", Path: `/messages$`, Times: 1, DropReply: true},
		"the reply to the thread":     {Method: "POST", Path: `/threads$`, Times: 1, DropReply: true},
		"the thread, for a while":     {Method: "POST", Path: `/threads$`, Times: 3, Status: http.StatusBadGateway},
		"the reply to the link":       {Method: "PATCH", Path: `/messages/\d+$`, Times: 1, DropReply: true},
		"everything, until a restart": {Path: `/(messages|threads)`, Status: http.StatusServiceUnavailable},
	}, "the reply to the note", "the reply to the thread", "everything, until a restart") {
		t.Run(name, func(t *testing.T) {
			env := harness.New(t, harness.Options{Refusals: harness.OutOfReach})
			ana := env.NewPlayer("Ana", "en-US")
			ch := env.Guild.AddChannel("square")
			armed := env.Discord.Faults().REST(fault)
			ana.MustCommand(ch, "game new", localdiscord.Args{"thread": true})
			env.Eventually("the fault happens", func() bool { return armed.Hits() > 0 })
			require.NoError(t, env.Bot.Stop())
			armed.Remove()
			env.Bot.Start()
			env.Eventually("the lobby is in the thread", func() bool {
				return len(ch.Threads()) > 0 && ch.Threads()[0].Last() != nil
			})
			env.Settle()
			require.Len(t, ch.Threads(), 1)
			require.Len(t, ch.Messages(), 1, "one note")
			require.Len(t, ch.Threads()[0].Messages(), 1, "one lobby")
			shown, ok := control.Parse(ch.Threads()[0].Last().Controls()[0].CustomID)
			require.True(t, ok, "the first button of the lobby is one of the bot's")
			require.Equal(t, env.At(ch.Threads()[0]).ID(), shown.Table)
		})
	}
}

// TestPostIsOpenedOnceDespiteLostReplies uses a forum, where Discord tells no repeated request.
func TestPostIsOpenedOnceDespiteLostReplies(t *testing.T) {
	t.Parallel()
	for name, fault := range longrun.Some(map[string]localdiscord.RESTFault{
		"the reply to the post":       {Method: "POST", Path: `/threads$`, Times: 1, DropReply: true},
		"the post, for a while":       {Method: "POST", Path: `/threads$`, Times: 3, Status: http.StatusBadGateway},
		"everything, until a restart": {Path: `/(messages|threads)`, Status: http.StatusServiceUnavailable},
	}, "the reply to the post") {
		for _, restarts := range []bool{false, true} {
			t.Run(fmt.Sprint(name, restarts), func(t *testing.T) {
				env := harness.New(t, harness.Options{})
				ana := env.NewPlayer("Ana", "en-US")
				forum := env.Guild.AddForum("forum", false, "Babylon")
				here := ana.Post(forum, "Who plays?")
				ana.Post(forum, "Babylon · Ana") // a post of the same name
				armed := env.Discord.Faults().REST(fault)
				blind := localdiscord.RESTFault{Path: `/threads/active$`, Status: http.StatusBadGateway}
				if !restarts {
					blind.Times = 1
				}
				unseen := env.Discord.Faults().REST(blind) // so the next process has to settle the entry
				ana.MustCommand(here, "game new", localdiscord.Args{"thread": true})
				env.Eventually("the fault happens", func() bool { return armed.Hits() > 0 })
				if restarts {
					require.NoError(t, env.Bot.Stop())
					armed.Remove()
					unseen.Remove()
					env.Bot.StartAgain()
				}
				armed.Remove()
				env.Eventually("the lobby is in the post", func() bool {
					return len(forum.Threads()) > 2 && len(forum.Threads()[2].Messages()) == 1
				})
				env.Settle()
				require.Len(t, forum.Threads(), 3)
				require.Len(t, forum.Threads()[2].Messages(), 1, "the lobby")
				require.Equal(t, []string{"Babylon"}, forum.Threads()[2].Tags())
			})
		}
	}
}

func TestGameIsPlayedInTheChannelIfTheThreadCannotBeOpened(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana := env.NewPlayer("Ana", "en-US")
	ch := env.Guild.AddChannel("square")
	env.Discord.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: `/threads$`, Status: http.StatusBadRequest})
	ana.MustCommand(ch, "game new", localdiscord.Args{"thread": true})
	env.Eventually("the lobby is in the channel", func() bool { return len(ch.Messages()) == 2 })
	require.NotEmpty(t, ch.Last().Controls())
	require.Empty(t, ch.Threads())
	ana.MustCommand(ch, "game leave", nil)
	env.Settle()
}

// waitingThread starts a game in a thread, with a move that is announced once the fault is removed.
func waitingThread(env *harness.Env, fault localdiscord.RESTFault) (*localdiscord.Channel, *localdiscord.ArmedFault) {
	people := env.NewPlayers(2)
	thread := env.At(env.Guild.AddChannel("square")).OpenThread(nil, people)
	env.Settle()
	fault.Method, fault.Path = "POST", `/messages$`
	armed := env.Discord.Faults().REST(fault)
	require.NoError(env, env.At(thread).PlayRandomMoves(people, 91, 1))
	return thread, armed
}

func TestArchivedThreadIsReopened(t *testing.T) {
	env := harness.New(t, harness.Options{})
	thread, posts := waitingThread(env, localdiscord.RESTFault{Status: http.StatusBadGateway})
	thread.Archive(true)
	posts.Remove()
	env.Settle()
	require.False(t, thread.IsArchived(), "the thread is open again")
	require.Contains(t, thread.Last().Content, "removed")
}

func TestLockedThreadKeepsItsAnnouncements(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach})
	env.Guild.SetBotPermissions(wire.DefaultBotPermissions &^ wire.ManageThreads)
	thread, posts := waitingThread(env, localdiscord.RESTFault{Status: http.StatusBadGateway})
	thread.Archive(true)
	thread.Lock(true)
	posts.Remove()
	env.Eventually("the log says why nothing is announced", func() bool {
		return strings.Contains(env.BotLog.Text(), "reopening an archived thread")
	})
	require.NotEmpty(t, env.Outbox(), "the announcement is not lost")
	awaitSuspended(env, true, thread)
	before := len(thread.Messages())
	thread.Lock(false)
	thread.Archive(false)
	awaitSuspended(env, false, thread)
	env.Settle()
	require.Len(t, thread.Messages(), before+2)
	require.Contains(t, thread.Messages()[before].Content, "removed")
}

// TestMessageRefusedByALockedThreadIsSentLater has Discord refuse a message with the code of locked
// threads. The documentation does not say by which status.
func TestMessageRefusedByALockedThreadIsSentLater(t *testing.T) {
	for _, status := range []int{http.StatusBadRequest, http.StatusForbidden} {
		env := harness.New(t, harness.Options{Refusals: harness.OutOfReach})
		people := env.NewPlayers(2)
		thread := env.At(env.Guild.AddChannel("square")).OpenThread(nil, people)
		env.Settle()
		env.Discord.Faults().DropEvents("THREAD_UPDATE", 2) // so that only a message has the game go on
		thread.Lock(true)
		locked := env.Discord.Faults().REST(localdiscord.RESTFault{
			Method: "POST", Path: `/messages$`, Status: status, Code: 160005,
		})
		require.NoError(t, env.At(thread).PlayRandomMoves(people, 91, 1))
		before := len(thread.Messages())
		env.Eventually("the message is tried again", func() bool { return locked.Hits() > 3 })
		awaitSuspended(env, true, thread)
		thread.Lock(false)
		locked.Remove()
		env.Settle()
		awaitSuspended(env, false, thread)
		require.Len(t, thread.Messages(), before+2)
		require.Contains(t, thread.Messages()[before].Content, "removed")
	}
}

// TestNobodyLosesATurnInALockedThread also has Discord tell the bot nothing of the lock.
func TestNobodyLosesATurnInALockedThread(t *testing.T) {
	t.Parallel()
	for name, told := range map[string]bool{"told": true, "not told": false} {
		t.Run(name, func(t *testing.T) {
			env := harness.New(t, harness.Options{Refusals: harness.OutOfReach})
			people := env.NewPlayers(2)
			thread := env.At(env.Guild.AddChannel("square")).OpenThread(localdiscord.Args{"limit": "300"}, people)
			env.Settle()
			if told {
				thread.Lock(true)
				thread.Archive(true)
			} else {
				env.Discord.Faults().DropEvents("THREAD_UPDATE", 1)
				thread.Lock(true)
				require.NoError(t, env.At(thread).PlayRandomMoves(people, 91, 1))
			}
			awaitSuspended(env, true, thread)
			moves := env.At(thread).Moves()
			env.Clock.Forward(3 * day)
			env.Bot.RestartAfter(0)
			require.Equal(t, moves, env.At(thread).Moves(), "nobody could press or type anything")
			thread.Lock(false)
			awaitSuspended(env, false, thread)
			env.Settle()
			require.NoError(t, env.At(thread).PlayRandomMoves(people, 92, 1))
		})
	}
}

func TestPlayerInALockedThreadLearnsWhyNothingAppears(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Locale: harness.LocaleOf(t)})
	env.Guild.SetBotPermissions(wire.DefaultBotPermissions &^ wire.ManageThreads)
	people := env.NewPlayers(2)
	thread := env.At(env.Guild.AddChannel("square")).OpenThread(nil, people)
	env.Settle()
	first := env.At(thread).BySeat(people)[0]
	why := "⚠️ " + first.T("bot.error.locked")
	panel := first.MustOpenPanel(thread)
	require.NotContains(t, panel.Content, why)
	thread.Lock(true)
	awaitSuspended(env, true, thread)
	require.Contains(t, first.MustChooseFirst(panel).Content, why)
	status := first.MustCommand(thread, "game status", nil).Content
	require.Contains(t, status, "⏸️ "+first.T("table.refused.suspended"))
	require.Contains(t, status, why)
	env.Guild.SetBotPermissions(wire.DefaultBotPermissions | wire.ManageThreads)
	require.NotContains(t, first.MustOpenPanel(thread).Content, why, "the bot may post")
	awaitSuspended(env, false, thread)
	env.Settle()
}

// TestKilledBotOpensOneThreadForEachTable kills the real program sooner or later after it was asked
// for a table in a thread, until it has answered some times.
func TestKilledBotOpensOneThreadForEachTable(t *testing.T) {
	const tables = 4
	harness.Parallel(t)
	env := harness.WithoutBot(t, localdiscord.Options{
		AnswerWithin:  10 * time.Second, // longer than the program tries
		SessionStarts: 1_000_000,        // each kill costs one
	}, 30)
	env.Guild = env.Discord.AddGuild("Babylon", "en-US")
	env.UseLanguage("en-US")
	p := harness.NewProcess(env, "--db", env.StorePath)
	p.Start()
	ana, ch := p.NewPlayer("Ana", "en-US"), p.Guild.AddChannel("square")
	opened := 0
	for after := time.Duration(0); opened < tables; after += 3 * time.Millisecond {
		asked, err := ana.Slash(t.Context(), ch, "game new", localdiscord.Args{"thread": true})
		require.NoError(t, err)
		time.Sleep(after)
		p.Kill()
		p.Eventually("Discord has noticed it", func() bool { return p.Discord.Sessions() == 0 })
		p.Discord.GiveUpInteractions()
		p.Start()
		if m, err := ana.Wait(asked, nil); err == nil && !ana.Refused(m) {
			opened++
		}
	}
	p.SettleFile()
	p.Terminate()
	require.GreaterOrEqual(t, len(ch.Threads()), tables)
	require.Len(t, ch.Messages(), len(ch.Threads()), "one message in the channel for each thread")
	for _, thread := range ch.Threads() {
		require.Len(t, thread.Messages(), 1, "one lobby")
	}
}
