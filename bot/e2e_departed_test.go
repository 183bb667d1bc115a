package bot_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// lobby opens a table that all people have joined; the first is its host.
func (h *house) lobby(ch *localdiscord.Channel, people []*person) {
	h.Helper()
	must(h)(people[0].slash(ch, "game new", nil))
	for _, p := range people[1:] {
		must(h)(p.slash(ch, "game join", nil))
	}
	h.settle()
}

// among reports whether somebody is at the table of a channel.
func (h *house) among(ch *localdiscord.Channel, p *person) bool {
	h.Helper()
	now, _ := h.logOf(ch)
	return now.Joined(p.userID())
}

func TestWhoHasLeftTheServerIsTakenOutOfALobby(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h := build(t, setup{locale: locale})
		people, ch := h.people(locale, 4), h.guild.AddChannel("gardens")
		host, bo, cleo, dan := people[0], people[1], people[2], people[3]
		h.lobby(ch, people)
		require.Equal(t, []string{"1", "2", "3", "4"}, host.offers(ch, "game resign", "player"))
		for _, p := range []*person{host, cleo} {
			m := must(t)(p.slash(ch, "game resign", localdiscord.Args{"player": "Bo"}))
			require.Equal(t, "⛔ "+p.say("table.refused.not_moderator"), m.Content, "who is there is taken out by moderators only")
		}
		require.NotContains(t, must(t)(host.slash(ch, "game status", nil)).Content, "⚠️")

		h.guild.Leave(bo.User)
		m := must(t)(cleo.slash(ch, "game resign", localdiscord.Args{"player": "Bo"}))
		require.Equal(t, "⛔ "+cleo.say("table.refused.not_moderator"), m.Content)
		m = must(t)(host.slash(ch, "game resign", localdiscord.Args{"player": "2"}))
		require.Equal(t, host.say("bot.moderation.taken_out", "Player", "Bo"), m.Content)
		require.False(t, h.among(ch, bo))

		h.guild.Leave(dan.User)
		said := "⚠️ " + cleo.say("bot.moderation.departed_lobby", "Player", "Dan")
		m = must(t)(cleo.slash(ch, "game status", nil))
		require.Equal(t, said, m.Content, "whoever looks is told")
		require.Nil(t, button(m, cleo.say("bot.button.take_out")))
		m = must(t)(host.slash(ch, "game status", nil))
		require.Equal(t, said, m.Content)
		again := must(t)(host.press(m, host.say("bot.button.take_out")))
		require.Equal(t, host.say("bot.moderation.taken_out", "Player", "Dan"), again.Content)
		require.False(t, h.among(ch, dan))
		h.settle()
		require.NotContains(t, ch.Last().Text(), "Dan", "the lobby message knows")

		must(t)(host.slash(ch, "game start", nil))
		now, _ := h.logOf(ch)
		require.Len(t, now.Players, 2)
		require.Empty(t, h.discord.Violations(localdiscord.CodeUnknownMember), "but for having asked")
		require.Empty(t, h.log.faults())
	}
}

func TestWhoWasTakenOutOfALobbyCanJoinAgain(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	people, ch := h.people("en-US", 2), h.guild.AddChannel("gardens")
	mo, bo := h.moderator("Mo", "de"), people[1]
	h.lobby(ch, people)
	m := must(t)(mo.slash(ch, "game resign", localdiscord.Args{"player": "Bo"}))
	require.Equal(t, mo.say("bot.moderation.taken_out", "Player", "Bo"), m.Content)
	_, events := h.logOf(ch)
	require.Equal(t, table.Event{Kind: table.Left, At: events[2].At, By: mo.userID(), User: bo.userID()}, events[2])
	m = must(t)(mo.slash(ch, "game resign", localdiscord.Args{"player": "Bo"}))
	require.Equal(t, "⛔ "+mo.say("table.refused.no_player", "player", "Bo"), m.Content)
	require.False(t, bo.refused(must(t)(bo.slash(ch, "game join", nil))))
	for _, command := range []string{"skip", "replace"} {
		args := localdiscord.Args{"player": "Bo"}
		if command == "replace" {
			args["by"] = mo.User
		}
		m = must(t)(mo.slash(ch, "game "+command, args))
		require.Equal(t, "⛔ "+mo.say("table.refused.not_started"), m.Content)
	}
	h.clean()
}

// TestALobbyWhoseHostHasLeftTheServerGoesOn by what a moderator does.
func TestALobbyWhoseHostHasLeftTheServerGoesOn(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	mo := h.moderator("Mo", "en-US")
	lobby := func() (ch *localdiscord.Channel, host, bo *person) {
		people, ch := h.people("en-US", 3), h.guild.AddChannel("gardens")
		h.lobby(ch, people)
		h.guild.Leave(people[0].User)
		return ch, people[0], people[1]
	}

	ch, host, _ := lobby()
	require.False(t, mo.refused(must(t)(mo.slash(ch, "game start", nil))), "the host may be replaced later")
	require.True(t, h.among(ch, host))

	ch, _, _ = lobby()
	must(t)(mo.press(must(t)(mo.slash(ch, "game abort", nil)), mo.say("bot.button.abort")))
	h.settle()
	h.noButtonsLeft(ch)

	ch, host, bo := lobby()
	must(t)(mo.slash(ch, "game resign", localdiscord.Args{"player": host.Name}))
	require.False(t, h.among(ch, host))
	require.False(t, bo.refused(must(t)(bo.slash(ch, "game start", nil))), "who joined next is the host")

	ch, host = h.guild.AddChannel("gardens"), h.person("Eli", "en-US")
	h.lobby(ch, []*person{host})
	h.guild.Leave(host.User)
	must(t)(mo.slash(ch, "game resign", localdiscord.Args{"player": "Eli"}))
	h.settle()
	h.noButtonsLeft(ch)
	require.Empty(t, h.discord.Violations(localdiscord.CodeUnknownMember), "but for having asked")
	require.Empty(t, h.log.faults())
}
