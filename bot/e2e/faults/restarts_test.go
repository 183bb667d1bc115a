package faults_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/tables"
)

// TestGracefulStopAnnouncesEverything stops the bot the moment a move is acknowledged. The move is
// stored, and announced before Run returns.
func TestGracefulStopAnnouncesEverything(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	for round := range 3 {
		first.MustRemoveTile(ch)
		require.NoError(t, env.Bot.Stop())
		require.NotContains(t, env.BotLog.Text(), "still running", "no handler ran into its timeout")
		for _, waiting := range env.Outbox() {
			require.Equal(t, tables.StripButtons, waiting.Kind, "only old buttons may be left for the next start")
		}
		require.Contains(t, ch.Last().Content, "removed")
		require.Equal(t, round+1, env.At(ch).Moves())
		env.Bot.StartAgain()
		first, second = second, first
	}
}

// TestPendingAnnouncementsFollowTheNextStart stops the bot while Discord refuses messages.
func TestPendingAnnouncementsFollowTheNextStart(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	fault := env.Discord.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: harness.Posts, Status: 503})
	before := len(ch.Messages())
	first.MustRemoveTile(ch)
	env.Eventually("an announcement is tried", func() bool { return fault.Hits() > 1 })
	require.NoError(t, env.Bot.Stop())
	require.Len(t, ch.Messages(), before)
	fault.Remove()
	env.Bot.StartAgain()
	env.Settle()
	require.Len(t, ch.Messages(), before+1)
	require.Len(t, second.Pings(), 1)
}

// TestPanelWorksAfterARestart uses a panel that was opened before a restart.
func TestPanelWorksAfterARestart(t *testing.T) {
	env, ch, first, _ := harness.StartedGame(t, harness.Options{}, nil)
	panel := first.MustOpenPanel(ch)
	menus, _ := harness.PanelControls(panel)
	require.NoError(t, env.Bot.Stop())
	env.Bot.StartAgain()
	m := first.MustChoose(panel, menus[0].CustomID, menus[0].Options[0].Value)
	require.False(t, first.Refused(m) || first.Outdated(m), m.Content)
	require.Equal(t, 1, env.At(ch).Moves())
}
