package faults_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestDeletedMessageDoesNotStopTheGame deletes the message that the bot changes next.
func TestDeletedMessageDoesNotStopTheGame(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Seed: 60})
	people := env.NewPlayers(2)
	moderator := env.NewModerator("Mo", "en-US")
	ch := env.Guild.AddChannel("gardens")
	env.At(ch).Open(nil, people)
	for range 4 {
		env.Settle()
		require.NoError(t, moderator.Delete(ch.Last()))
		for _, p := range people {
			if p.Inbox.TakePing() {
				require.NoError(t, p.TakeTurnByCommands(ch))
				break
			}
		}
	}
	env.Settle()
	require.NotEmpty(t, ch.Last().Controls())
}

// TestDeletedLiveMessageIsPostedAgain deletes the message that shows a game which all play at once.
func TestDeletedLiveMessageIsPostedAgain(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Seed: 63, Script: harness.QuickTowers})
	people := env.NewPlayers(3)
	moderator := env.NewModerator("Mo", "en-US")
	ch := env.Guild.AddChannel("towers")
	env.At(ch).Open(harness.QuickTowersOptions, people)
	env.At(ch).BeginRound(people)
	seats := env.At(ch).BySeat(people)
	seats[0].MustCommand(ch, "towers tower", localdiscord.Args{"cell": "1:k7"})
	env.Settle()
	live := ch.Last()
	require.Contains(t, live.Content, "k7 raised to 1")
	require.NoError(t, moderator.Delete(live))
	cell, err := seats[1].Pick(ch, "towers tower", nil, "cell")
	require.NoError(t, err)
	require.NoError(t, seats[1].Act(ch, "tower", localdiscord.Args{"cell": cell}))
	env.Settle()
	again := ch.Last()
	require.NotEqual(t, live.ID, again.ID)
	require.Contains(t, again.Content, "k7 raised to 1", "the text of the deleted message")
	require.NotEmpty(t, again.Controls())
	for _, p := range people {
		require.Len(t, p.Pings(), 1, "nobody is pinged again")
	}
}
