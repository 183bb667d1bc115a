package storetest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

const (
	// long is a term beyond a test's end, and soon one that ends at once.
	long = time.Hour
	soon = 20 * time.Millisecond
	// patience is the wait for what must come, shortWait for what must not.
	patience  = time.Minute
	shortWait = 50 * time.Millisecond
)

type announcer struct {
	t     testing.TB
	store store.Store
	in    table.ChannelID
	id    table.ID
	next  table.Version
}

func newAnnouncer(t testing.TB, s store.Store, in table.ChannelID) *announcer {
	return &announcer{t: t, store: s, in: in, id: newTable(t, s, in), next: 1}
}

// announce commits a move with an entry for each kind.
func (a *announcer) announce(kinds ...string) {
	c := move(a.id, a.in, a.next)
	for _, kind := range kinds {
		c.Outbox = append(c.Outbox, store.Entry{Table: a.id, Channel: a.in, Kind: kind, Version: a.next + 1})
	}
	assert.NoError(a.t, a.store.Commit(a.t.Context(), c))
	a.next++
}

// take returns at most limit entries, which must come.
func take(t testing.TB, s store.Store, limit int, term time.Duration) []store.Entry {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	messages := got(s.Take(ctx, limit, term))(t)
	require.NotEmpty(t, messages)
	require.LessOrEqual(t, len(messages), limit)
	return messages
}

func takeAll(t testing.TB, s store.Store, n int, term time.Duration) (all []store.Entry) {
	t.Helper()
	for len(all) < n {
		all = append(all, take(t, s, n-len(all), term)...)
	}
	return all
}

func requireNothing(t testing.TB, s store.Store) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), shortWait)
	defer cancel()
	messages, err := s.Take(ctx, 10, long)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Empty(t, messages)
}

// kindsOf adds a + to inherited messages.
func kindsOf(messages []store.Entry) (kinds []string) {
	for _, m := range messages {
		if m.Inherited {
			m.Kind += "+"
		}
		kinds = append(kinds, m.Kind)
	}
	return kinds
}

func testTake(t *testing.T, h Harness) {
	s := h.Open(t)
	a := newAnnouncer(t, s, channel)
	a.announce("a", "b")
	a.announce("c")
	require.Equal(t, []string{"a+", "b+"}, kindsOf(takeAll(t, s, 2, long)), "somebody may have had them before")
	rest := take(t, s, 10, long)
	require.Equal(t, []string{"c+"}, kindsOf(rest))
	listed := got(s.Outbox(t.Context(), 0, 10))(t)
	rest[0].Inherited = false
	require.Equal(t, listed[2], rest[0], "a taken entry is complete and stays in the outbox")
	requireNothing(t, s)

	follow := store.Settlement{Sent: 9, Follow: []store.Entry{{Table: a.id, Channel: channel, Kind: "d"}}}
	require.NoError(t, s.Settle(t.Context(), listed[0].Seq, follow))
	require.Equal(t, []string{"d"}, kindsOf(take(t, s, 10, long)))

	a.announce("e")
	out := got(s.Outbox(t.Context(), listed[2].Seq, 10))(t)
	require.NoError(t, settle(t, s, out[1].Seq))
	requireNothing(t, s) // an entry can be settled before it is taken
}

func testTakeWaits(t *testing.T, h Harness) {
	s := h.Open(t)
	a := newAnnouncer(t, s, channel)
	requireNothing(t, s)
	var waiting sync.WaitGroup
	waiting.Go(func() {
		messages, err := s.Take(t.Context(), 10, long)
		assert.NoError(t, err)
		assert.Equal(t, []string{"a"}, kindsOf(messages))
	})
	a.announce("a")
	waiting.Wait()

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.Take(ended, 10, long)
	require.ErrorIs(t, err, context.Canceled)
	a.announce("b")
	require.Equal(t, []string{"b"}, kindsOf(take(t, s, 10, long)), "an ended call loses nothing")

	waiting.Go(func() {
		_, err := s.Take(t.Context(), 10, long)
		assert.ErrorIs(t, err, store.ErrClosed)
	})
	require.NoError(t, s.Close())
	waiting.Wait()
}
