package turns

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/engine"
)

func eachCursor(
	t *testing.T, f func(r *interaction.Request, s tables.Loaded, ghost engine.Move, spots []engine.Move),
) {
	t.Helper()
	eachPosition(t, 17, func(r *interaction.Request, s tables.Loaded, seat engine.Seat) {
		in := s.Table.Game.Info()
		for _, v := range in.Verbs {
			if len(v.Axes) == 0 {
				continue
			}
			spots := bestSpots(r, s, seat, v.Name)
			for i := 0; i < len(spots); i += 1 + len(spots)/3 {
				f(r, s, spots[i], spots)
			}
		}
	})
}

// TestCursorShowsOnlyStepsWithAnEffect checks that every step but the arrows leads to another move,
// and every way to a legal one. Facings are offered in expert games only. The list of ways is for
// who cannot see the picture. The arrows are explained the first times, and always to them.
func TestCursorShowsOnlyStepsWithAnEffect(t *testing.T) {
	opened, shown, n := 0, 0, 0
	eachCursor(t, func(r *interaction.Request, s tables.Loaded, ghost engine.Move, spots []engine.Move) {
		expert := s.Table.Options["expert"] == "true"
		legal := r.Rankings.Of(s.ID, s.Table, ghost.Seat)
		n++
		r.Prefers.Text, r.Prefers.Aimed = n%2 == 0, interaction.Explained+n/2%2
		swaps := s.Table.Game.Info().VerbInfo(ghost.Verb).Name == "swap"
		explains := r.Prefers.Text || r.Prefers.Aimed == interaction.Explained || swaps
		require.Equal(t, explains, strings.Contains(ghostText(r, s.Table, ghost, nil), "➡️"))
		for _, row := range cursorControls(r, s, ghost, true) {
			for _, component := range row.(discordgo.ActionsRow).Components {
				_, _, values := controlOf(t, component)
				require.LessOrEqual(t, len(values), control.MaxMenuOptions)
				for _, value := range values {
					op, text, _ := strings.Cut(value, " ")
					m, err := choice.ParseMove(s.Table.Game, ghost.Seat, text)
					require.NoError(t, err)
					if op == showWay {
						require.True(t, r.Prefers.Text, "the arrows lead there, too")
						shown++
						require.Contains(t, spots, m)
						require.NotEqual(t, ghost, m, "the button places the ghost")
						require.False(t, !expert && strings.HasPrefix(text, "tower "), "towers face somewhere only in expert games")
						continue
					}
					require.Equal(t, ghost, m)
					next := choice.MoveCursor(s.Table, legal, ghost, op)
					require.NotEqual(t, ghost, next)
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
