package faults_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/store/bolt"
)

// TestGardensKilledBotLosesAndRepeatsNothing plays while the real program is killed and restarted
// at random points, often between an answer and the announcement of its move.
func TestGardensKilledBotLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	playKilled(t, harness.Gardens, localdiscord.Args{"build": "together"}, 2, 15)
}

func TestBabelKilledBotLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	playKilled(t, harness.Babel, harness.BabelOptions, 2, 6)
}

func TestTowersKilledBotLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	playKilled(t, harness.Towers, harness.TowersOptions, 3, 6)
}

// playKilled plays a game with a bot that is killed at most some times.
func playKilled(t *testing.T, script *harness.Script, options localdiscord.Args, players, kills int) {
	t.Helper()
	p := harness.NewKillable(t, script, kills)
	people := p.NewPlayers("en-US", players)
	people[0].ByPanel = true
	for _, player := range people {
		player.Patient, player.Retries = true, 20
	}
	ch := p.Guild.AddChannel(script.GameID)
	p.At(ch).Open(options, people)

	p.KillRepeatedly()
	p.At(ch).PlayToEnd(people)
	p.Spare()
	p.Eventually("the end is announced and older messages have lost their buttons", func() bool {
		return p.At(ch).Won() && p.At(ch).OnlyLastHasButtons()
	})
	p.Terminate()

	var err error
	p.Store, err = bolt.Open(p.StorePath, bolt.Options{Program: "test"})
	require.NoError(t, err)
	defer func() { require.NoError(t, p.Store.Close()) }()
	require.GreaterOrEqual(t, int(p.Kills.Load()), kills/3, "the bot was not killed often enough")
	p.At(ch).CheckFinished(people)
}
