package sentences

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/text"
	"amytis/engine"
)

// notation matches what only records and commands write: "r1", "L2", "open=c7", "2:m13.4", "A,A,H",
// "GJ3".
var notation = regexp.MustCompile(`\br[0-3]\b|\bL\d|=|\d:[a-z]|\d\.\d|[A-Z],[A-Z]|\b[A-Z]{2}\d`)

func TestMovesAreSpelledInWords(t *testing.T) {
	for _, w := range text.All() {
		said, refusals := map[string]bool{}, map[string]bool{}
		for _, g := range games.All {
			for _, options := range []engine.Options{nil, {"expert": "true"}, {"mode": "quick"}} {
				if g.Info().CheckOptions(options) != nil {
					continue
				}
				p := playtest.Play(t, g, options, g.Info().MinSeats)
				for n, m := range p.Moves {
					if m.Seat == engine.Chance {
						continue
					}
					spelled := Spelled(w, p.At(t, n), m)
					require.NotRegexp(t, notation, spelled)
					at := p.At(t, n)
					require.NotRegexp(t, notation, Line(w, at, m))
					hint := Hint(w, at, m)
					require.NotRegexp(t, notation, hint)
					require.False(t, hint != "" && strings.Contains(spelled, hint), "the hint repeats its move: %s (%s)", spelled, hint)
					require.NotRegexp(t, notation, Need(w, at, m.Seat)+Scene(w, at))
					later := p.Moves[min(n+n%9, len(p.Moves)-1)]
					var refused *engine.RuleError
					if _, err := at.State.Apply(later); later.Seat != engine.Chance && errors.As(err, &refused) {
						refusals[refused.Code] = true
						require.NotRegexp(t, notation, Refusal(w, games.Of(at), at, refused))
					}
					said[spelled] = true
				}
			}
		}
		require.Greater(t, len(said), 300)
		require.Greater(t, len(refusals), 15)
	}
}

func TestWaysToEndATurnDifferInWordsWhereBothTilesHaveOneName(t *testing.T) {
	for _, w := range text.All() {
		for _, key := range []string{"gardens.hint.end", "gardens.loss.end"} {
			require.NotEqual(t, w.Say(key, "discarded", "clay rose"), w.Say(key, "discarded", "clay rose", "keep", "clay rose"))
		}
	}
}
