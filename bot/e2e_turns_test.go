package bot_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

// TestEveryPastTurnLooksAsItWasAnnounced compares the table after each turn with
// the picture that was posted then.
func TestEveryPastTurnLooksAsItWasAnnounced(t *testing.T) {
	t.Parallel()
	for i, g := range games.All {
		h := build(t, setup{seed: 100 + uint64(i)})
		people := h.people("en-US", g.Info().MinSeats)
		ch := h.guild.AddChannel(g.Info().ID)
		h.open(ch, localdiscord.Args{"game": g.Info().ID}, people)
		require.NoError(t, h.walk(ch, people, 101, 210/slowness))
		h.settle()
		announced := ch.Messages()[1:] // behind the lobby
		turns, err := people[0].suggestions(ch, "board", nil, "turn")
		require.NoError(t, err)
		last, err := strconv.Atoi(turns[0])
		require.NoError(t, err)
		if slowness == 1 {
			require.Equal(t, g.Info().ID == "babel", h.tableOf(ch).Acted[engine.Chance] > 0, "the discards are shuffled")
		}
		require.Contains(t, []int{len(announced) - 1, len(announced)}, last, "one more where the last turn goes on")
		eve := h.person("Eve", "en-US")
		for turn, m := range announced {
			past := must(t)(eve.slash(ch, "board", localdiscord.Args{"view": "table", "turn": strconv.Itoa(turn), "public": true}))
			require.Equal(t, h.prints(m), h.prints(past), "after turn %d", turn)
			if turn > 0 && turn < last {
				require.Contains(t, past.Content, firstLine(m.Content), "it tells what was done")
			}
		}
		h.clean()
	}
}

func TestTurnsAreOfferedTheNewestFirstInWords(t *testing.T) {
	t.Parallel()
	for _, locale := range locales[:4/min(slowness, 4)] {
		h := build(t, setup{seed: 110, locale: locale})
		people := h.people(locale, 2)
		h.guild.SetNick(people[0].User, "Ana_*x*")
		ch := h.guild.AddChannel("gardens")
		h.open(ch, nil, people)
		require.NoError(t, h.walk(ch, people, 111, 150))
		offered := func(typed string) []localdiscord.Choice {
			choices, err := people[0].Autocomplete(context.Background(), ch, "board", nil, "turn", typed)
			require.NoError(t, err)
			return choices
		}
		all := offered("")
		require.Len(t, all, 25)
		last := fmt.Sprint(all[0].Value)
		require.True(t, strings.HasPrefix(all[0].Name, people[0].say("bot.board.turn", "Turn", last, "What", "")), all[0].Name)
		start := offered("0")
		require.Equal(t, people[0].say("bot.board.turn", "Turn", "0", "What", people[0].say("bot.board.start")), start[len(start)-1].Name)
		require.NotEmpty(t, offered("Ana_*x*"), "names stand as they are")
		for _, c := range all {
			require.LessOrEqual(t, len([]rune(c.Name)), 100)
		}
		for _, wrong := range []string{"-1", "999", "x"} {
			require.Equal(t, "⛔ "+people[1].say("table.refused.no_turn", "turn", wrong, "last", last),
				must(t)(people[1].slash(ch, "board", localdiscord.Args{"turn": wrong})).Content)
		}
		h.clean()
	}
}

func TestTurnsCanBePaged(t *testing.T) {
	t.Parallel()
	for _, locale := range locales[:4/min(slowness, 4)] {
		h := build(t, setup{seed: 120, locale: locale})
		people := h.people(locale, 2)
		eve := h.person("Eve", locale)
		ch := h.guild.AddChannel("gardens")
		h.open(ch, nil, people)
		h.settle()
		require.Empty(t, must(t)(eve.slash(ch, "board", nil)).Controls(), "there is but the start")
		for h.tableOf(ch).Version < 6 {
			require.NoError(t, h.walk(ch, people, 121, 1))
		}
		h.settle()
		for _, m := range []*localdiscord.Message{
			must(t)(eve.slash(ch, "board", localdiscord.Args{"player": "2", "view": "top"})),
			must(t)(eve.press(ch.Last(), h.words.T("bot.button.boards", nil))),
		} {
			pictures := len(m.Pictures())
			require.True(t, button(m, eve.say("bot.button.next")).Disabled, "now is the last")
			for turn := 2; turn >= 0; turn-- {
				page := must(t)(eve.press(m, eve.say("bot.button.previous")))
				require.Equal(t, m.ID, page.ID, "in place")
				require.Contains(t, page.Content, eve.say("bot.board.past", "Turn", turn, "Turns", 3))
				require.Len(t, page.Pictures(), pictures)
				h.pictureHolds(page)
				m = page
			}
			require.Contains(t, m.Content, eve.say("bot.board.start"))
			require.True(t, button(m, eve.say("bot.button.previous")).Disabled)
			m = must(t)(eve.press(m, eve.say("bot.button.next")))
			require.Contains(t, m.Content, eve.say("bot.board.past", "Turn", 1, "Turns", 3))
		}
		h.clean()
	}
}

// TestAHandOfAPastTurnIsShownToItsOwnerAlone asks for every turn of a game.
func TestAHandOfAPastTurnIsShownToItsOwnerAlone(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 130})
	people := h.people("en-US", 2)
	eve := h.person("Eve", "en-US")
	ch := h.guild.AddChannel("babel")
	h.open(ch, localdiscord.Args{"game": "babel"}, people)
	require.NoError(t, h.walk(ch, people, 131, 40))
	playing := h.tableOf(ch)
	owner := playerOf(people, playing.Player(1).User)
	other := playerOf(people, playing.Player(2).User)
	hands := map[string]bool{}
	turns, err := eve.suggestions(ch, "board", nil, "turn")
	require.NoError(t, err)
	for _, turn := range turns {
		hand := localdiscord.Args{"view": "hand", "player": "1", "turn": turn}
		mine := must(t)(owner.slash(ch, "board", hand))
		require.True(t, mine.Ephemeral())
		hands[h.prints(mine)] = true
		for _, p := range []*person{other, eve} {
			m := must(t)(p.slash(ch, "board", hand))
			require.Equal(t, "⛔ "+p.say("table.refused.not_yours"), m.Content)
			require.Empty(t, m.Attachments)
		}
		hand["public"] = true
		shared := must(t)(owner.slash(ch, "board", hand))
		require.Equal(t, "⛔ "+owner.say("table.refused.not_yours"), shared.Content)
		require.True(t, shared.Ephemeral())
	}
	require.Greater(t, len(hands), 2, "the hand as it was each time")
	require.Equal(t, table.Running, playing.Status)
	h.clean()
}
