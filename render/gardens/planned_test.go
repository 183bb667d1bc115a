package gardens

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	game "amytis/engine/gardens"
	"amytis/render"
	"amytis/render/rendertest"
)

func TestPlannedDecorationsMatchTheGoldenFile(t *testing.T) {
	l := rendertest.Readable(t, Gallery{}, handmade(), render.Request{
		View: "garden", Names: goldenNames,
		Ghost:  render.Ghost{Move: parseMove(t, "1 stairs d4 d5"), Legal: true},
		Beside: render.Ghost{Move: parseMove(t, "1 fountain e7 f7")},
	})
	rendertest.CompareText(t, "planned.txt", l.String())
}

// TestEveryPlannedDecorationIsFramed tries decorations with their ends anywhere, even where the
// rules forbid them.
func TestEveryPlannedDecorationIsFramed(t *testing.T) {
	v := handmade()
	for text, built := range map[string]bool{
		"1 statue a1": true, "1 statue h8": true, "1 fountain a1 b1": true, "1 fountain h7 h8": true,
		"1 bridge a8 c8": true, "1 stairs d3 d4": true, "1 stairs d4 d3": true,
		"1 fountain a1 a3": false, "1 bridge a8 h1": false, "1 stairs h8 a1": false, "1 bridge c3 d2": false,
	} {
		for _, view := range []string{"garden", "top"} {
			r := render.Request{View: view, Ghost: render.Ghost{Move: parseMove(t, text), Legal: built}}
			l := rendertest.Readable(t, Gallery{}, v, r)
			shown := l.String()
			verdict := render.Verdict(built).String()
			require.Equal(t, 1, strings.Count(shown, "  frame "+verdict), text)
			require.Equal(t, 1, strings.Count(shown, "  sign "+verdict), text)
			_, after, _ := strings.Cut(shown, "planned ")
			first := strings.Split(after, "\n")[1]
			assert.Equal(t, built, strings.Contains(first, "  built "), "%s: %s", text, first)
		}
	}
	for _, r := range []render.Request{
		{View: "iso", Ghost: render.Ghost{Move: parseMove(t, "1 statue a1")}},
		{View: "garden", Ghost: render.Ghost{Move: parseMove(t, "2 statue a1")}},
		{View: "garden", Ghost: render.Ghost{Move: engine.Move{Seat: 1, Verb: game.Game.Info().Verb("statue")}}},
	} {
		l := rendertest.List(t, Gallery{}, v, r)
		assert.NotContains(t, l.String(), "planned")
	}
}
