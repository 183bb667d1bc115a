package sentences

import (
	"regexp"
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
	for _, lang := range text.Langs() {
		w, said := text.For(string(lang)), map[string]bool{}
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
					spelled := Spelled(w, g.Info(), m)
					require.NotRegexp(t, notation, spelled)
					require.NotRegexp(t, notation, Line(w, p.At(t, n), m))
					said[spelled] = true
				}
			}
		}
		require.Greater(t, len(said), 300)
	}
}
