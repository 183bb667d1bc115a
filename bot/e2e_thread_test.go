package bot_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// newThread opens a table in a thread of its own, and waits until its lobby is
// there.
func (h *house) newThread(ch *localdiscord.Channel, host *person, args localdiscord.Args) *localdiscord.Channel {
	h.Helper()
	before := len(ch.Threads())
	m := must(h)(host.slash(ch, "game new", withThread(args)))
	require.False(h, host.refused(m), m.Content)
	h.eventually("the lobby is in the thread", func() bool {
		all := ch.Threads()
		return len(all) == before+1 && all[before].Last() != nil
	})
	h.settle()
	return ch.Threads()[before]
}

func withThread(args localdiscord.Args) localdiscord.Args {
	all := localdiscord.Args{"thread": true}
	for name, value := range args {
		all[name] = value
	}
	return all
}

// openThread starts a game in a thread of its own.
func (h *house) openThread(ch *localdiscord.Channel, args localdiscord.Args, people []*person) *localdiscord.Channel {
	h.Helper()
	thread := h.newThread(ch, people[0], args)
	for _, p := range people[1:] {
		must(h)(p.press(thread.Last(), h.words.T("bot.button.join", nil)))
	}
	must(h)(people[0].press(thread.Last(), h.words.T("bot.button.start", nil)))
	return thread
}

func TestAGameInAThreadIsPlayedThere(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h := build(t, setup{locale: locale})
		people := h.people(locale, 2)
		ch := h.guild.AddChannel("square")
		h.open(ch, nil, people) // the channel has a game already
		h.settle()
		coming := must(t)(people[0].slash(ch, "game new", localdiscord.Args{"game": "babel", "thread": true}))
		require.Equal(t, people[0].say("bot.thread.coming", "Game", people[0].say("babel.name")), coming.Content)
		h.settle()
		require.Len(t, ch.Threads(), 1)
		thread, note := ch.Threads()[0], ch.Last()
		require.Equal(t, h.words.T("babel.name", nil)+" · Ana", thread.Name)
		require.Equal(t, note.ID, thread.ID, "the thread hangs from the note")
		require.Equal(t, h.words.T("bot.thread.note", map[string]any{"Game": h.words.T("babel.name", nil), "Name": "Ana"})+" <#"+thread.ID+">", note.Content)
		require.Contains(t, thread.Last().Text(), h.words.T("bot.lobby.title", map[string]any{"Game": h.words.T("babel.name", nil)}))

		must(t)(people[1].slash(thread, "game join", nil))
		must(t)(people[0].slash(thread, "game start", nil))
		require.NoError(t, h.walk(thread, people, 90, 5))
		require.Equal(t, "gardens", h.tableOf(ch).Game.Info().ID, "the channel's game goes on")
		h.settle()
		h.resigned(thread, people[1])
		must(t)(people[1].slash(thread, "game rematch", nil))
		h.settle()
		require.Contains(t, thread.Last().Content, "🔁")
		h.clean()
	}
}

func TestWithinAThreadAGameIsPlayedInIt(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	ana := h.person("Ana", "en-US")
	ch := h.guild.AddChannel("square")
	thread := h.newThread(ch, ana, nil)
	must(t)(ana.slash(thread, "game leave", nil))
	ch.DenyBot(localdiscord.SendMessages | localdiscord.CreatePublicThreads) // not needed there
	m := must(t)(ana.slash(thread, "game new", localdiscord.Args{"thread": true}))
	require.Equal(t, ana.say("bot.game.opened", "Game", ana.say("gardens.name")), m.Content)
	h.settle()
	require.NotEmpty(t, thread.Last().Controls())
	h.clean()
}

func TestAThreadIsNotPromisedWhereItCannotBeOpened(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h := build(t, setup{locale: locale})
		ana := h.person("Ana", locale)
		ch := h.guild.AddChannel("square")
		ch.DenyBot(localdiscord.CreatePublicThreads | localdiscord.SendMessagesInThreads)
		m := must(t)(ana.slash(ch, "game new", localdiscord.Args{"thread": true}))
		lacking := ana.words.List([]string{ana.say("bot.permission.create_threads"), ana.say("bot.permission.send_in_threads")})
		require.Equal(t, "⛔ "+ana.say("bot.error.permissions", "Permissions", lacking), m.Content)
		require.Equal(t, "⛔ "+ana.say("table.refused.no_table"), must(t)(ana.slash(ch, "game status", nil)).Content)
		plain := must(t)(ana.slash(ch, "game new", nil))
		require.Equal(t, ana.say("bot.game.opened", "Game", ana.say("gardens.name")), plain.Content, "the channel itself is fine")
		require.Empty(t, ch.Threads())
		h.clean()
	}
}

// TestAThreadIsOpenedOnceWhateverGetsLost loses replies and stops the bot
// between any two steps.
func TestAThreadIsOpenedOnceWhateverGetsLost(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]localdiscord.RESTFault{
		"the reply to the note":        {Method: "POST", Path: `/messages$`, Times: 1, DropReply: true},
		"the reply to the thread":      {Method: "POST", Path: `/threads$`, Times: 1, DropReply: true},
		"the thread, for a while":      {Method: "POST", Path: `/threads$`, Times: 3, Status: http.StatusBadGateway},
		"the reply to the link":        {Method: "PATCH", Path: `/messages/\d+$`, Times: 1, DropReply: true},
		"all of it, until a new start": {Path: `/(messages|threads)`, Status: http.StatusServiceUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := build(t, setup{})
			ana := h.person("Ana", "en-US")
			ch := h.guild.AddChannel("square")
			armed := h.discord.Faults().REST(fault)
			must(t)(ana.slash(ch, "game new", localdiscord.Args{"thread": true}))
			h.eventually("the fault happens", func() bool { return armed.Hits() > 0 })
			require.NoError(t, h.stop())
			armed.Remove()
			h.start()
			h.eventually("the lobby is in the thread", func() bool {
				return len(ch.Threads()) > 0 && ch.Threads()[0].Last() != nil
			})
			h.settle()
			require.Len(t, ch.Threads(), 1)
			require.Len(t, ch.Messages(), 1, "one note")
			require.Len(t, ch.Threads()[0].Messages(), 1, "one lobby")
			require.Equal(t, h.tableIn(ch.Threads()[0]), table.ID(1))
		})
	}
}

func TestWhereNoThreadCanBeTheGameIsPlayedInTheChannel(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	ana := h.person("Ana", "en-US")
	ch := h.guild.AddChannel("square")
	h.discord.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: `/threads$`, Status: http.StatusBadRequest})
	must(t)(ana.slash(ch, "game new", localdiscord.Args{"thread": true}))
	h.eventually("the lobby is in the channel", func() bool { return len(ch.Messages()) == 2 })
	require.NotEmpty(t, ch.Last().Controls())
	require.Empty(t, ch.Threads())
	must(t)(ana.slash(ch, "game leave", nil))
	h.settle()
}

// TestAnArchivedThreadIsOpenedAgain archives a thread while something is still
// to be announced there.
func TestAnArchivedThreadIsOpenedAgain(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	people := h.people("en-US", 2)
	thread := h.openThread(h.guild.AddChannel("square"), nil, people)
	h.settle()
	posts := h.discord.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: `/messages$`, Status: http.StatusBadGateway})
	require.NoError(t, h.walk(thread, people, 91, 1))
	thread.Archive(true)
	posts.Remove()
	h.settle()
	require.False(t, thread.Archived())
	require.Contains(t, thread.Last().Content, "removed")
	require.Empty(t, h.log.faults())
}

// TestALockedThreadIsWaitedFor has a moderator archive and lock a thread in
// which something is still to be announced, and open it again.
func TestALockedThreadIsWaitedFor(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	h.guild.SetBotPermissions(localdiscord.DefaultBotPermissions &^ localdiscord.ManageThreads)
	people := h.people("en-US", 2)
	thread := h.openThread(h.guild.AddChannel("square"), nil, people)
	h.settle()
	posts := h.discord.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: `/messages$`, Status: http.StatusBadGateway})
	require.NoError(t, h.walk(thread, people, 92, 1))
	thread.Archive(true)
	thread.Lock(true)
	posts.Remove()
	h.eventually("the log says why", func() bool {
		return strings.Contains(h.log.text.String(), "the thread is archived and has to be opened again")
	})
	waiting, err := h.db.Outbox(context.Background(), 0, 10)
	require.NoError(t, err)
	require.NotEmpty(t, waiting, "it is not lost")
	thread.Lock(false)
	thread.Archive(false)
	h.settle()
	require.Contains(t, thread.Last().Content, "removed")
}

// TestADeletedThreadEndsItsGame which nobody could go on with.
func TestADeletedThreadEndsItsGame(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	people := h.people("en-US", 2)
	thread := h.openThread(h.guild.AddChannel("square"), nil, people)
	h.settle()
	thread.Delete()
	h.eventually("the game is given up", func() bool { return h.tableOf(thread).Status == table.Abandoned })
	h.settle()
}

// TestAKilledBotOpensOneThread kills the real program again and again while it
// opens tables in threads.
func TestAKilledBotOpensOneThread(t *testing.T) {
	t.Parallel()
	const tables = 6
	p := killable(t, gardensPastime, 8)
	ana, ch := p.person("Ana", "en-US"), p.guild.AddChannel("square")
	p.killNowAndThen()
	for opened := 0; opened < tables || p.kills.Load() == 0; {
		m, err := ana.slash(ch, "game new", localdiscord.Args{"thread": true})
		if err == nil && !ana.refused(m) {
			opened++
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.spare()
	p.eventually("every thread has its lobby", func() bool {
		return len(ch.Threads()) >= tables && !slices.ContainsFunc(ch.Threads(), func(c *localdiscord.Channel) bool { return c.Last() == nil })
	})
	p.end()
	require.Len(t, ch.Messages(), len(ch.Threads()), "one note a thread")
	for _, thread := range ch.Threads() {
		require.Len(t, thread.Messages(), 1, "one lobby")
	}
}
