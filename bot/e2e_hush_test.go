package bot_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// sixHours is how long it is quiet in these tests.
const sixHours = 6 * time.Hour

// quietNow begins quiet hours for people, which end in somewhat less than six hours.
func (h *house) quietNow(ch *localdiscord.Channel, people []*person) {
	h.Helper()
	h.clock.toHalfPast()
	hour := h.clock.now().UTC().Hour()
	for _, p := range people {
		must(h)(p.slash(ch, "me quiet", localdiscord.Args{"from": hour, "to": (hour + 6) % 24, "utc": "0"}))
	}
}

// hushed starts a game of two in their quiet hours; first is whose turn it is.
func hushed(t *testing.T, s setup, locale string, args localdiscord.Args) (h *house, ch *localdiscord.Channel, first, second *person) {
	t.Helper()
	h = build(t, s)
	people := h.people(locale, 2)
	ch = h.guild.AddChannel("gardens")
	h.quietNow(ch, people)
	h.open(ch, args, people)
	h.settle()
	first, second = people[0], people[1]
	if h.logTurn(ch) != first.userID() {
		first, second = second, first
	}
	require.Empty(t, first.Pings())
	return h, ch, first, second
}

// removes ends a turn of the beginning of a game of two.
func (p *person) removes(ch *localdiscord.Channel) {
	p.house.Helper()
	cell, err := p.pick(ch, "garden remove", nil, "cell")
	require.NoError(p.house, err)
	require.NoError(p.house, p.act(ch, "remove", localdiscord.Args{"cell": cell}))
	p.house.settle()
}

func TestWhoseTurnBeganInQuietHoursIsCalledOnceWhenTheyEnd(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h, ch, first, second := hushed(t, setup{locale: locale}, locale, nil)
		turn, before := ch.Last(), len(ch.Messages())
		h.clock.forward(sixHours)
		call := h.message(ch, before, 1)
		said := h.words.T("bot.table.next", map[string]any{"Players": first.Mention(), "Count": 1})
		require.Equal(t, said, firstLine(call.Content))
		require.Contains(t, call.Content, "/"+turn.ID, "a link to the table message")
		require.Len(t, first.Pings(), 1)
		require.Empty(t, second.Pings())
		require.NotEmpty(t, h.discord.Message(turn.ID).Controls(), "the table message keeps its buttons")
		h.again(0)
		first.removes(ch)
		require.Len(t, first.Pings(), 1, "once")
		require.Len(t, second.Pings(), 1, "whose turn begins when it is not quiet is pinged at once")
		require.Equal(t, []table.EventKind{table.Hushed, table.Called}, h.kinds(ch)[:2])
		h.clean()
	}
}

func TestACallSurvivesARestart(t *testing.T) {
	t.Parallel()
	h, ch, first, _ := hushed(t, setup{}, "en-US", nil)
	before := len(ch.Messages())
	h.again(sixHours)
	h.message(ch, before, 1)
	require.Len(t, first.Pings(), 1)
	h.clean()
}

// TestACallThatCameLateWaitsForTheEndOfTheNextQuietHours has the bot away in the
// time between two nights.
func TestACallThatCameLateWaitsForTheEndOfTheNextQuietHours(t *testing.T) {
	t.Parallel()
	h, ch, first, _ := hushed(t, setup{}, "en-US", nil)
	before := len(ch.Messages())
	h.again(24 * time.Hour)
	h.eventually("it is put off again", func() bool { return len(h.kinds(ch)) == 3 })
	h.settle()
	require.Equal(t, []table.EventKind{table.Hushed, table.Called, table.Hushed}, h.kinds(ch))
	require.Len(t, ch.Messages(), before)
	h.clock.forward(sixHours)
	h.message(ch, before, 1)
	require.Len(t, first.Pings(), 1)
	h.clean()
}

func TestWhoHasPlayedInQuietHoursIsNotCalledForThatTurn(t *testing.T) {
	t.Parallel()
	h, ch, first, second := hushed(t, setup{}, "en-US", nil)
	first.removes(ch)
	require.Empty(t, second.Pings())
	before := len(ch.Messages())
	h.clock.forward(sixHours)
	h.message(ch, before, 1)
	require.Empty(t, first.Pings())
	require.Len(t, second.Pings(), 1)
	h.clean()
}

// TestAReminderServesAsTheCall has four fifths of the limit pass in quiet hours.
func TestAReminderServesAsTheCall(t *testing.T) {
	t.Parallel()
	h, ch, first, _ := hushed(t, setup{}, "en-US", localdiscord.Args{"limit": halfDay})
	before := len(ch.Messages())
	h.again(10 * time.Hour)
	h.message(ch, before, 1)
	require.Len(t, first.Pings(), 1, "call and reminder are due together")
	require.Equal(t, []table.EventKind{table.Hushed, table.Reminded}, h.kinds(ch))
	h.clean()
}

func TestACallTellsHowMuchTimeIsLeft(t *testing.T) {
	t.Parallel()
	h, ch, first, _ := hushed(t, setup{}, "en-US", localdiscord.Args{"limit": halfDay})
	ends := h.ending(ch.Last())
	before := len(ch.Messages())
	h.clock.forward(sixHours)
	require.Equal(t, ends, h.ending(h.message(ch, before, 1)))
	h.clock.forward(4 * time.Hour)
	h.message(ch, before, 2)
	require.Len(t, first.Pings(), 2, "the call and, much later, the reminder")
	h.clean()
}

func TestWhereNobodyIsPingedNobodyIsCalled(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	people, ch := h.people("en-US", 2), h.guild.AddChannel("gardens")
	must(t)(h.manager("Mara", "en-US").slash(ch, "settings", localdiscord.Args{"pings": "name"}))
	h.quietNow(ch, people)
	h.open(ch, nil, people)
	h.settle()
	require.Empty(t, h.kinds(ch))
	h.clean()
}

func TestNobodyIsCalledWhereNobodyIsPingedAnyMore(t *testing.T) {
	t.Parallel()
	h, ch, first, _ := hushed(t, setup{}, "en-US", nil)
	must(t)(h.manager("Mara", "en-US").slash(ch, "settings", localdiscord.Args{"pings": "name"}))
	before := len(ch.Messages())
	h.clock.forward(sixHours)
	h.eventually("the time of the call has come", func() bool { return len(h.kinds(ch)) == 2 })
	h.settle()
	require.Len(t, ch.Messages(), before)
	require.Empty(t, first.Pings())
	h.clean()
}

// TestInALiveGameEverybodyWhoHasNotPlayedIsCalled leaves the game's message, which is
// too old to be changed by then, as it is.
func TestInALiveGameEverybodyWhoHasNotPlayedIsCalled(t *testing.T) {
	t.Parallel()
	h := build(t, setup{game: quickPastime})
	people, ch := h.people("en-US", 3), h.guild.AddChannel("towers")
	h.quietNow(ch, people)
	h.open(ch, quickGame, people)
	h.settle()
	seats := h.bySeat(ch, people)
	must(t)(seats[0].slash(ch, "towers tower", localdiscord.Args{"cell": "1:k7"}))
	h.settle()
	followed, before := ch.Last(), len(ch.Messages())
	h.clock.forward(sixHours)
	h.message(ch, before, 2)
	require.Empty(t, seats[0].Pings(), "who has played knows")
	for _, p := range seats[1:] {
		require.Len(t, p.Pings(), 1)
	}
	require.NotEmpty(t, h.discord.Message(followed.ID).Controls())
	h.clean()
}
