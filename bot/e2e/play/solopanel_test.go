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
		require.Equal(t, nth > 0, strings.Contains(panel.Content, "🤖 Nabu"), panel.Content)
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
			controls := now.Controls()
			require.NotEqual(t, ana.T("bot.button.give_up"), controls[len(controls)-1].Label, "what ends the turn is last")
			if m, err := ana.Wait(ana.Press(t.Context(), now, end.CustomID)); err == nil {
				panel = m
			}
			return ended()
		})
		require.Equal(t, first.ID, panel.ID)
	}
	at := env.At(ch)
	at.Resign(ana)
	env.Settle()
	require.Len(t, ch.Messages(), 2, "table and end")
	at.CheckNoButtons()
	require.Nil(t, harness.Button(ana.MustCommand(ch, "game status", nil), turn), "no turn follows the end")
}

// TestCommandsOfATurnAskAndGoOnAsPressesDo takes two turns against a computer by commands.
func TestCommandsOfATurnAskAndGoOnAsPressesDo(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: "en-US", Seed: 221})
	ana, ch := env.NewPlayer("Ana", "en-US"), env.Guild.AddChannel("solo")
	ana.MustCommand(ch, "game solo", localdiscord.Args{"game": "gardens", "level": "1"})
	dig := func() {
		var cells []string
		env.Eventually("Ana may dig", func() bool {
			cells = ana.MustSuggest(ch, "garden dig", "cell")
			return len(cells) > 0
		})
		harness.MustDo(ana, ch, "garden dig", localdiscord.Args{"cell": cells[0]})
	}
	dig()
	offered, err := ana.Autocomplete(t.Context(), ch, "garden place", localdiscord.Args{}, "rotation", "")
	require.NoError(t, err)
	names := map[string]bool{}
	for _, c := range offered {
		require.False(t, names[c.Name], "%s stands for two choices", c.Name)
		names[c.Name] = true
		require.False(t, strings.HasPrefix(c.Name, c.Value.(string)), "the words of menus, not %s", c.Name)
	}
	placed := localdiscord.Args{}
	for _, placed["tile"] = range ana.MustSuggest(ch, "garden place", "tile") {
		if strings.HasPrefix(placed["tile"].(string), "S") {
			break // the start tile, which cannot be kept
		}
	}
	for _, option := range []string{"hole", "rotation", "open"} {
		if value, err := ana.Pick(ch, "garden place", placed, option); err == nil && value != "" {
			placed[option] = value
		}
	}
	harness.MustDo(ana, ch, "garden place", placed)
	over := ana.MustCommand(ch, "garden end", localdiscord.Args{"keep": ana.MustSuggest(ch, "garden end", "keep")[0]})
	env.Eventually("the answer becomes the next turn", func() bool {
		menus, _ := harness.PanelControls(env.Discord.Message(over.ID))
		return len(menus) > 0
	})
	dig()
	require.Empty(t, ana.MustSuggest(ch, "garden decorate", "what"), "nothing can be decorated")
	asked := ana.MustCommand(ch, "garden end", nil)
	require.NotNil(t, harness.Button(asked, ana.T("bot.button.sure")), "a tile would be lost: %s", asked.Content)
	require.True(t, env.At(ch).Now().Turn().Has(1), "nothing is done before the answer")
	ana.MustClick(asked, ana.T("bot.button.sure"))
}

// TestAQuestionKeepsThePictureOfARefreshThatCameAfterThePress has Discord refresh a message between
// a press and its answer, so that the message has other files than when the button was pressed.
func TestAQuestionKeepsThePictureOfARefreshThatCameAfterThePress(t *testing.T) {
	s := newSolo(t, harness.Towers, 240)
	hold := func(method, path string) *localdiscord.ArmedFault {
		return s.Discord.Faults().REST(localdiscord.RESTFault{Method: method, Path: path, Times: 1, Delay: harness.Patience})
	}
	turn, refresh := s.ana.T("bot.button.turn"), hold("PATCH", "/webhooks/")
	_, running := s.round()
	require.True(t, running)
	s.Eventually("the refresh is on its way", func() bool { return refresh.Hits() > 0 })
	all := s.Channel.Everything()
	waits := all[slices.IndexFunc(all, func(m *localdiscord.Message) bool { return m.OnlyFor != "" && harness.Button(m, turn) != nil })]
	panel := s.ana.MustClick(waits, turn)
	answer := hold("POST", "/callback")
	pressed, err := s.ana.Press(t.Context(), panel, harness.Button(panel, s.ana.T("bot.button.undo")).CustomID)
	require.NoError(t, err)
	s.Eventually("the answer is on its way", func() bool { return answer.Hits() > 0 })
	refresh.Remove()
	s.Eventually("the refresh comes", func() bool {
		now := s.Discord.Message(panel.ID).Attachments
		return len(now) > 0 && now[0].ID != panel.Attachments[0].ID
	})
	answer.Remove()
	require.Equal(t, "⚠️ "+s.ana.T("bot.turn.undo_far"), s.ana.MustWait(pressed, err).Content)
	require.NotEmpty(t, s.Discord.Message(panel.ID).Attachments)
}
