package bot_test

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
	"amytis/store"
)

func TestEveryBoardHasAPictureAndWordsForIt(t *testing.T) {
	t.Parallel()
	h, ch, first, second := started(t, setup{}, "en-US", nil)
	views, err := first.suggestions(ch, "board", nil, "view")
	require.NoError(t, err)
	require.Equal(t, games.All[0].Info().Views, views)
	players, err := first.suggestions(ch, "board", nil, "player")
	require.NoError(t, err)
	require.Equal(t, []string{"1", "2"}, players)
	for i, locale := range locales {
		eve := h.person("Eve", locale)
		for j, view := range views {
			if (i+j)%2 == 1 {
				continue // half of them in each language is enough
			}
			m := must(t)(eve.slash(ch, "board", localdiscord.Args{"view": view, "player": players[j%2]}))
			require.True(t, m.Ephemeral())
			name := []*person{first, second}[j%2].Name
			require.Equal(t, eve.say("bot.board.title", "Game", eve.say("gardens.name"), "Name", name), m.Content)
			h.pictureHolds(m)
		}
	}
	open := must(t)(second.slash(ch, "board", localdiscord.Args{"public": true}))
	require.False(t, open.Ephemeral())
	h.pictureHolds(open)
	require.Contains(t, must(t)(first.slash(ch, "board", localdiscord.Args{"player": second.Name})).Content, second.Name)
	require.Equal(t, "⛔ "+first.say("table.refused.no_player", "player", "Zoe"),
		must(t)(first.slash(ch, "board", localdiscord.Args{"player": "Zoe"})).Content)
	h.clean()
}

// pictureHolds looks at the pictures of a message: they can be decoded, and are
// told in words.
func (h *house) pictureHolds(m *localdiscord.Message) {
	h.Helper()
	require.NotEmpty(h, m.Pictures())
	for _, p := range m.Pictures() {
		require.Greater(h, len(p.Alt), 20, "alt text")
		require.LessOrEqual(h, len([]rune(p.Alt)), 1024)
		data, found := h.discord.File(p.URL)
		require.True(h, found)
		_, err := png.DecodeConfig(bytes.NewReader(data))
		require.NoError(h, err)
	}
}

func TestEveryPageOfTheRulesCanBeRead(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	ch := h.guild.AddChannel("gardens")
	for _, locale := range locales {
		ana := h.person("Ana", locale)
		offered, err := ana.suggestions(ch, "rules", nil, "topic")
		require.NoError(t, err)
		require.Len(t, offered, 25)
		for _, topic := range games.All[0].Info().Topics {
			m := must(t)(ana.slash(ch, "rules", localdiscord.Args{"topic": topic}))
			require.True(t, m.Ephemeral())
			require.Equal(t, ana.say("gardens.rules."+topic+".body"), m.Embeds[0].Description)
			require.Contains(t, m.Embeds[0].Title, ana.say("gardens.rules."+topic+".title"))
			shown := 0
			for _, menu := range m.Controls() {
				for _, o := range menu.Options {
					if o.Default {
						shown++
						require.Equal(t, topic, o.Value)
					}
				}
			}
			require.Equal(t, 1, shown, "the menu does not show that one is at %s", topic)
		}
		m := must(t)(ana.slash(ch, "rules", nil))
		menu := m.Controls()[0]
		next := must(t)(ana.choose(m, menu.CustomID, menu.Options[5].Value))
		require.Equal(t, m.ID, next.ID)
		require.NotEqual(t, m.Embeds[0].Title, next.Embeds[0].Title)
		require.NotEmpty(t, must(t)(ana.slash(ch, "rules", localdiscord.Args{"topic": "no such page"})).Embeds)
	}
	h.clean()
}

func TestTheLeaderboardAgreesWithTheResults(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	ctx := context.Background()
	ana := h.person("Ana", "fr")
	ch := h.guild.AddChannel("gardens")
	require.Contains(t, must(t)(ana.slash(ch, "leaderboard", nil)).Text(), h.words.T("bot.leaderboard.empty", nil))
	// Twelve people, so that there are two pages; each game ends by a resignation.
	var people []*person
	for i := range 12 {
		people = append(people, h.person(fmt.Sprintf("P%02d", i), "en-US"))
	}
	for i := range 12 {
		pair := []*person{people[i], people[(i*5+1)%12]}
		if pair[0] == pair[1] {
			pair[1] = people[(i+1)%12]
		}
		h.settle() // the lobby of the game before is closed
		h.open(ch, nil, pair)
		must(t)(pair[1].press(must(t)(pair[1].slash(ch, "game resign", nil)), pair[1].say("bot.button.resign")))
	}
	h.settle()
	results, err := h.db.Results(ctx, table.GuildID(snowflake(h.guild.ID)), 100)
	require.NoError(t, err)
	require.Len(t, results, 12)
	want := rated(results)

	for _, args := range []localdiscord.Args{nil, {"game": "gardens"}} {
		m := must(t)(ana.slash(ch, "leaderboard", args))
		require.False(t, m.Ephemeral())
		text := m.Text()
		require.Contains(t, text, h.words.T("bot.leaderboard.footer", map[string]any{"Page": 1, "Pages": 2}))
		previous, next := m.Controls()[0], m.Controls()[1]
		require.True(t, previous.Disabled)
		second := must(t)(ana.press(m, next.Label))
		require.Equal(t, m.ID, second.ID)
		require.True(t, second.Controls()[1].Disabled)
		text += "\n" + second.Text()
		first := must(t)(ana.press(second, previous.Label))
		require.Equal(t, m.Text(), first.Text())
		require.Contains(t, must(t)(ana.slash(ch, "leaderboard", localdiscord.Args{"page": 99})).Text(),
			h.words.T("bot.leaderboard.footer", map[string]any{"Page": 2, "Pages": 2}))
		for _, row := range want {
			require.Equal(t, 1, strings.Count(text, fmt.Sprintf("<@%s> · **%.0f** · %d ", row.User, row.Rating, row.Wins)), "%+v in\n%s", row, text)
		}
		for _, p := range people {
			for _, ping := range p.Pings() {
				require.NotEqual(t, m.ID, ping.MessageID, "a leaderboard pings nobody")
			}
		}
	}
	faults, err := h.db.Check(ctx)
	require.NoError(t, err)
	require.Empty(t, faults)
	h.clean()
}

// rated computes the rows from the results, the newest of which is the first.
func rated(results []store.Result) map[table.UserID]store.Row {
	rows := map[table.UserID]store.Row{}
	for i := len(results) - 1; i >= 0; i-- {
		standings := results[i].Standings
		players := make([]store.Row, len(standings))
		for j, s := range standings {
			players[j] = rows[s.User]
		}
		store.Rate(players, standings)
		for _, row := range players {
			rows[row.User] = row
		}
	}
	return rows
}
