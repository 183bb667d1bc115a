package faults_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestKilledBotLosesAndRepeatsNothing plays while the real program is killed and restarted at
// random points, often between an answer and the announcement of its move.
func TestKilledBotLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	const kills = 5
	p := harness.NewKillable(t, harness.Gardens, kills)
	people := p.NewPlayers("en-US", 2)
	people[0].ByPanel = true
	for _, player := range people {
		player.Patient, player.Retries = true, 20
	}
	ch := p.Guild.AddChannel("gardens")
	p.At(ch).Open(localdiscord.Args{"build": "together"}, people)
	p.KillRepeatedly()
	p.At(ch).PlayToEnd(people)
	p.Spare()
	p.Eventually("the end is announced and older messages have lost their buttons", func() bool {
		return p.At(ch).Won() && p.At(ch).OnlyLastHasButtons()
	})
	p.TerminateAndOpen()
	require.GreaterOrEqual(t, int(p.Kills.Load()), kills/2, "the bot was not killed often enough")
	p.At(ch).CheckFinished(people)
}
