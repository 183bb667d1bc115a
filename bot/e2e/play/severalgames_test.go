package play_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestSamePlayersPlaySeveralGamesAtOnceOnOneServer has two players play two games of Gardens and
// one of Babel, in two channels and a thread.
func TestSamePlayersPlaySeveralGamesAtOnceOnOneServer(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Seed: 70})
	people := env.NewPlayers("en-US", 2)
	gardens, babel := env.Guild.AddChannel("gardens"), env.Guild.AddChannel("babel")
	env.At(gardens).Open(nil, people)
	env.At(babel).Open(localdiscord.Args{"game": "babel"}, people)
	thread := env.At(gardens).OpenThread(localdiscord.Args{"game": "gardens"}, people)

	tables := []*localdiscord.Channel{gardens, babel, thread}
	errs := make([]error, len(tables))
	var all sync.WaitGroup
	for i, ch := range tables {
		all.Go(func() { errs[i] = env.At(ch).PlayRandomMoves(people, uint64(71+i), 60) })
	}
	all.Wait()
	for i, ch := range tables {
		require.NoError(t, errs[i], ch.Name)
	}
	for _, ch := range tables {
		env.At(ch).Resign(people[0])
	}
	env.CheckClean()
	for i, ch := range tables {
		over, log := env.At(ch).Ended()
		require.Equal(t, []string{"gardens", "babel", "gardens"}[i], over.Game.Info().ID)
		env.At(ch).CheckAnnouncedOnce(log)
		env.CheckRecord(over)
	}
	faults, err := env.Store.Check(t.Context())
	require.NoError(t, err)
	require.Empty(t, faults)
}
