package storetest

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

func twoHandles(t *testing.T, h Harness) (one, other store.Store) {
	one = h.Open(t)
	return one, h.Second(t, one)
}

func settle(t testing.TB, s store.Store, seq uint64) error {
	t.Helper()
	return s.Settle(t.Context(), seq, store.Settlement{})
}

// testShared has two handles take and settle what other goroutines add. The sender gives the
// outbox up from time to time.
func testShared(t *testing.T, h Harness) {
	one, other := twoHandles(t, h)
	const channels, rounds = 4, 25
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var (
		writers, readers sync.WaitGroup
		mu               sync.Mutex
		sending          store.Store
		seen             = map[uint64]bool{}
		last             = map[table.ChannelID]uint64{}
		left             atomic.Int32
	)
	left.Store(2 * channels * rounds)
	for i := range table.ChannelID(channels) {
		a := newAnnouncer(t, []store.Store{one, other}[i%2], channel+i)
		writers.Go(func() {
			for range rounds {
				a.announce("x", "y")
			}
		})
	}
	take := func(s store.Store, m store.Entry) {
		mu.Lock()
		defer mu.Unlock()
		assert.False(t, seen[m.Seq], "message %d comes twice", m.Seq)
		assert.Greater(t, m.Seq, last[m.Channel])
		assert.True(t, sending == nil || sending == s, "another handle sends")
		seen[m.Seq], last[m.Channel], sending = true, m.Seq, s
	}
	for _, s := range []store.Store{one, other} {
		readers.Go(func() {
			for left.Load() > 0 {
				page, err := s.Take(ctx, 3, long)
				if errors.Is(err, context.Canceled) {
					return
				}
				if !assert.NoError(t, err) {
					return
				}
				for _, m := range page {
					take(s, m)
					assert.NoError(t, settle(t, s, m.Seq))
				}
				mu.Lock()
				sending = nil
				mu.Unlock()
				assert.NoError(t, s.Release(ctx))
				if left.Add(int32(-len(page))) == 0 {
					cancel()
				}
			}
		})
	}
	writers.Wait()
	readers.Wait()
	require.Len(t, seen, 2*channels*rounds)
	require.Empty(t, got(one.Outbox(t.Context(), 0, 10))(t))
}

func testTakeover(t *testing.T, h Harness) {
	one, other := twoHandles(t, h)
	renew := func(s store.Store, term time.Duration) bool { return got(s.Prolong(t.Context(), term))(t) }
	a := newAnnouncer(t, one, channel)
	require.True(t, renew(one, soon), "nobody else sends")
	a.announce("a", "b")
	had := takeAll(t, one, 2, soon)
	require.Equal(t, []string{"a+", "b+"}, kindsOf(takeAll(t, other, 2, long)))
	require.False(t, renew(one, long), "another handle sends now")
	requireNothing(t, one)
	require.NoError(t, settle(t, other, had[0].Seq))
	require.ErrorIs(t, settle(t, one, had[0].Seq), store.ErrNotFound)
	a.announce("c")
	require.Equal(t, []string{"c"}, kindsOf(take(t, other, 10, long)), "nobody had it before")

	require.NoError(t, other.Release(t.Context()))
	require.Equal(t, []string{"b+", "c+"}, kindsOf(takeAll(t, one, 2, long)))
	requireNothing(t, other)

	t.Run("a sender whose hold was over begins anew, even if nobody took over", func(t *testing.T) {
		require.True(t, renew(one, soon))
		time.Sleep(2 * soon)
		a.announce("d")
		requireNothing(t, one) // it does not know yet
		require.False(t, renew(one, long))
		require.True(t, renew(one, long))
		require.Equal(t, []string{"b+", "c+", "d+"}, kindsOf(takeAll(t, one, 3, long)))
	})
	requireSound(t, one)
}

func testRelease(t *testing.T, h Harness) {
	one, other := twoHandles(t, h)
	a := newAnnouncer(t, one, channel)
	a.announce("a", "b")
	require.Equal(t, []string{"a+"}, kindsOf(take(t, one, 1, long)))
	require.True(t, holds(t, one, "work", long), "nobody else does the work")
	requireNothing(t, other)
	require.NoError(t, one.Release(t.Context()))
	require.Equal(t, []string{"a+", "b+"}, kindsOf(takeAll(t, other, 2, long)))
	require.True(t, holds(t, other, "work", long), "the first handle has released the work")
	requireNothing(t, one)
}

func holds(t testing.TB, s store.Store, name string, term time.Duration) bool {
	t.Helper()
	mine, _, err := s.Hold(t.Context(), name, term, "")
	require.NoError(t, err)
	return mine
}

func testHold(t *testing.T, h Harness) {
	one, other := twoHandles(t, h)
	hold := func(s store.Store, name string, term time.Duration) bool { return holds(t, s, name, term) }
	require.True(t, hold(one, "work", soon), "nobody else does the work")
	require.True(t, hold(one, "work", long), "a hold is prolonged")
	time.Sleep(soon)
	require.False(t, hold(other, "work", long), "the prolonged hold is not over")
	require.True(t, hold(other, "more work", soon), "this work is another")
	require.Eventually(t, func() bool { return hold(one, "more work", long) }, patience, time.Millisecond)
	require.False(t, hold(other, "more work", long), "it is held after the first hold was over")

	t.Run("a note is left to the next holder", func(t *testing.T) {
		with := func(s store.Store, ttl time.Duration, note string) (kept string, mine bool) {
			mine, kept, err := s.Hold(t.Context(), "noted work", ttl, note)
			require.NoError(t, err)
			require.True(t, mine || kept == "", "only the holder gets the note")
			return kept, mine
		}
		requireKept := func(s store.Store, ttl time.Duration, note, want string) {
			t.Helper()
			kept, mine := with(s, ttl, note)
			require.True(t, mine, "one handle has it")
			require.Equal(t, want, kept)
		}
		requireKept(one, long, "", "")
		requireKept(one, long, "a", "a")
		requireKept(one, soon, "", "a")
		require.Eventually(t, func() bool {
			kept, mine := with(other, long, "")
			return mine && kept == "a"
		}, patience, time.Millisecond)
		requireKept(other, long, "b", "b")
		_, mine := with(one, long, "c")
		require.False(t, mine, "another handle has it")
		requireKept(other, 0, "", "b")
		requireKept(one, long, "", "b")
		require.NoError(t, one.Release(t.Context()))
		requireKept(other, long, "", "")
	})

	t.Run("one of many gets a name", func(t *testing.T) {
		notHeld := errors.New("not held")
		require.Equal(t, 20, race(t, 40, notHeld, func(i int) error {
			mine, _, err := []store.Store{one, other}[i%2].Hold(t.Context(), "race "+strconv.Itoa(i/2), long, "")
			if !mine {
				return cmp.Or(err, notHeld)
			}
			return err
		}))
	})
}
