package sentences_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
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
