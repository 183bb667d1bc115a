package faults_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestGameSurvivesDiscordFaults plays while requests are refused, fail or lose their replies, and
// the gateway comes and goes.
func TestGameSurvivesDiscordFaults(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{
		Seed: 21, Discord: localdiscord.Options{AnswerWithin: harness.Slowness * time.Second},
	})
	people := env.NewPlayers("en-US", 3)
	people[1].ByPanel = true
	for _, p := range people {
		p.Patient = true
	}
	ch := env.Guild.AddChannel("gardens")
	env.At(ch).Open(localdiscord.Args{"build": "together"}, people)
	stop := env.InjectFaults(rand.New(rand.NewPCG(21, 3)), 150*time.Millisecond, 5)
	env.At(ch).PlayToEnd(people)
	stop()
	env.Settle()
	env.Discord.ForgetViolations()
	env.BotLog.ForgetErrors()
	env.At(ch).CheckFinished(people)
}
