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

// TestATurnIsToldInOneShortLineWithWhoLostPoints tells each turn of a random game of each kind.
func TestATurnIsToldInOneShortLineWithWhoLostPoints(t *testing.T) {
	for _, g := range games.All {
		p := playtest.Play(t, g, nil, g.Info().MinSeats)
		h := historyOf(t, p.At(t, len(p.Moves)))
		for turn := 1; turn <= h.Last(); turn++ {
			before, after := h.At(turn-1).State.Scores(), h.At(turn)
			for _, w := range text.All() {
				said := h.Told(w, turn)
				require.LessOrEqual(t, len(said), 1, "%s: %s", w.Lang(), said)
				line := strings.Join(said, "\n")
				require.LessOrEqual(t, utf8.RuneCountInString(line), 140, "%s: %s", w.Lang(), line)
				require.NotContains(t, line, "  ")
				for i, score := range after.State.Scores() {
					change := score.Total() - before[i].Total()
					name := sentences.Name(w, after.Player(engine.Seat(i+1)))
					if change < 0 && !strings.HasPrefix(line, name) {
						require.Contains(t, line, " · "+name+" "+sentences.Points(change))
					}
				}
			}
		}
	}
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
	by := at.Player(seat).User
	placed := table.Move(at.Game, p.Moves[step], by, 1)
	undone := table.Undo(seat, by, 1)

	news, _ := tell(t, w, at, placed, undone)
	assert.Empty(t, news.Lines, "nobody has read about the step")

	after := playtest.After(t, at, placed)
	news, _ = tell(t, w, after, undone)
	assert.Equal(t, []string{sentences.UndoLine(w, after, seat)}, news.Lines)
	for _, lang := range []string{"en", "fr", "de", "es"} { // with the words of the step's button
		assert.Regexp(t,
			"^[^:]+( took back a step| revient en arrière| nimmt einen Schritt zurück| da un paso atrás).?: \\*.+\\*$",
			sentences.UndoLine(text.For(lang), after, seat))
	}
}
