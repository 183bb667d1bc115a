package play_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
)

// TestPlayerAsksForAStandInAndReturns hands a turn to a stand-in by presses. The bot starts again
// meanwhile. The player returns by one press below the message, and reads what has happened.
func TestPlayerAsksForAStandInAndReturns(t *testing.T) {
	env, ch, away, other := harness.StartedGame(t, harness.Options{Locale: harness.LocaleOf(t), Seed: 261},
		localdiscord.Args{"game": "babel", "stand-in": "1"})
	at, back := env.At(ch), env.Words.Say("bot.button.return")
	question := away.MustClick(away.MustCommand(ch, "game status", nil), away.T("bot.button.ask_stand_in"))
	require.Equal(t, away.T("bot.stand_in.sure"), question.Content)
	require.Zero(t, at.Now().StoodIn(), "it waits for the confirmation")
	panel := away.MustClick(question, away.T("bot.button.stand_in_sure"))
	require.Equal(t, question.ID, panel.ID)
	require.Contains(t, panel.Content, away.T("bot.stand_in.yours", "Level", 1))
	require.NotNil(t, harness.Button(panel, away.T("bot.button.return")))
	env.Eventually("the stand-in has played the turn", func() bool {
		return at.Now().Assisted != 0 && at.Now().Turn().Has(2)
	})
	env.Settle()
	told := env.Words.Say("bot.table.stood_in", "Name", away.Name, "Level", 1)
	require.True(t, slices.ContainsFunc(ch.Messages(), func(m *localdiscord.Message) bool {
		return harness.Tells(m.Content, told)
	}), "everyone reads that a computer plays")
	requireTold(at, "bot.table.standing_in", "Players", away.Name)
	env.Bot.RestartAfter(0)
	env.Settle()

	require.Contains(t, other.MustOpenPanel(ch).Content, "**"+away.Name+"** 🤖", "beside the points")
	other.CheckRefused(other.MustClick(ch.Last(), back), "not_stood_in")
	stranger := env.NewPlayer("Eve", "en-US")
	stranger.CheckRefused(stranger.MustClick(ch.Last(), back), "not_player")
	require.Contains(t, away.MustClick(ch.Last(), back).Content, away.T("bot.stand_in.welcome"))
	require.Zero(t, at.Now().StoodIn())
	requireTold(at, "bot.table.returned", "Name", away.Name)
	require.Nil(t, harness.Button(ch.Last(), back))

	for !at.Now().Turn().Has(1) {
		require.NoError(t, at.PlayRandomMoves([]*harness.Player{away, other}, 262, 1))
	}
	env.Settle()
	since, err := sentences.SinceText(away.Words, sentences.ReadBy(at.Now(), 1), 1, true)
	require.NoError(t, err)
	require.Contains(t, since, away.T("bot.since.first"), "the player has made no step")
	require.Contains(t, away.MustOpenPanel(ch).Content, env.Mentioning(since))
	at.Resign(other)
	requireTold(at, "bot.table.assisted", "Players", away.Name)
}
