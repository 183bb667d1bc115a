package faults_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// TestKilledBotLosesAndRepeatsNoPlan kills the real program after a plan was armed, overtaken,
// stopped, and while it is played.
func TestKilledBotLosesAndRepeatsNoPlan(t *testing.T) {
	t.Parallel()
	p := harness.NewKillable(t, harness.Gardens, 0)
	people := p.NewPlayers("en-US", 2)
	for _, player := range people {
		player.ByPanel, player.Patient, player.Retries = true, true, 20
	}
	ch := p.Guild.AddChannel("gardens")
	p.At(ch).Open(nil, people)
	in := func() (first, second *harness.Player) {
		p.Eventually("a player is called, or has planned the turn", func() bool {
			return people[0].Inbox.Pending() || people[1].Inbox.Pending() || harness.IsPlanned(people[0], ch) || harness.IsPlanned(people[1], ch)
		})
		if people[0].Inbox.Take() || harness.IsPlanned(people[0], ch) {
			return people[0], people[1]
		}
		people[1].Inbox.Take()
		return people[1], people[0]
	}
	plays := func(player *harness.Player) { require.NoError(t, player.TakeTurn(ch)) }
	armed := func(player *harness.Player) bool {
		return strings.Contains(player.MustCommand(ch, "game plan", nil).Content, player.T("bot.plan.waits"))
	}
	arm := func(player *harness.Player) {
		if !armed(player) {
			seen, err := player.Try(ch, player.MustCommand(ch, "game plan", nil))
			require.NoError(t, err)
			whole := player.MustClick(seen[len(seen)-1], player.T("bot.button.plan_ask"))
			player.MustClick(whole, player.T("bot.button.plan_on"))
		}
		p.KillAndRestart()
		require.True(t, armed(player), "an armed plan stays")
	}
	first, second := in()
	plays(first) // the first turn
	for planned, stopped := false, false; !planned; {
		first, second = in()
		if second.Refused(second.MustCommand(ch, "game plan", nil)) { // the quarry is still thinned out
			plays(first)
			continue
		}
		arm(second)
		if !stopped {
			second.MustClick(second.MustCommand(ch, "game plan", nil), second.T("bot.button.plan_off"))
			p.KillAndRestart()
			require.False(t, armed(second), "a dropped plan is gone")
			stopped = true
			plays(first)
			continue
		}
		plays(first)
		p.KillAndRestart()
		p.Eventually("the turn is announced", func() bool { return harness.IsPlanned(second, ch) || second.Inbox.Pending() })
		planned = harness.IsPlanned(second, ch)
	}
	time.Sleep(29 * time.Second) // most of the grace
	for range 3 {
		time.Sleep(700 * time.Millisecond)
		p.KillAndRestart()
	}
	p.Eventually("the plan is played", func() bool {
		return slices.ContainsFunc(ch.Messages(), func(m *localdiscord.Message) bool {
			return strings.Contains(m.Content, p.Words.Say("bot.plan.line", "Line", ""))
		})
	})
	p.KillAndRestart()
	p.SettleFile()
	p.TerminateAndOpen()
	p.CheckStore()
	_, log := p.At(ch).Load()
	p.CheckPlans(log)
	played := slices.ContainsFunc(log, func(e table.Event) bool { return e.Choice != 0 })
	require.True(t, played, "no step of the plan is in the log")
	for _, player := range people {
		player.Acks.Check(log)
	}
	p.At(ch).CheckAnnouncedOnce(log)
}
