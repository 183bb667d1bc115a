package store_test

import (
	"cmp"
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/store"
)

type holds struct {
	store.Queues
	calls int
	mine  bool
	err   error
	hangs bool // the store does not answer
	note  string
}

func (h *holds) Hold(ctx context.Context, _ string, _ time.Duration, note string) (bool, string, error) {
	h.calls++
	if h.hangs {
		<-ctx.Done()
		return false, "", ctx.Err()
	}
	h.note = cmp.Or(note, h.note)
	return h.mine, h.note, h.err
}

func TestAHoldAsksTheStoreOnlyNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &holds{mine: true}
		d := store.NewHold(s, "work", 0)
		mine := func() bool {
			is, err := d.Mine(t.Context())
			require.Equal(t, s.err, err)
			return is
		}
		for range 10 {
			require.True(t, mine(), "it has the hold")
		}
		require.Equal(t, 1, s.calls)
		time.Sleep(store.Term / 3)
		require.True(t, mine(), "it keeps the hold")
		require.Equal(t, 2, s.calls)

		s.err = errors.New("the store is away")
		time.Sleep(store.Term / 2)
		require.True(t, mine(), "the term goes on")
		time.Sleep(store.Term / 2)
		require.False(t, mine(), "the term is over")

		since, until := d.Span()
		require.Equal(t, store.Term, until.Sub(since)-store.Term/3, "without a gap")
		s.err = nil
		require.True(t, mine(), "nobody else has it yet")
		again, _ := d.Span()
		require.Equal(t, until, again, "somebody may have had it meanwhile")
		time.Sleep(store.Term)
		s.mine = false
		require.False(t, mine(), "another one has the hold")
		since, until = d.Span()
		require.Zero(t, since)
		require.Zero(t, until)
		s.mine = true
		require.True(t, mine(), "it takes the hold over")
	})
}

func TestAHoldEndsWithItsTermWhileTheStoreHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &holds{mine: true}
		d := store.NewHold(s, "work", 0)
		began := time.Now()
		require.True(t, first(d.Mine(t.Context())), "it has the hold")
		time.Sleep(store.Term / 2)
		s.hangs = true
		require.False(t, first(d.Mine(t.Context())), "it cannot renew the hold")
		require.Equal(t, store.Term, time.Since(began))
	})
}

func first(mine bool, _ error) bool { return mine }

// A note changes with every event of a session, and the store must not be asked for each.
func TestANoteIsStoredAtOnceAndThenWithTheTerms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &holds{mine: true, note: "of another"}
		d := store.NewHold(s, "work", 0)
		with := func(note string) string {
			mine, kept, err := d.MineWith(t.Context(), note)
			require.NoError(t, err)
			require.True(t, mine, "one of them has it")
			return kept
		}
		require.Equal(t, "of another", with(""))
		s.note = ""
		time.Sleep(store.Term)
		require.Empty(t, with(""))
		require.Equal(t, "1", with("1"), "the first note is stored at once")
		require.Equal(t, "1", with("2"))
		require.Equal(t, "1", s.note)
		time.Sleep(store.Term / 3)
		require.Equal(t, "3", with("3"))
		require.Equal(t, 4, s.calls)
	})
}
