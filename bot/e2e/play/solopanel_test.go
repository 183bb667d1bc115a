package play_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/gardens"
	"amytis/engine/table"
)

// TestSoloGameGoesOnInOnePanel takes two turns in the panel that the command opens, and reads there
// what the computer did. The public message is edited above it, where the person may not see it.
func TestSoloGameGoesOnInOnePanel(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Locale: "de", Seed: 220})
	ana := env.NewPlayer("Ana", "fr")
	ch := env.Guild.AddChannel("solo")
	first := ana.MustCommand(ch, "game solo", localdiscord.Args{"game": "gardens", "level": "1"})
	panel, turn := first, ana.T("bot.button.turn")
	for nth := range 2 {
		env.Eventually("it is Ana's turn", func() bool {
			menus, _ := harness.PanelControls(panel)
			if len(menus) > 0 {
				return true
			}
			var err error
			if panel, err = ana.Click(panel, turn); err != nil { // a refresh may replace the button
				panel = env.Discord.Message(first.ID)
			}
			return false
		})
		menus, _ := harness.PanelControls(panel)
		require.Equal(t, nth > 0, strings.Contains(panel.Content, "`Nabou · "), panel.Content)
		offered := env.At(ch).Now().Version
		panel = ana.MustChoose(panel, menus[0].CustomID, menus[0].Options[0].Value)
		ended := func() bool {
			return slices.ContainsFunc(env.At(ch).Now().Moves, func(m table.Entry) bool {
				return m.Version > offered && m.Move.Seat == 1 && gardens.Game.Info().VerbInfo(m.Move.Verb).Ends
			})
		}
		env.Eventually("Ana ends her turn, with a question", func() bool { // a refresh may replace the question
			now := env.Discord.Message(first.ID)
			end := harness.Button(now, ana.T("bot.button.sure"))
			if _, moves := harness.PanelControls(now); end == nil && len(moves) > 0 {
				end = &moves[len(moves)-1]
			}
			if end == nil || ended() {
				return ended()
			}
			if m, err := ana.Wait(ana.Press(t.Context(), now, end.CustomID)); err == nil {
				panel = m
			}
			return ended()
		})
		require.Equal(t, first.ID, panel.ID)
	}
	at := env.At(ch)
	at.Resign(ana)
	env.CheckClean()
	ended, _ := at.Ended()
	checkComputersMoved(t, ended, 1)
	require.Len(t, ch.Messages(), 2, "table and end")
	at.CheckNoButtons()
	at.CheckRecord(ended)
	at.CheckStore()
	require.Nil(t, harness.Button(ana.MustCommand(ch, "game status", nil), turn), "no turn follows the end")
}
