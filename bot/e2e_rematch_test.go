package bot_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

// resigned ends the game of a channel by a resignation.
func (h *house) resigned(ch *localdiscord.Channel, loser *person) *localdiscord.Message {
	h.Helper()
	must(h)(loser.press(must(h)(loser.slash(ch, "game resign", nil)), loser.say("bot.button.resign")))
	h.settle()
	require.True(h, endsGame(ch.Last()))
	return ch.Last()
}

// seated are the names of the players of a channel's newest table, by seat.
func (h *house) seated(ch *localdiscord.Channel) []string {
	h.Helper()
	var names []string
	for _, p := range h.tableOf(ch).Players {
		names = append(names, p.Name)
	}
	return names
}

func TestARematchHasTheSameSeatsAndTheNextPlayerFirst(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h, ch, first, second := started(t, setup{locale: locale}, locale, localdiscord.Args{"overlap": "adjacent"})
		end := h.resigned(ch, second)
		pings := len(second.Pings())
		opened := must(t)(first.press(end, h.words.T("bot.button.rematch", nil)))
		require.Equal(t, first.say("bot.rematch.opened", "Game", first.say("gardens.name")), opened.Content)
		require.True(t, opened.Ephemeral())
		h.settle()
		lobby := ch.Last()
		require.Equal(t, h.words.T("bot.rematch.invite", map[string]any{"Host": first.Name, "Players": "<@" + second.ID + ">"}), lobby.Content)
		require.Contains(t, lobby.Text(), h.words.T("bot.rematch.seats", map[string]any{"Name": second.Name}))
		require.Len(t, second.Pings(), pings+1, "who has a seat unasked is told")
		require.Len(t, first.Pings(), 1, "who asked knows")

		require.Equal(t, "⛔ "+second.say("table.refused.channel_taken"), must(t)(second.press(end, h.words.T("bot.button.rematch", nil))).Content)
		require.Equal(t, "⛔ "+second.say("table.refused.not_host"), must(t)(second.press(lobby, h.words.T("bot.button.start", nil))).Content)
		must(t)(first.press(lobby, h.words.T("bot.button.start", nil)))
		h.settle()
		require.Equal(t, []string{second.Name, first.Name}, h.seated(ch))
		next := h.tableOf(ch)
		require.Equal(t, "adjacent", next.Options["overlap"])
		require.Equal(t, engine.Seats(1), next.Turn())

		h.resigned(ch, first)
		must(t)(second.slash(ch, "game rematch", nil))
		must(t)(second.slash(ch, "game start", nil))
		require.Equal(t, []string{first.Name, second.Name}, h.seated(ch), "and on it goes")
		h.clean()
	}
}

func TestNobodyHasToPlayARematch(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	people := h.people("en-US", 3)
	ch := h.guild.AddChannel("gardens")
	h.open(ch, nil, people)
	h.settle()
	before := h.tableOf(ch)
	byseat := func(seat engine.Seat) *person { return playerOf(people, before.Player(seat).User) }
	must(t)(byseat(1).press(must(t)(byseat(1).slash(ch, "game resign", nil)), byseat(1).say("bot.button.resign")))
	h.resigned(ch, byseat(3))
	host := byseat(1)
	must(t)(host.slash(ch, "game rematch", nil))
	h.settle()
	lobby := ch.Last()
	must(t)(byseat(2).press(lobby, h.words.T("bot.button.leave", nil)))
	must(t)(byseat(3).press(lobby, h.words.T("bot.button.leave", nil)))
	dan := h.person("Dan", "en-US")
	must(t)(dan.press(lobby, h.words.T("bot.button.join", nil)))
	must(t)(byseat(3).press(lobby, h.words.T("bot.button.join", nil)))
	must(t)(host.press(lobby, h.words.T("bot.button.start", nil)))
	require.Equal(t, []string{byseat(3).Name, host.Name, "Dan"}, h.seated(ch))
	h.clean()
}

func TestARematchNeedsAnEndedGameAndAPlayerOfIt(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h := build(t, setup{locale: locale})
		people := h.people(locale, 2)
		ana, bo, eve := people[0], people[1], h.person("Eve", locale)
		ch := h.guild.AddChannel("gardens")
		refused := func(p *person, code string) {
			t.Helper()
			require.Equal(t, "⛔ "+p.say("table.refused."+code), must(t)(p.slash(ch, "game rematch", nil)).Content)
		}
		refused(ana, "no_table")
		h.open(ch, nil, people)
		refused(ana, "channel_taken")
		end := h.resigned(ch, bo)
		refused(eve, "not_player")
		require.Equal(t, "⛔ "+eve.say("table.refused.not_player"), must(t)(eve.press(end, h.words.T("bot.button.rematch", nil))).Content)
		h.open(ch, nil, people)
		refused(bo, "channel_taken")
		must(t)(ana.press(must(t)(ana.slash(ch, "game abort", nil)), ana.say("bot.button.abort")))
		h.settle()
		refused(ana, "no_rematch")
		require.Equal(t, table.Abandoned, h.tableOf(ch).Status)
		h.clean()
	}
}
