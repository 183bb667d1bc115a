package sentences_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// TestATurnIsToldInOneShortLine plays a random game of each kind and tells each of its turns.
func TestATurnIsToldInOneShortLine(t *testing.T) {
	for _, g := range games.All {
		p := playtest.Play(t, g, nil, g.Info().MinSeats)
		h, err := sentences.NewHistory(p.At(t, len(p.Moves)))
		require.NoError(t, err)
		for _, lang := range text.Langs() {
			w := text.For(string(lang))
			for turn := 1; turn <= h.Last(); turn++ {
				said := h.Told(w, turn)
				require.LessOrEqual(t, len(said), 1, "%s: %s", lang, said)
				line := strings.Join(said, "\n")
				require.LessOrEqual(t, utf8.RuneCountInString(line), 140, "%s: %s", lang, line)
				require.NotContains(t, line, "  ")
			}
		}
	}
}

// TestWhatHurtsOrScoresIsTold requires that a turn tells who gained and who lost points.
func TestWhatHurtsOrScoresIsTold(t *testing.T) {
	w := text.For("en")
	for _, g := range games.All {
		p := playtest.Play(t, g, nil, g.Info().MinSeats)
		h, err := sentences.NewHistory(p.At(t, len(p.Moves)))
		require.NoError(t, err)
		for turn := 1; turn <= h.Last(); turn++ {
			before, after := h.At(turn-1).State.Scores(), h.At(turn)
			line := strings.Join(h.Told(w, turn), "\n")
			for i, score := range after.State.Scores() {
				change := score.Total() - before[i].Total()
				seat := engine.Seat(i + 1)
				if name := sentences.Name(w, after.Player(seat)); change < 0 && !strings.HasPrefix(line, name) {
					require.Contains(t, line, " · "+name+" "+sentences.Points(change))
				}
			}
		}
	}
}

// moved returns the events of the moves from the nth on, count of them, as their players make them.
func moved(p playtest.Game, at *table.Table, n, count int) []table.Event {
	var events []table.Event
	for _, m := range p.Moves[n : n+count] {
		events = append(events, table.Move(at.Game, m, at.Player(m.Seat).User, 1))
	}
	return events
}

// turn returns the numbers of the moves that begin and end the first turn of a game of Babylon.
func turn(p playtest.Game) (begin, end int) {
	for i, m := range p.Moves {
		switch verb := p.Info().VerbInfo(m.Verb); {
		case verb.Name == "dig" && begin == 0:
			begin = i
		case verb.Ends && begin > 0:
			return begin, i
		}
	}
	return 0, 0
}

func TestAnUndoIsToldOnlyIfItsStepWasTold(t *testing.T) {
	w, p := text.For("en"), playtest.Play(t, games.All[0], nil, 2)
	begin, end := turn(p)
	require.Greater(t, end, begin+1, "the turn has a step that can be undone")
	step, seat := begin+1, p.Moves[begin].Seat
	at := p.At(t, step)
	placed := moved(p, at, step, 1)
	undone := table.Undo(seat, at.Player(seat).User, 1)

	news, _, err := sentences.Tell(w, at, append(placed, undone))
	require.NoError(t, err)
	assert.Empty(t, news.Lines, "nobody has read about the step")

	after, err := at.Next(placed[0])
	require.NoError(t, err)
	news, _, err = sentences.Tell(w, after, []table.Event{undone})
	require.NoError(t, err)
	assert.Equal(t, []string{sentences.UndoLine(w, after, seat)}, news.Lines)
	for _, lang := range []string{"en", "fr", "de", "es"} { // with the words of the step's button
		assert.Regexp(t,
			"^[^:]+( took back a step| revient en arrière| nimmt einen Schritt zurück| da un paso atrás).?: \\*.+\\*$",
			sentences.UndoLine(text.For(lang), after, seat))
	}
}
