package reviewpages

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/render"
)

var kinds = []struct {
	name    string
	game    string
	options engine.Options
	seats   int
}{
	{"gardens", "gardens", nil, 4},
	{"gardens together", "gardens", engine.Options{"build": "together"}, 3},
	{"babel", "babel", nil, 2},
	{"towers", "towers", nil, 5},
	{"towers quick", "towers", engine.Options{"mode": "quick"}, 3},
}

func ended(t *testing.T, game string, options engine.Options, seats int) *table.Table {
	t.Helper()
	g, found := games.Find(game)
	require.True(t, found, "no game %s", game)
	p := playtest.Play(t, g, options, seats)
	tab := *p.At(t, len(p.Moves))
	tab.Status = table.Ended
	tab.Players = slices.Clone(tab.Players)
	for i := range tab.Players {
		tab.Players[i].Name = strings.Repeat("*W*", 10) + string(rune('a'+i))
	}
	return &tab
}

// guessed returns a review whose better turns are single sound moves, found without a search.
func guessed(t *testing.T, tab *table.Table) *review.Review {
	t.Helper()
	h, err := sentences.NewHistory(tab)
	require.NoError(t, err)
	found := &review.Review{}
	for range tab.Players {
		found.Accuracy = append(found.Accuracy, 87.6)
	}
	for i, e := range tab.Moves {
		before := h.After(i)
		if e.Move.Seat == engine.Chance || !before.State.Turn().Has(e.Move.Seat) {
			continue
		}
		turn := review.Turn{Seat: e.Move.Seat, From: i + 1, To: i + 1, At: i + 1, Before: 66.6, After: 33.3, Gain: 140}
		for seat := range tab.Players {
			turn.Chances = append(turn.Chances, float64(100*(seat+1))/float64(len(tab.Players)+seat+i))
		}
		sound := before.State.Sound(e.Move.Seat, nil)
		if len(sound) > 1 {
			turn.Better = []string{string(tab.Game.AppendMove(nil, sound[len(sound)/2]))}
			if len(found.Turns)%7 == 3 && len(found.Key) < review.MaxKey {
				found.Key = append(found.Key, len(found.Turns))
			}
		}
		found.Turns = append(found.Turns, turn)
	}
	require.Len(t, found.Key, review.MaxKey)
	found.Turns[found.Key[1]].Gain = engine.WinWorth
	return found
}

func request() *interaction.Request {
	log := slog.New(slog.DiscardHandler)
	return &interaction.Request{Services: &interaction.Services{
		Log: log, Pictures: pictures.NewDrawer(render.NewCache(1<<20), 1, log),
	}}
}

func TestReviewFitsAMessageInEveryLanguageAndGame(t *testing.T) {
	r := request()
	for _, k := range kinds {
		tab := ended(t, k.game, k.options, k.seats)
		found := guessed(t, tab)
		s := tables.Loaded{ID: 7, Table: tab}
		h, err := sentences.NewHistory(tab)
		require.NoError(t, err)
		for _, lang := range text.Langs() {
			w := text.For(string(lang))
			m, err := overview(t.Context(), r, w, s, found)
			require.NoError(t, err)
			assert.LessOrEqual(t, utf8.RuneCountInString(m.Content), control.MaxContent)
			assert.Contains(t, m.Content, sentences.Percent(w, 87.6))
			require.Len(t, m.Files, 1)
			assert.LessOrEqual(t, utf8.RuneCountInString(m.Files[0].Alt), 1024)
			for _, p := range tab.Players {
				assert.Contains(t, m.Files[0].Alt, sentences.PlainName(w, p), k.name)
			}
			for _, key := range found.Key {
				moment, err := newMoment(h, &found.Turns[key])
				require.NoError(t, err)
				require.NotEmpty(t, moment.played.Steps, k.name)
				require.NotEmpty(t, moment.better.Steps, k.name)
				said := strings.Join(moment.lines(w), "\n")
				assert.LessOrEqual(t, utf8.RuneCountInString(said), 1800)
				assert.Contains(t, said, sentences.Percent(w, 66.6))
				assert.NotContains(t, said, "<no value>")
				compared, err := pictures.Compared(w, moment.picture(w))
				require.NoError(t, err)
				assert.Empty(t, compared.Unreadable(), k.name)
				assert.Contains(t, compared.String(), sentences.Percent(w, 66.6))
				assert.Contains(t, compared.String(), sentences.Percent(w, 33.3))
			}
		}
	}
}

func TestKeyMomentTellsWhatWasPlayedTheBetterTurnAndItsReason(t *testing.T) {
	g, _ := games.Find("gardens")
	p := playtest.Play(t, g, nil, 2)
	tab := p.At(t, len(p.Moves))
	h, err := sentences.NewHistory(tab)
	require.NoError(t, err)
	seat := tab.Moves[86].Move.Seat
	better := []string{"place CJ2 c4 r2 L2 open=c4", "fountain d4 e4", "statue c5 as=c5", "end"}
	for i := range better {
		better[i] = seat.String() + " " + better[i]
	}
	k, err := newMoment(h, &review.Turn{
		Seat: seat, From: 87, To: 88, At: 87, Before: 71.2, After: 40.4, Better: better, Gain: 720,
	})
	require.NoError(t, err)
	said := strings.Join(k.lines(text.For("en")), "\n")
	for _, want := range []string{
		"'s chance to win was 40% after this turn. The best turn would have kept it at 71%.",
		"Played: **", "What it costs: ",
		"Better: **clay jasmine on c4, level 2, a half turn, belvedere on c4**, **fountain from d4 to e4**, " +
			"**statue on c5, icon on c5 changed**, **end the turn**\n",
		"**+13** by the end of the turn: Fountains +6, Sets of flowers +4, Statues +2, Belvederes +1.",
	} {
		assert.Contains(t, said, want)
	}
	compared, err := pictures.Compared(text.For("en"), k.picture(text.For("en")))
	require.NoError(t, err)
	shown := compared.String()
	assert.Equal(t, 2, strings.Count(shown, fmt.Sprintf("board of seat %d\n", seat)))
	assert.Equal(t, 1, strings.Count(shown, "CJ2 at c4"), "only the better turn has this tile")
	k.turn.Gain = engine.WinWorth
	assert.Contains(t, strings.Join(k.lines(text.For("en")), "\n"), "It decides the game.")
}

func TestGameThatIsNotOverIsNotReviewed(t *testing.T) {
	tab := ended(t, "babel", nil, 2)
	require.NoError(t, mayReview(tab))
	for status, code := range map[table.Status]string{
		table.Running: "review_running", table.Abandoned: "review_stopped", table.Lobby: table.RefusedNotStarted,
	} {
		tab.Status = status
		require.Equal(t, code, engine.RefusalCode(mayReview(tab)))
	}
}
