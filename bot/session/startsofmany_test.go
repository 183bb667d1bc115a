package session

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProcessesShareTheCountOfSessions(t *testing.T) {
	notes := newMemo()
	begin := func() *starts {
		s := newStarts(Config{Notes: notes, IdentifiesPerDay: 3}, slog.New(slog.DiscardHandler), nil)
		s.read(t.Context())
		return s
	}
	one, other := begin(), begin()
	require.NoError(t, one.add(t.Context()))
	require.NoError(t, other.add(t.Context()))
	require.NoError(t, one.add(t.Context()))
	require.Positive(t, one.timeUntilFree(t.Context(), time.Now()), "three sessions are started")
	require.Positive(t, begin().timeUntilFree(t.Context(), time.Now()))
}

func TestSessionWaitsForThoseOfOtherProcesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := time.Now().Add(2 * time.Second)
		var err error
		cfg := Config{IdentifySpacing: time.Second, Hold: func(
			_ context.Context, name string, ttl time.Duration,
		) (bool, error) {
			require.Equal(t, "identify 0", name)
			require.Equal(t, time.Second, ttl)
			return !time.Now().Before(free), err
		}}
		s := newStarts(cfg, slog.New(slog.DiscardHandler), nil)
		bucket := s.bucket(0)
		require.NoError(t, s.awaitOthers(t.Context(), bucket.name))
		require.Equal(t, free, time.Now())

		free, err = free.Add(time.Hour), errors.New("the store is away")
		require.NoError(t, s.awaitOthers(t.Context(), bucket.name))
		require.Less(t, time.Until(free), time.Hour+time.Second)
		require.Positive(t, time.Until(free), "a store that fails keeps no bot offline")

		err = nil
		ended, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		require.Error(t, s.awaitOthers(ended, bucket.name))
	})
}
