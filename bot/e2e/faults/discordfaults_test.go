package faults_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
)

// playGame has people play to the end. By day two of them play some turns, and the first resigns.
// stop is called after the turns.
func playGame(at *harness.Table, people []*harness.Player, stop func()) {
	at.Helper()
	if longrun.On() {
		at.PlayToEnd(people)
		stop()
		return
	}
	over, errs := make(chan struct{}), make(chan error, len(people))
	for _, p := range people {
		go func() { errs <- p.Play(at.Channel, over) }()
	}
	at.Eventually("some turns are played", func() bool { return at.Moves() >= 12 })
	close(over)
	for range people {
		require.NoError(at, <-errs)
	}
	stop()
	at.Settle() // else the end could be told with the last turn, which then has no ping
	at.Resign(people[0])
}

// TestGameSurvivesDiscordFaults plays while requests are refused, fail or lose their replies, and
// the gateway comes and goes.
func TestGameSurvivesDiscordFaults(t *testing.T) {
	env := harness.New(t, harness.Options{
		Seed: 21, Discord: localdiscord.Options{AnswerWithin: harness.Slowness * time.Second},
	})
	people := env.NewPlayers(longrun.Choose(2, 3))
	people[1].ByPanel = true
	for _, p := range people {
		p.Patient = true
	}
	ch := env.Guild.AddChannel("gardens")
	env.At(ch).Open(localdiscord.Args{"build": "together"}, people)
	stop := env.InjectFaults(rand.New(rand.NewPCG(21, 3)), 150*time.Millisecond, 5)
	playGame(env.At(ch), people, stop)
	env.Settle()
	env.Discord.ForgetViolations()
	env.BotLog.ForgetErrors()
	env.At(ch).CheckFinished(people)
}
