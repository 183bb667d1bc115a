package faults_test

import (
	"slices"
	"testing"
	"time"

	"amytis/bot/e2e/harness"
)

// TestKilledBotLosesAndRepeatsNothing kills the real program sooner or later after a turn was
// acknowledged, so before it is announced, meanwhile, or afterwards. Then a player resigns.
func TestKilledBotLosesAndRepeatsNothing(t *testing.T) {
	p := harness.NewKillable(t, harness.Gardens)
	people, ch := p.NewPlayers(2), p.Guild.AddChannel("gardens")
	p.At(ch).Open(nil, people)
	called := func() (next *harness.Player) {
		p.Eventually("the player in turn is pinged", func() bool {
			i := slices.IndexFunc(people, func(p *harness.Player) bool { return p.Inbox.Pending() })
			if i >= 0 {
				next = people[i]
			}
			return i >= 0
		})
		return next
	}
	for _, after := range []time.Duration{0, 3, 10, 30} {
		next := called()
		next.Inbox.TakePing()
		next.MustRemoveTile(ch)
		time.Sleep(after * time.Millisecond)
		p.KillAndRestart()
	}
	loser := called()
	loser.MustClick(loser.MustCommand(ch, "game resign", nil), loser.T("bot.button.resign"))
	p.Eventually("the end is announced and older messages have lost their buttons", func() bool {
		return p.At(ch).Won() && p.At(ch).OnlyLastHasButtons()
	})
	p.TerminateAndOpen()
	p.At(ch).CheckFinished(people)
}
