package reader_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/bot/games/playtest"
	"amytis/bot/pictures"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/towers"
)

// readBoard returns the View of a game that a text board tells, for a viewer's seat.
func readBoard(g *grammar, said, game string, seat engine.Seat) (engine.View, error) {
	switch game {
	case gardens.ID:
		return readGardens(g, said, seat)
	case babel.ID:
		return readBabel(g, said, seat)
	}
	return readTowers(g, said, seat)
}

// checkRead checks that a text board tells a whole View.
func checkRead(t testing.TB, g *grammar, said string, want engine.View) {
	t.Helper()
	seat := engine.Seat(0)
	switch v := want.(type) {
	case *gardens.View:
		seat, want = v.Seat, orderedGardens(v)
	case *babel.View:
		seat, want = v.Seat, orderedBabel(v)
	case *towers.View:
		seat, want = v.Seat, orderedTowers(v)
	}
	got, err := readBoard(g, said, want.Game(), seat)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// inMessages returns the text of messages with these embeds, and checks that Discord takes them.
func inMessages(t testing.TB, pages [][]*discordgo.MessageEmbed) string {
	t.Helper()
	var parts []string
	for _, page := range pages {
		sum := 0
		require.LessOrEqual(t, len(page), 10)
		for _, e := range page {
			require.LessOrEqual(t, utf8.RuneCountInString(e.Description), 4096)
			sum += utf8.RuneCountInString(e.Description)
			parts = append(parts, e.Description)
		}
		require.LessOrEqual(t, sum, 6000)
	}
	return strings.Join(parts, "\n")
}

// kinds are the kinds of games, each with a number of players.
var kinds = []struct {
	game    string
	players int
	options engine.Options
}{
	{"gardens", 2, nil}, {"gardens", 4, engine.Options{"overlap": "adjacent", "build": "together"}},
	{"babel", 2, nil},
	{"towers", 3, nil}, {"towers", 4, engine.Options{"expert": "true"}},
	{"towers", 5, engine.Options{"mode": "quick", "clock": "0"}},
	{"towers", 3, engine.Options{"mode": "quick", "expert": "true"}},
}

func TestATextBoardTellsTheWholeView(t *testing.T) {
	t.Parallel()
	for i, kind := range kinds {
		g, found := games.Find(kind.game)
		require.True(t, found)
		t.Run(kind.game+strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			played := playtest.Play(t, g, kind.options, kind.players)
			var names []string
			for _, p := range played.At(t, 0).Players {
				names = append(names, p.Name)
			}
			grammars := map[text.Lang]*grammar{}
			for _, lang := range text.Langs() {
				grammars[lang] = newGrammar(text.For(string(lang)), kind.game, names)
			}
			for n := 0; n <= len(played.Moves); n += 1 + len(played.Moves)/24 {
				at := played.At(t, n)
				for j, lang := range text.Langs() {
					seat := engine.Seat((n + j) % (kind.players + 1))
					v, w := at.State.View(seat), text.For(string(lang))
					said := inMessages(t, pictures.TextBoard(w, at, seat, max(seat, 1)))
					t.Run(fmt.Sprintf("%s after %d", lang, n), func(t *testing.T) {
						checkRead(t, grammars[lang], said, v)
					})
				}
			}
		})
	}
}
