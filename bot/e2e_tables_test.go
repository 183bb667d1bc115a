package bot_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// TestTheSamePeoplePlaySeveralGamesAtOnceOnOneServer has two people play three
// games of two kinds to their ends, in two channels and a thread.
func TestTheSamePeoplePlaySeveralGamesAtOnceOnOneServer(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 70})
	people := h.people("en-US", 2)
	gardens, babel := h.guild.AddChannel("gardens"), h.guild.AddChannel("babel")
	h.open(gardens, nil, people)
	h.open(babel, localdiscord.Args{"game": "babel"}, people)
	thread := h.openThread(gardens, localdiscord.Args{"game": "gardens"}, people)

	tables := []*localdiscord.Channel{gardens, babel, thread}
	errs := make([]error, len(tables))
	var all sync.WaitGroup
	for i, ch := range tables {
		all.Go(func() { errs[i] = h.walk(ch, people, uint64(71+i), 1000) })
	}
	all.Wait()
	for i, ch := range tables {
		require.NoError(t, errs[i], ch.Name)
	}
	h.clean()
	for i, ch := range tables {
		over, log := h.ended(ch)
		require.Equal(t, []string{"gardens", "babel", "gardens"}[i], over.Game.Info().ID)
		h.toldOnce(ch, log)
		h.recordHolds(over)
	}
	faults, err := h.db.Check(t.Context())
	require.NoError(t, err)
	require.Empty(t, faults)
}
