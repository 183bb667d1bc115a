package core

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store/entries"
)

// watched has a hook before each Apply.
type watched struct {
	entries.DB
	before func(ctx context.Context)
}

func (w *watched) Apply(ctx context.Context, changes []change) error {
	w.before(ctx)
	return w.DB.Apply(ctx, changes)
}

// TestResultsAtOnceAreEachComparedOnce commits many results of one server at once. Each counts the
// games of the same players.
func TestResultsAtOnceAreEachComparedOnce(t *testing.T) {
	t.Parallel()
	s := openTest(t, Options{})
	compared := atomic.Int64{}
	s.db.DB = &watched{s.db.DB, func(context.Context) { compared.Add(1) }}
	const games = 100
	var all sync.WaitGroup
	for id := range table.ID(games) {
		all.Go(func() { assert.NoError(t, s.Commit(t.Context(), ending(id+1, 0, 0))) })
	}
	all.Wait()
	require.EqualValues(t, games, compared.Load())
	require.Empty(t, faultsOf(t, s))
}

// TestResultWaitsOnlyForThoseOfItsServer has a result of another server, a move, and a result whose
// caller gives up, while a result is being stored.
func TestResultWaitsOnlyForThoseOfItsServer(t *testing.T) {
	t.Parallel()
	s := openTest(t, Options{})
	type first struct{}
	storing, stored := make(chan bool), make(chan bool)
	s.db.DB = &watched{s.db.DB, func(ctx context.Context) {
		if ctx.Value(first{}) != nil {
			storing <- true
			<-stored
		}
	}}
	var all sync.WaitGroup
	all.Go(func() { assert.NoError(t, s.Commit(context.WithValue(t.Context(), first{}, true), ending(1, 0, 0))) })
	<-storing
	other := ending(2, 0, 0)
	other.Header.Guild, other.Result.Guild = guild+1, guild+1
	require.NoError(t, s.Commit(t.Context(), other))
	require.NoError(t, s.Commit(t.Context(), move(3, 0, 1)))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.Commit(ctx, ending(4, 0, 0)), context.Canceled)
	close(stored)
	all.Wait()
	require.NoError(t, s.Commit(t.Context(), ending(4, 0, 0)))
	require.Empty(t, faultsOf(t, s))
}
