package turns

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/engine"
)

func eachCursor(t *testing.T, f func(p cursor, spots []engine.Move)) {
	t.Helper()
	eachPosition(t, 17, func(p *panel) {
		for _, v := range p.in.Verbs {
			if len(v.Axes) == 0 {
				continue
			}
			spots := cursor{p, engine.Move{Verb: p.in.Verb(v.Name)}}.best()
			for i := 0; i < len(spots); i += 1 + len(spots)/3 {
				f(cursor{p, spots[i]}, spots)
			}
		}
	})
}

// TestCursorShowsOnlyStepsWithAnEffect checks that every step but the arrows leads to another move,
// and every way to a legal one. Facings are offered in expert games only. The list of ways is for
// who cannot see the picture. The arrows are explained the first times, and always to them.
func TestCursorShowsOnlyStepsWithAnEffect(t *testing.T) {
	opened, shown, n := 0, 0, 0
	eachCursor(t, func(p cursor, spots []engine.Move) {
		expert := p.t.Options["expert"] == "true"
		n++
		p.prefs.Text, p.prefs.Aimed = n%2 == 0, interaction.Explained+n/2%2
		swaps := p.in.VerbInfo(p.ghost.Verb).Name == "swap"
		explains := p.prefs.Text || p.prefs.Aimed == interaction.Explained || swaps
		require.Equal(t, explains, strings.Contains(p.text(nil), "➡️"))
		for _, row := range p.controls(true) {
			for _, component := range row.(discordgo.ActionsRow).Components {
				_, _, values := controlOf(t, component)
				require.LessOrEqual(t, len(values), control.MaxMenuOptions)
				for _, value := range values {
					op, text, _ := strings.Cut(value, " ")
					m, err := choice.ParseMove(p.t.Game, p.ghost.Seat, text)
					require.NoError(t, err)
					if op == showWay {
						require.True(t, p.prefs.Text, "the arrows lead there, too")
						shown++
						require.Contains(t, spots, m)
						require.NotEqual(t, p.ghost, m, "the button places the ghost")
						require.False(t, !expert && strings.HasPrefix(text, "tower "), "towers face somewhere only in expert games")
						continue
					}
					require.Equal(t, p.ghost, m)
					next := choice.MoveCursor(p.t, p.legal(), p.ghost, op)
					require.NotEqual(t, p.ghost, next)
					if op == "open" {
						opened++
						require.Contains(t, spots, next)
					}
				}
			}
		}
	})
	require.Greater(t, opened, 1)
	require.Greater(t, shown, 20)
}
