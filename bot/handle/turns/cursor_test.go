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

// TestNumberOfOtherWaysIsWhatTheirMenuHolds looks at the cursors on legal places of every game.
func TestNumberOfOtherWaysIsWhatTheirMenuHolds(t *testing.T) {
	most := 0
	eachCursor(t, func(r *interaction.Request, s tables.Loaded, ghost engine.Move, _ []engine.Move) {
		for _, row := range cursorControls(r, s, ghost, true) {
			menu, ok := row.(discordgo.ActionsRow).Components[0].(discordgo.SelectMenu)
			if !ok {
				continue
			}
			_, _, values := controlOf(t, menu)
			most = max(most, len(values))
			require.Equal(t, r.Words.Say("bot.cursor.ways", "Count", len(values)), menu.Placeholder)
			require.NotContains(t, values, choice.FormatMove(s.Table.Game, ghost), "the button places the ghost")
			require.LessOrEqual(t, len(values), control.MaxMenuOptions)
		}
	})
	require.Greater(t, most, 6)
}

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

// TestCursorShowsOnlyButtonsWithAnEffect checks that every button leads to a legal move, unless it
// changes the place. Facings are offered in expert games only.
func TestCursorShowsOnlyButtonsWithAnEffect(t *testing.T) {
	shown := map[string]int{}
	eachCursor(t, func(r *interaction.Request, s tables.Loaded, ghost engine.Move, spots []engine.Move) {
		expert := s.Table.Options["expert"] == "true"
		for _, row := range cursorControls(r, s, ghost, true) {
			for _, component := range row.(discordgo.ActionsRow).Components {
				c, _, values := controlOf(t, component)
				op, text, _ := strings.Cut(c.Arg, " ")
				if tower := strings.HasPrefix(text, "tower "); !expert && tower {
					require.NotEqual(t, "turn", op, "towers face somewhere only in expert games")
				}
				if !expert && c.Arg == waysMenu {
					require.False(t, strings.HasPrefix(values[0], "tower "), values)
				}
				if op != "open" || c.Action != control.Cursor {
					continue
				}
				shown[op]++
				next := choice.MoveCursor(s.Table, ghost, op, nil)
				require.NotEqual(t, ghost, next)
				require.Contains(t, spots, next)
			}
		}
	})
	require.Greater(t, shown["open"], 1)
}
