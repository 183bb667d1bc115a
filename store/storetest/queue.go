package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

// announcer opens a table. It returns a function that commits a move with messages.
func announcer(t testing.TB, s store.Store, id table.ID) func(kinds ...string) {
	commit(t, s, opening(id, table.ChannelID(id)))
	next := table.Version(0)
	return func(kinds ...string) {
		next++
		c := move(id, table.ChannelID(id), next)
		for _, kind := range kinds {
			c.Outbox = append(c.Outbox, message(id, kind))
		}
		assert.NoError(t, s.Commit(t.Context(), c))
	}
}

// requireTaken takes messages, which must come. A + stands behind inherited ones.
func requireTaken(t testing.TB, s store.Store, term time.Duration, kinds ...string) (all []store.Entry) {
	t.Helper()
	for missing := kinds; len(missing) > 0; {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		page, err := s.Take(ctx, len(missing), term)
		cancel()
		if err != nil {
			require.NoError(t, err, "%q do not come; the outbox holds %q", missing, outboxOf(t, s))
		}
		require.NotEmpty(t, page)
		for i, e := range page {
			if e.Inherited {
				e.Kind += "+"
			}
			require.Equal(t, missing[i], e.Kind, "message %d", e.Seq)
		}
		missing = missing[len(page):]
		all = append(all, page...)
	}
	return all
}

// outboxOf describes the messages in the outbox.
func outboxOf(t testing.TB, s store.Store) (messages []string) {
	for _, e := range Must(s.Outbox(t.Context(), 0, 999))(t) {
		messages = append(messages, fmt.Sprintf("%s (message %d of table %d)", e.Kind, e.Seq, e.Table))
	}
	return messages
}

func requireNothing(t testing.TB, s store.Store) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), shortWait)
	defer cancel()
	messages, err := s.Take(ctx, 10, long)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Empty(t, messages)
}

func testTake(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	announce := announcer(t, s, 1)
	announce("a", "b")
	announce("c")
	requireTaken(t, s, long, "a+", "b+") // somebody may have had them before
	rest := requireTaken(t, s, long, "c+")
	listed := Must(s.Outbox(ctx, 0, 10))(t)
	rest[0].Inherited = false
	require.Equal(t, listed[2], rest[0], "a taken message is complete and stays in the outbox")
	requireNothing(t, s)
	require.NoError(t, s.Settle(ctx, listed[0].Seq, store.Settlement{Follow: []store.Entry{message(1, "d")}}))
	requireTaken(t, s, long, "d")
	announce("e")
	require.NoError(t, s.Settle(ctx, Must(s.Outbox(ctx, listed[2].Seq, 10))(t)[1].Seq, store.Settlement{}))
	requireNothing(t, s) // a message can be settled without being taken

	var waiting sync.WaitGroup
	wait := func(n int, want error) {
		waiting.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, patience)
			defer cancel()
			messages, err := s.Take(ctx, 10, long)
			assert.ErrorIs(t, err, want)
			assert.Len(t, messages, n)
		})
	}
	wait(1, nil)
	announce("f")
	waiting.Wait()
	ended, cancel := context.WithCancel(ctx)
	cancel()
	require.ErrorIs(t, errorOf(s.Take(ended, 10, long)), context.Canceled)
	announce("g")
	requireTaken(t, s, long, "g") // an ended Take loses nothing
	wait(0, store.ErrClosed)
	require.NoError(t, s.Close())
	waiting.Wait()
}

// testShared has two handles take and settle what others add. The sender changes now and then.
func testShared(t *testing.T, h Harness) {
	one := h.Open(t)
	handles := []store.Store{one, h.Second(t, one)}
	const tables, rounds = 4, 25
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for i := range table.ID(tables) {
		announce := announcer(t, handles[i%2], i+1)
		all.Go(func() {
			for round := range rounds {
				announce(fmt.Sprint("x", round), fmt.Sprint("y", round))
			}
		})
	}
	impatient := time.AfterFunc(patience, cancel)
	var mu sync.Mutex // guards sending, seen and last
	var sending store.Store
	seen := map[uint64]bool{}
	last := map[table.ID]uint64{}
	note := func(s store.Store, page []store.Entry) {
		mu.Lock()
		defer mu.Unlock()
		assert.True(t, sending == nil || sending == s, "another handle sends")
		for _, m := range page {
			assert.False(t, seen[m.Seq], "message %d comes twice", m.Seq)
			assert.Greater(t, m.Seq, last[m.Table])
			seen[m.Seq] = true
			last[m.Table] = m.Seq
			impatient.Reset(patience)
		}
		sending = s
		if len(page) == 0 {
			sending = nil
		}
		if len(seen) == 2*tables*rounds {
			cancel()
		}
	}
	for _, s := range handles {
		all.Go(func() {
			for {
				page, err := s.Take(ctx, 3, long)
				if errors.Is(err, context.Canceled) || !assert.NoError(t, err) {
					return
				}
				note(s, page)
				for _, m := range page {
					assert.NoError(t, s.Settle(t.Context(), m.Seq, store.Settlement{}))
				}
				note(s, nil)
				assert.NoError(t, s.Release(t.Context()))
			}
		})
	}
	all.Wait()
	require.Empty(t, outboxOf(t, one), "messages that have not come for %v", patience)
	require.Len(t, seen, 2*tables*rounds)
}

func testTakeover(t *testing.T, h Harness) {
	one := h.Open(t)
	ctx := t.Context()
	other := h.Second(t, one)
	prolong := func(s store.Store, term time.Duration) bool { return Must(s.Prolong(ctx, term))(t) }
	announce := announcer(t, one, 1)
	require.True(t, prolong(one, soon), "nobody else sends")
	announce("a", "b")
	had := requireTaken(t, one, soon, "a+", "b+")
	requireTaken(t, other, long, "a+", "b+")
	require.False(t, prolong(one, long), "another handle sends now")
	requireNothing(t, one)
	require.NoError(t, other.Settle(ctx, had[0].Seq, store.Settlement{}))
	require.ErrorIs(t, one.Settle(ctx, had[0].Seq, store.Settlement{}), store.ErrNotFound)
	announce("c")
	requireTaken(t, other, long, "c") // nobody had it before
	holds := func(s store.Store) bool {
		mine, _, err := s.Hold(ctx, "work", long, "")
		require.NoError(t, err)
		return mine
	}
	require.True(t, holds(other), "nobody else does the work")
	require.False(t, holds(one), "another handle has it")
	require.NoError(t, other.Release(ctx))
	requireTaken(t, one, long, "b+", "c+")
	requireNothing(t, other)
	require.True(t, holds(one), "it is free at once, too")

	// A sender whose hold was over begins anew, even if nobody took over.
	require.True(t, prolong(one, soon), "it still sends")
	time.Sleep(2 * soon)
	announce("d")
	requireNothing(t, one) // it does not know yet
	require.False(t, prolong(one, long), "it learns it")
	require.True(t, prolong(one, long), "it begins anew")
	requireTaken(t, one, long, "b+", "c+", "d+")
	requireSound(t, one)
}
