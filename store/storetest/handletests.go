package storetest

import (
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

// twoHandles opens a store and returns two handles of it.
func twoHandles(t *testing.T, h Harness) (one, other store.Store) {
	one = h.Open(t)
	other = h.Second(t, one)
	return one, other
}

func settle(t testing.TB, s store.Store, seq uint64) error {
	t.Helper()
	return s.Settle(t.Context(), seq, store.Settlement{})
}

// testTwoHandles has two handles claim and settle what two others of their goroutines add.
func testTwoHandles(t *testing.T, h Harness) {
	one, other := twoHandles(t, h)
	const channels, rounds = 4, 25
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var (
		writers, readers sync.WaitGroup
		mu               sync.Mutex
		seen             = map[uint64]bool{}
		has              = map[table.ChannelID]map[store.Store]int{} // entries that are not settled
		left             atomic.Int32
	)
	left.Store(channels * rounds)
	for i := range table.ChannelID(channels) {
		has[channel+i] = map[store.Store]int{}
		s := []store.Store{one, other}[i%2]
		a := newAnnouncer(t, s, channel+i)
		writers.Go(func() {
			for range rounds {
				a.announce("x")
			}
		})
	}
	take := func(s, another store.Store, m store.Message) {
		mu.Lock()
		defer mu.Unlock()
		assert.False(t, seen[m.Seq], "entry %d comes twice", m.Seq)
		assert.False(t, m.Inherited)
		assert.Zero(t, has[m.Channel][another], "the other handle has entries of channel %d", m.Channel)
		seen[m.Seq] = true
		has[m.Channel][s]++
	}
	for i, s := range []store.Store{one, other} {
		another := []store.Store{other, one}[i]
		readers.Go(func() {
			for left.Load() > 0 {
				page, err := s.Claim(ctx, 3, long)
				if errors.Is(err, context.Canceled) {
					return
				}
				if !assert.NoError(t, err) {
					return
				}
				for _, m := range page {
					take(s, another, m)
				}
				for _, m := range page {
					mu.Lock()
					has[m.Channel][s]-- // before the other handle can have the queue
					mu.Unlock()
					assert.NoError(t, settle(t, s, m.Seq))
					if left.Add(-1) == 0 {
						cancel()
					}
				}
			}
		})
	}
	writers.Wait()
	readers.Wait()
	require.Len(t, seen, channels*rounds)
	rest, err := one.Outbox(t.Context(), 0, 10)
	require.NoError(t, err)
	require.Empty(t, rest)
}

func testTakeover(t *testing.T, h Harness) {
	one, other := twoHandles(t, h)
	a := newAnnouncer(t, one, channel)
	a.announce("a", "b")
	had := claimAll(t, one, 2, soon)
	kept := newAnnouncer(t, one, channel+1)
	kept.announce("k")
	k := claim(t, one, 10, long)
	require.Equal(t, []string{"k"}, kindsOf(k))

	require.Equal(t, []string{"a+", "b+"}, kindsOf(claimAll(t, other, 2, long)))
	require.ErrorIs(t, settle(t, one, had[0].Seq), store.ErrNotFound)
	out, err := other.Outbox(t.Context(), 0, 10)
	require.NoError(t, err)
	require.Len(t, out, 3, "the entry stays in the outbox")
	require.NoError(t, settle(t, other, had[0].Seq))
	a.announce("c")
	require.Equal(t, []string{"c"}, kindsOf(claim(t, other, 10, long)), "nobody had it before")

	require.NoError(t, other.Release(t.Context()))
	requireNothing(t, one) // it does not know yet that it has lost the queue
	lost, err := one.Renew(t.Context(), long)
	require.NoError(t, err)
	require.Equal(t, []table.ChannelID{channel}, lost)
	lost, err = one.Renew(t.Context(), long)
	require.NoError(t, err)
	require.Empty(t, lost)
	require.Equal(t, []string{"b+", "c+"}, kindsOf(claimAll(t, one, 2, long)))
	requireNothing(t, other)
	require.NoError(t, settle(t, one, k[0].Seq))

	t.Run("a queue that is empty is free", func(t *testing.T) {
		for _, m := range out[1:] {
			if m.Channel == channel {
				require.NoError(t, settle(t, one, m.Seq))
			}
		}
		c, err := one.Outbox(t.Context(), 0, 10)
		require.NoError(t, err)
		require.Len(t, c, 1)
		require.NoError(t, settle(t, one, c[0].Seq))
		a.announce("d")
		require.Equal(t, []string{"d"}, kindsOf(claim(t, other, 10, long)))
	})
	requireSound(t, one)
}

func testRelease(t *testing.T, h Harness) {
	one, other := twoHandles(t, h)
	a := newAnnouncer(t, one, channel)
	a.announce("a", "b")
	require.Equal(t, []string{"a"}, kindsOf(claim(t, one, 1, long)))
	held, err := one.Hold(t.Context(), "work", long)
	require.NoError(t, err)
	require.True(t, held)
	requireNothing(t, other)
	require.NoError(t, one.Release(t.Context()))
	require.Equal(t, []string{"a+", "b"}, kindsOf(claimAll(t, other, 2, long)))
	held, err = other.Hold(t.Context(), "work", long)
	require.NoError(t, err)
	require.True(t, held)
	requireNothing(t, one)
}

func testHold(t *testing.T, h Harness) {
	one, other := twoHandles(t, h)
	hold := func(s store.Store, name string, ttl time.Duration) bool {
		held, err := s.Hold(t.Context(), name, ttl)
		require.NoError(t, err)
		return held
	}
	require.True(t, hold(one, "work", soon))
	require.True(t, hold(one, "work", long), "a hold is prolonged")
	time.Sleep(soon)
	require.False(t, hold(other, "work", long))
	require.True(t, hold(other, "more work", soon))
	require.Eventually(t, func() bool { return hold(one, "more work", long) }, patience, time.Millisecond)
	require.False(t, hold(other, "more work", long))

	t.Run("one of many gets a name", func(t *testing.T) {
		var all sync.WaitGroup
		var won atomic.Int32
		for i := range 20 {
			for _, s := range []store.Store{one, other} {
				all.Go(func() {
					held, err := s.Hold(t.Context(), "race "+strconv.Itoa(i), long)
					assert.NoError(t, err)
					if held {
						won.Add(1)
					}
				})
			}
		}
		all.Wait()
		require.EqualValues(t, 20, won.Load())
	})
}

func testChangeSettings(t *testing.T, h Harness) {
	s := h.Open(t)
	handles := []store.Store{s, h.Second(t, s)}
	const writers, rounds = 4, 10
	refused := errors.New("refused")
	var all sync.WaitGroup
	for _, s := range handles {
		for range writers {
			all.Go(func() {
				for range rounds {
					assert.NoError(t, s.ChangeSettings(t.Context(), guild, func(s *store.Settings) error {
						s.Limit++
						return nil
					}))
					assert.ErrorIs(t, s.ChangeSettings(t.Context(), guild, func(s *store.Settings) error {
						s.Limit = 0
						return refused
					}), refused)
					assert.NoError(t, s.ChangeNote(t.Context(), "count", func(old string) (string, error) {
						return old + ".", nil
					}))
					assert.ErrorIs(t, s.ChangeNote(t.Context(), "count", func(string) (string, error) {
						return "", refused
					}), refused)
				}
			})
		}
	}
	all.Wait()
	got, err := s.Settings(t.Context(), guild)
	require.NoError(t, err)
	require.EqualValues(t, len(handles)*writers*rounds, got.Limit)
	note, err := s.Note(t.Context(), "count")
	require.NoError(t, err)
	require.Len(t, note, len(handles)*writers*rounds)
	require.NoError(t, s.ChangeNote(t.Context(), "count", func(string) (string, error) { return "", nil }))
	note, err = s.Note(t.Context(), "count")
	require.NoError(t, err)
	require.Empty(t, note)
	requireSound(t, s)
}
