package bot_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// givenUp waits until the games of channels have been given up, and nothing of
// them is left to be announced.
func (h *house) givenUp(channels ...*localdiscord.Channel) {
	h.Helper()
	for _, ch := range channels {
		h.eventually("the game is given up", func() bool {
			now, _ := h.logOf(ch)
			return now.Status == table.Abandoned
		})
		_, events := h.logOf(ch)
		require.Zero(h, events[len(events)-1].By)
	}
	h.settle()
}

// unannounced makes a move that cannot be announced until the fault is removed.
func (h *house) unannounced(ch *localdiscord.Channel, p *person) *localdiscord.ArmedFault {
	h.Helper()
	h.settle()
	fault := h.discord.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: `/messages$`, Status: http.StatusBadGateway})
	m := must(h)(h.moderator("Mo", "en-US").slash(ch, "game skip", localdiscord.Args{"player": "1"}))
	require.False(h, p.refused(m), m.Content)
	return fault
}

func TestTheGamesOfADeletedChannelAndItsThreadsAreGivenUp(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	people := h.people("en-US", 2)
	ch, other := h.guild.AddChannel("square"), h.guild.AddChannel("other")
	h.open(ch, nil, people)
	h.open(other, nil, people)
	thread := h.openThread(ch, nil, people)
	fault := h.unannounced(ch, people[0])
	ch.Delete()
	fault.Remove()
	h.givenUp(ch, thread)
	now, _ := h.logOf(other)
	require.Equal(t, table.Running, now.Status)
	require.Empty(t, h.log.faults())
}

func TestWhatWasDeletedWhileTheBotWasAwayIsGivenUpWhenItIsBack(t *testing.T) {
	t.Parallel()
	h := build(t, setup{dawdles: true})
	people := h.people("en-US", 2)
	square, ch, other := h.guild.AddChannel("square"), h.guild.AddChannel("ch"), h.guild.AddChannel("other")
	h.open(ch, nil, people)
	h.open(other, nil, people)
	thread, archived := h.openThread(square, nil, people), h.openThread(square, nil, people)
	h.settle()
	archived.Archive(true)
	require.NoError(t, h.stop())
	ch.Delete()
	thread.Delete()
	h.start()
	h.givenUp(ch, thread)
	for _, still := range []*localdiscord.Channel{other, archived} {
		now, _ := h.logOf(still)
		require.Equal(t, table.Running, now.Status)
	}
	require.Empty(t, h.log.faults())
}

func TestTheGamesOfAServerThatTheBotWasRemovedFromAreGivenUp(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	people := h.people("en-US", 2)
	ch := h.guild.AddChannel("square")
	h.open(ch, nil, people)
	fault := h.unannounced(ch, people[0])
	h.guild.RemoveBot()
	fault.Remove()
	h.givenUp(ch)
	h.guild.AddBot(localdiscord.DefaultBotPermissions)
	h.open(ch, nil, people)
	h.settle()
	require.NotEmpty(t, ch.Last().Controls(), "another is played as ever")
	require.Empty(t, h.log.faults())
}

func TestARemovalWhileTheBotWasAwayLeavesNothingToBeTriedForEver(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	people := h.people("en-US", 2)
	ch := h.guild.AddChannel("square")
	h.open(ch, nil, people)
	fault := h.unannounced(ch, people[0])
	require.NoError(t, h.stop())
	fault.Remove()
	h.guild.RemoveBot()
	h.start()
	h.givenUp(ch)
	require.Empty(t, h.log.faults())
}

func TestWhatLackedPermissionsIsSaidAsSoonAsTheyAreGiven(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]struct {
		take, give func(*house, *localdiscord.Channel)
	}{
		"in the channel": {
			func(_ *house, ch *localdiscord.Channel) { ch.DenyBot(localdiscord.SendMessages) },
			func(_ *house, ch *localdiscord.Channel) { ch.AllowBot(localdiscord.SendMessages) },
		},
		"on the server": {
			func(h *house, _ *localdiscord.Channel) {
				h.guild.SetBotPermissions(localdiscord.DefaultBotPermissions &^ localdiscord.SendMessages)
			},
			func(h *house, _ *localdiscord.Channel) { h.guild.SetBotPermissions(localdiscord.DefaultBotPermissions) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := build(t, setup{dawdles: true})
			ch, other := h.guild.AddChannel("square"), h.guild.AddChannel("other")
			change.take(h, ch)
			must(t)(h.person("Ana", "en-US").slash(ch, "game new", nil))
			h.eventually("it has been tried", func() bool { return len(h.discord.Violations()) > 0 })
			require.Empty(t, ch.Messages())
			if name == "in the channel" {
				must(t)(h.person("Bo", "en-US").slash(other, "game new", nil))
				h.eventually("other channels go on", func() bool { return other.Last() != nil })
			}
			change.give(h, ch)
			h.settle()
			require.NotEmpty(t, ch.Last().Controls())
			require.Empty(t, h.log.faults())
		})
	}
}

func TestALockedThreadIsWrittenInAsSoonAsItIsOpenedAgain(t *testing.T) {
	t.Parallel()
	h := build(t, setup{dawdles: true})
	permissions := localdiscord.DefaultBotPermissions &^ localdiscord.ManageThreads
	h.guild.SetBotPermissions(permissions)
	people := h.people("en-US", 2)
	thread := h.openThread(h.guild.AddChannel("square"), nil, people)
	fault := h.unannounced(thread, people[0])
	thread.Lock(true)
	thread.Archive(true)
	fault.Remove()
	h.guild.SetBotPermissions(permissions) // the bot tries
	h.eventually("the log says why", func() bool {
		return strings.Contains(h.log.text.String(), "the thread is archived and has to be opened again")
	})
	thread.Lock(false)
	thread.Archive(false)
	h.settle()
	require.Contains(t, thread.Last().Content, "skipped")
}

func TestWhoActsIsToldWhatTheBotLacksToTellIt(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h, ch, first, second := started(t, setup{locale: locale}, locale, nil)
		missing := func(p *person, keys ...string) string {
			var names []string
			for _, key := range keys {
				names = append(names, p.say("bot.permission."+key))
			}
			return "⚠️ " + p.say("bot.error.permissions", "Permissions", p.words.List(names))
		}
		panel := must(t)(first.openPanel(ch, nil))
		require.NotContains(t, panel.Content, "⚠️", "who only looks needs nothing posted")
		ch.DenyBot(localdiscord.SendMessages | localdiscord.AttachFiles)
		menus, _ := controls(panel)
		m := must(t)(first.choose(panel, menus[0].CustomID, menus[0].Options[0].Value))
		require.Contains(t, m.Content, missing(first, "send", "attach"), "a turn by the panel")
		cell := second.offers(ch, "garden remove", "cell")[0]
		m = must(t)(second.slash(ch, "garden remove", localdiscord.Args{"cell": cell}))
		require.Contains(t, m.Content, missing(second, "send", "attach"), "a turn by command")
		ch.AllowBot(localdiscord.SendMessages | localdiscord.AttachFiles)
		h.settle()
		require.NotEmpty(t, ch.Last().Controls())
		require.Empty(t, h.log.faults())
	}
}

func TestWhoStartsAGameIsToldWhatTheBotLacksInThread(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	ana, bo := h.person("Ana", "de"), h.person("Bo", "fr")
	ch := h.guild.AddChannel("square")
	thread := h.newThread(ch, ana, nil)
	must(t)(bo.press(thread.Last(), h.words.T("bot.button.join", nil)))
	ch.DenyBot(localdiscord.SendMessagesInThreads)
	pressed, err := ana.Press(context.Background(), thread.Last(), button(thread.Last(), h.words.T("bot.button.start", nil)).CustomID)
	require.NoError(t, err)
	h.eventually("who starts is told", func() bool { return len(pressed.Followups()) == 1 })
	require.Equal(t, "⚠️ "+ana.say("bot.error.permissions", "Permissions", ana.say("bot.permission.send_in_threads")), pressed.Followups()[0].Content)
	require.Equal(t, ana.ID, pressed.Followups()[0].OnlyFor)
	ch.AllowBot(localdiscord.SendMessagesInThreads)
	h.settle()
	require.Empty(t, h.log.faults())
}
