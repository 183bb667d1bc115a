package faults_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

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

// startedThread starts a game in a thread.
func startedThread(t *testing.T, args localdiscord.Args) (*harness.Table, []*harness.Player) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Locale: harness.LocaleOf(t)})
	people := env.NewPlayers(2)
	at := env.At(env.At(env.Guild.AddChannel("square")).OpenThread(args, people))
	env.Settle()
	return at, at.BySeat(people)
}

// TestThreadThatIsClosedWhileANewsWaits archives a thread before a move is announced, and also
// locks it for a bot that may not open it. An archived one is opened, a locked one keeps what
// waits.
func TestThreadThatIsClosedWhileANewsWaits(t *testing.T) {
	t.Parallel()
	for name, locked := range map[string]bool{"archived": false, "locked": true} {
		t.Run(name, func(t *testing.T) {
			at, people := startedThread(t, nil)
			thread, before := at.Channel, len(at.Channel.Messages())
			posts := at.Discord.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: `/messages$`, Status: 502})
			people[0].MustRemoveTile(thread)
			if locked {
				at.Guild.SetBotPermissions(wire.DefaultBotPermissions &^ wire.ManageThreads)
				thread.Lock(true)
			}
			thread.Archive(true)
			posts.Remove()
			if locked {
				awaitLog(at.Env, "reopening an archived thread")
				require.NotEmpty(t, at.Outbox(), "the announcement is not lost")
				awaitSuspended(at.Env, true, thread)
				thread.Lock(false)
				thread.Archive(false)
				awaitSuspended(at.Env, false, thread)
				before++ // the game goes on
			}
			at.Settle()
			require.False(t, thread.IsArchived(), "the thread is open again")
			require.Len(t, thread.Messages(), before+1)
		})
	}
}

// TestMessageRefusedByALockedThreadIsSentLater has Discord refuse a message with the code of locked
// threads. The documentation does not say by which status.
func TestMessageRefusedByALockedThreadIsSentLater(t *testing.T) {
	for _, status := range []int{http.StatusBadRequest, http.StatusForbidden} {
		at, people := startedThread(t, nil)
		thread, before := at.Channel, len(at.Channel.Messages())
		at.Discord.Faults().DropEvents("THREAD_UPDATE", 2) // so that only a message has the game go on
		thread.Lock(true)
		locked := at.Discord.Faults().REST(localdiscord.RESTFault{
			Method: "POST", Path: `/messages$`, Status: status, Code: 160005,
		})
		people[0].MustRemoveTile(thread)
		at.Eventually("the message is tried again", func() bool { return locked.Hits() > 3 })
		awaitSuspended(at.Env, true, thread)
		thread.Lock(false)
		locked.Remove()
		at.Settle()
		awaitSuspended(at.Env, false, thread)
		require.Len(t, thread.Messages(), before+2)
	}
}

// TestNobodyLosesATurnInALockedThread also has Discord tell the bot nothing of the lock. Who acts
// in the thread learns why nothing appears.
func TestNobodyLosesATurnInALockedThread(t *testing.T) {
	t.Parallel()
	for name, told := range map[string]bool{"told": true, "not told": false} {
		t.Run(name, func(t *testing.T) {
			at, people := startedThread(t, localdiscord.Args{"limit": "300"})
			first, thread := people[0], at.Channel
			at.Guild.SetBotPermissions(wire.DefaultBotPermissions &^ wire.ManageThreads)
			why := "⚠️ " + first.T("bot.error.locked")
			panel := first.MustOpenPanel(thread)
			require.NotContains(t, panel.Content, why)
			if !told {
				at.Discord.Faults().DropEvents("THREAD_UPDATE", 1)
			}
			thread.Lock(true)
			if !told {
				first.MustChooseFirst(panel) // its announcement fails
			}
			awaitSuspended(at.Env, true, thread)
			if told {
				require.Contains(t, first.MustChooseFirst(panel).Content, why)
			}
			status := first.MustCommand(thread, "game status", nil).Content
			require.Contains(t, status, "⏸️ "+first.T("table.refused.suspended"))
			require.Contains(t, status, why)
			moves := at.Moves()
			at.Clock.Forward(3 * day)
			at.Bot.RestartAfter(0)
			require.Equal(t, moves, at.Moves(), "nobody could press or type anything")
			at.Guild.SetBotPermissions(wire.DefaultBotPermissions | wire.ManageThreads)
			require.NotContains(t, first.MustOpenPanel(thread).Content, why, "the bot may post")
			thread.Lock(false)
			awaitSuspended(at.Env, false, thread)
			at.Settle()
			require.NoError(t, at.PlayRandomMoves(people, 92, 1))
		})
	}
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
