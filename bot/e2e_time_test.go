package bot_test

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// halfDay is the limit of these tests, as a command has it.
const halfDay = "43200"

var countdowns = regexp.MustCompile(`<t:(\d+):R>`)

// ending is the time that a message tells as a countdown.
func (h *house) ending(m *localdiscord.Message) time.Time {
	h.Helper()
	found := countdowns.FindStringSubmatch(m.Content)
	require.NotNil(h, found, m.Content)
	at, err := strconv.ParseInt(found[1], 10, 64)
	require.NoError(h, err)
	return time.Unix(at, 0)
}

// near holds a time to be from now by the bot's clock, give or take a minute.
func (h *house) near(from time.Duration, at time.Time) {
	h.Helper()
	require.WithinDuration(h, h.clock.now().Add(from), at, time.Minute)
}

// message waits until a channel has n more messages than before, and gives the
// last of them.
func (h *house) message(ch *localdiscord.Channel, before, n int) *localdiscord.Message {
	h.Helper()
	h.eventually("there is a message", func() bool { return len(ch.Messages()) >= before+n })
	h.settle()
	require.Len(h, ch.Messages(), before+n)
	return ch.Last()
}

// kinds lists what kinds of events a channel's table has, from the start on.
func (h *house) kinds(ch *localdiscord.Channel) []table.EventKind {
	h.Helper()
	_, log, err := h.db.Table(context.Background(), h.tableIn(ch))
	require.NoError(h, err)
	var kinds []table.EventKind
	for _, e := range log[3:] {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

func TestAPlayerIsRemindedOnceThenSkippedThenOut(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h, ch, first, second := started(t, setup{locale: locale}, locale, localdiscord.Args{"limit": halfDay})
		h.near(12*time.Hour, h.ending(ch.Last()))
		turn := ch.Last()
		before := len(ch.Messages())

		h.clock.forward(10 * time.Hour)
		reminder := h.message(ch, before, 1)
		require.Contains(t, reminder.Content, "<@"+first.ID+">")
		require.Contains(t, reminder.Content, "/"+turn.ID, "a link to the table message")
		h.near(2*time.Hour, h.ending(reminder))
		require.Len(t, first.Pings(), 2)
		require.Empty(t, second.Pings())
		require.NotEmpty(t, h.discord.Message(turn.ID).Controls(), "the table message keeps its buttons")

		h.clock.forward(2*time.Hour + time.Minute)
		skipped := h.message(ch, before, 2)
		require.Equal(t, h.words.T("gardens.line.skipped", map[string]any{"Name": first.Name}), firstLine(skipped.Content))
		require.Len(t, second.Pings(), 1)
		require.Len(t, first.Pings(), 2)
		h.near(12*time.Hour, h.ending(skipped))

		for range 5 {
			before = len(ch.Messages())
			h.clock.forward(13 * time.Hour)
			h.message(ch, before, 1)
		}
		h.clock.forward(13 * time.Hour)
		h.eventually("one of them is out", func() bool { return h.won(ch) })
		out := h.words.T("bot.table.timed_out", map[string]any{"Name": first.Name, "Count": 3})
		require.Equal(t, out, firstLine(ch.Last().Content))
		h.clean()
	}
}

func TestAMoveAfterTheEndOfATurnIsAnswered(t *testing.T) {
	t.Parallel()
	h, ch, first, _ := started(t, setup{}, "fr", localdiscord.Args{"limit": "3600"})
	cell, err := first.pick(ch, "garden remove", nil, "cell")
	require.NoError(t, err)
	panel := must(t)(first.openPanel(ch, nil))
	menus, _ := controls(panel)
	h.clock.forward(2 * time.Hour)
	answers := must(t)(first.slash(ch, "garden remove", localdiscord.Args{"cell": cell}))
	require.Regexp(t, "^⛔ ", answers.Content, "too late, whether the sweeper has come before or not")
	require.NotContains(t, answers.Content, cell, "nor is it advised again")
	pressed := must(t)(first.choose(panel, menus[0].CustomID, menus[0].Options[0].Value))
	require.True(t, first.refused(pressed) || first.movedOn(pressed), pressed.Content)
	require.Equal(t, []table.EventKind{table.Moved}, h.kinds(ch), "the skip alone")
	h.clean()
}

func TestALimitThatRunsOutWhileTheBotIsAwayIsExtended(t *testing.T) {
	t.Parallel()
	h, ch, first, second := started(t, setup{}, "en-US", localdiscord.Args{"limit": halfDay})
	h.clock.forward(10 * time.Hour)
	before := len(ch.Messages())
	h.eventually("the reminder is there", func() bool { return len(first.Pings()) == 2 })
	h.settle()
	h.again(30 * time.Minute)
	h.again(24 * time.Hour)
	extended := h.message(ch, before, 2)
	require.Contains(t, extended.Content, first.Name)
	h.near(90*time.Minute, h.ending(extended))
	require.Len(t, first.Pings(), 2, "nobody is pinged for that")
	h.again(0)
	h.settle()
	require.Equal(t, []table.EventKind{table.Reminded, table.Extended}, h.kinds(ch), "once")
	cell, err := first.pick(ch, "garden remove", nil, "cell")
	require.NoError(t, err)
	require.NoError(t, first.act(ch, "remove", localdiscord.Args{"cell": cell}))
	h.settle()
	require.Len(t, second.Pings(), 1)
	h.clean()
}

// again stops the bot, and starts it after a time.
func (h *house) again(away time.Duration) {
	h.Helper()
	require.NoError(h, h.stop())
	h.clock.forward(away)
	h.startAgain()
}

func TestInQuietHoursNobodyIsPinged(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	h.clock.toHalfPast()
	people := h.people("es-ES", 2)
	ch := h.guild.AddChannel("gardens")
	for _, p := range people {
		hour := h.clock.now().UTC().Hour()
		answer := must(t)(p.slash(ch, "me quiet", localdiscord.Args{"from": (hour + 2) % 24, "to": (hour + 8) % 24, "utc": "+2"}))
		require.Contains(t, answer.Content, "UTC+2")
		require.Contains(t, answer.Content, h.clock.now().UTC().Add(2*time.Hour).Format("15:"), "what time it is there")
	}
	h.open(ch, localdiscord.Args{"limit": "3600"}, people)
	h.settle()
	require.Contains(t, ch.Last().Content, "**Ana**")
	for _, p := range people {
		require.Empty(t, p.Pings())
	}
	over := h.clock.now().UTC().Truncate(time.Hour).Add(6 * time.Hour)
	require.WithinDuration(t, over, h.ending(ch.Last()), time.Second, "the turn lasts until they end")
	require.NotRegexp(t, countdowns.String()+".*"+countdowns.String(), ch.Last().Content)

	before := len(ch.Messages())
	h.clock.forward(time.Until(over) - time.Duration(h.clock.ahead.Load()) + time.Minute)
	skipped := h.message(ch, before, 1)
	require.Len(t, skipped.Mentions, 1, "now they can be pinged")
	h.clean()
}

func TestQuietHoursAreSetShownAndUnset(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h := build(t, setup{locale: locale})
		h.clock.toHalfPast()
		ana := h.person("Ana", locale)
		ch := h.guild.AddChannel("gardens")
		set := func(args localdiscord.Args) string {
			t.Helper()
			return must(t)(ana.slash(ch, "me quiet", args)).Content
		}
		off := ana.say("bot.quiet.off")
		require.Equal(t, off, set(nil))
		for _, utc := range []string{"east", "+15", "2:99", "-13"} {
			require.Equal(t, "⛔ "+ana.say("table.refused.bad_offset"), set(localdiscord.Args{"from": 22, "to": 8, "utc": utc}), utc)
		}
		require.Equal(t, "⛔ "+ana.say("table.refused.no_quiet_hours"), set(localdiscord.Args{"from": 5, "to": 5}))
		require.Equal(t, off, set(nil), "what is refused is not kept")
		for utc, want := range map[string]string{"+2": "UTC+2", "UTC-5": "UTC-5", "5:45": "UTC+5:45", "-3:30": "UTC-3:30"} {
			answer := set(localdiscord.Args{"from": 22, "to": 8, "utc": utc})
			for _, part := range []string{"22:00", "8:00", want} {
				require.Contains(t, answer, part)
			}
			require.Equal(t, answer, set(nil))
		}
		require.Contains(t, set(localdiscord.Args{"to": 9}), "9:00", "the rest stays")
		require.Equal(t, off, set(localdiscord.Args{"off": true}))
		h.clean()
	}
}

func TestALimitIsChosenWithTheGame(t *testing.T) {
	t.Parallel()
	h, ch, first, _ := started(t, setup{locale: "de"}, "de", localdiscord.Args{"limit": "604800"})
	lobby := ch.Messages()[0]
	require.NotContains(t, lobby.Text(), "604800")
	_, log, err := h.db.Table(context.Background(), h.tableIn(ch))
	require.NoError(t, err)
	tb, err := table.Load(games.Rules, log)
	require.NoError(t, err)
	require.EqualValues(t, 604800, tb.Limit)
	h.near(7*24*time.Hour, h.ending(ch.Last()))
	require.True(t, strings.Contains(ch.Last().Content, "<@"+first.ID+">"))
	h.clean()
}
