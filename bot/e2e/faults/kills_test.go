package faults_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestKilledBotLosesAndRepeatsNothing plays while the real program is killed and restarted at
// random points, often between an answer and the announcement of its move. Then a player resigns.
func TestKilledBotLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	const kills = 3
	p := harness.NewKillable(t, harness.Gardens, kills)
	people := p.NewPlayers("en-US", 2)
	people[0].ByPanel = true
	for _, player := range people {
		player.Patient, player.Retries = true, 20
	}
	ch := p.Guild.AddChannel("gardens")
	p.At(ch).Open(localdiscord.Args{"build": "together"}, people)
	p.KillRepeatedly()
	var all sync.WaitGroup
	for _, player := range people {
		all.Go(func() {
			for ; p.Kills.Load() < kills && !t.Failed(); time.Sleep(time.Millisecond) {
				if player.Inbox.Take() {
					assert.NoError(t, player.TakeTurn(ch))
				}
			}
		})
	}
	all.Wait()
	p.Spare()
	p.Eventually("the player in turn is pinged", func() bool {
		return slices.ContainsFunc(people, func(player *harness.Player) bool { return player.Inbox.Pending() })
	})
	loser := people[0]
	loser.MustClick(loser.MustCommand(ch, "game resign", nil), loser.T("bot.button.resign"))
	p.Eventually("the end is announced and older messages have lost their buttons", func() bool {
		return p.At(ch).Won() && p.At(ch).OnlyLastHasButtons()
	})
	p.TerminateAndOpen()
	p.At(ch).CheckFinished(people)
}
