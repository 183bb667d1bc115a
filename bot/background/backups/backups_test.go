package backups

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/store/bolt"
	"amytis/store/bolt/bolttest"
)

// keeper makes 3 backups, one an hour. While full is set, it fails.
type keeper struct {
	*Keeper
	full  atomic.Bool
	tries atomic.Int64
}

func hourly(t *testing.T) *keeper {
	k := &keeper{Keeper: &Keeper{
		Store: bolttest.New(t), Folder: filepath.Join(t.TempDir(), "backups"), Name: "amytis.backup-",
		Every: time.Hour, Keep: 3, Log: slog.New(slog.DiscardHandler),
	}}
	k.Copy = func(_ context.Context, file string) error {
		if k.tries.Add(1); k.full.Load() {
			return errors.New("the disk is full")
		}
		return os.WriteFile(file, []byte("copy"), 0o600)
	}
	return k
}

// inBubble runs a test in a bubble, whose clock starts at midnight of 2000-01-01 in UTC.
func inBubble(t *testing.T, test func(t *testing.T, k *keeper)) {
	synctest.Test(t, func(t *testing.T) { test(t, hourly(t)) })
}

func start(t *testing.T, keepers ...*keeper) {
	var running sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	for _, k := range keepers {
		running.Go(func() { k.Run(ctx) })
	}
	t.Cleanup(func() { stop(); running.Wait() })
}

// after waits for a time, and for what happens then.
func after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func files(t *testing.T, k *keeper) (names []string) {
	entries, err := os.ReadDir(k.Folder)
	if !errors.Is(err, os.ErrNotExist) {
		require.NoError(t, err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestBackupsAreMadeInTimeAndTheOldestRemoved(t *testing.T) {
	inBubble(t, func(t *testing.T, k *keeper) {
		start(t, k)
		after(time.Minute)
		require.Equal(t, []string{"amytis.backup-20000101-000000.db"}, files(t, k))
		after(59*time.Minute + 10*time.Second)
		require.Len(t, files(t, k), 2)
		after(5*time.Hour + time.Minute)
		have := files(t, k)
		require.Len(t, have, 3)
		require.Contains(t, have[2], "amytis.backup-20000101-06")
	})
}

func TestOtherFilesAreNeitherRemovedNorCounted(t *testing.T) {
	inBubble(t, func(t *testing.T, k *keeper) {
		others := []string{
			"amytis.backup-19990101-000000.db.keep", "amytis.backup-mine.db", "amytis.db",
			"babylon.backup-19990101-000000.db", "amytis.backup-19990101-000000", "my amytis.backup-19990101-000000.db",
		}
		require.NoError(t, os.MkdirAll(filepath.Join(k.Folder, "amytis.backup-19980101-000000.db"), 0o700))
		for _, name := range others {
			require.NoError(t, os.WriteFile(filepath.Join(k.Folder, name), nil, 0o600))
		}
		start(t, k)
		after(10*time.Hour + time.Minute)
		require.Len(t, files(t, k), len(others)+1+3)
		for _, name := range others {
			require.FileExists(t, filepath.Join(k.Folder, name))
		}
	})
}

func TestFailedBackupIsTriedAgainLaterAndRemovesNothing(t *testing.T) {
	inBubble(t, func(t *testing.T, k *keeper) {
		k.Keep = 1
		start(t, k)
		after(time.Minute)
		first := files(t, k)
		require.Len(t, first, 1)
		k.full.Store(true)
		after(4 * time.Hour)
		require.Equal(t, first, files(t, k), "the last good backup stays")
		require.EqualValues(t, 1+8, k.tries.Load(), "after 0, 1, 3, 7, 15, 31, 63 and 123 minutes")
		k.full.Store(false)
		after(time.Hour + time.Minute)
		now := files(t, k)
		require.Len(t, now, 1)
		require.NotEqual(t, first, now)
		// After a success, the pauses begin anew.
		k.full.Store(true)
		k.tries.Store(0)
		after(time.Hour + 5*time.Minute)
		require.GreaterOrEqual(t, k.tries.Load(), int64(2))
	})
}

func TestOfSeveralHandlesOneMakesTheBackups(t *testing.T) {
	inBubble(t, func(t *testing.T, first *keeper) {
		var mu sync.Mutex
		copies, copying := 0, 0
		first.Copy = func(ctx context.Context, file string) error {
			mu.Lock()
			copies, copying = copies+1, copying+1
			alone := copying == 1
			mu.Unlock()
			time.Sleep(10 * time.Minute)
			mu.Lock()
			copying--
			mu.Unlock()
			if !alone {
				t.Error("two at a time")
			}
			return os.WriteFile(file, nil, 0o600)
		}
		second := hourly(t)
		second.Store, second.Folder, second.Copy = first.Store.(*bolt.DB).Second(), first.Folder, first.Copy
		start(t, first, second)
		after(3*time.Hour + 11*time.Minute)
		require.Equal(t, 4, copies)
		require.Len(t, files(t, first), 3)
		firsts, _, _ := first.Status()
		seconds, _, _ := second.Status()
		require.NotEqual(t, firsts, seconds, "one handle makes the backups")
	})
}

func TestBackupFromAWrongClockDelaysNothing(t *testing.T) {
	inBubble(t, func(t *testing.T, k *keeper) {
		require.NoError(t, os.MkdirAll(k.Folder, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(k.Folder, "amytis.backup-20380101-000000.db"), nil, 0o600))
		start(t, k)
		after(time.Minute)
		require.Len(t, files(t, k), 2)
		after(58 * time.Minute)
		require.Len(t, files(t, k), 2)
	})
}

func TestLateBackupsAreTold(t *testing.T) {
	inBubble(t, func(t *testing.T, k *keeper) {
		start(t, k)
		after(time.Minute)
		midnight := time.Now().Truncate(time.Hour)
		inTime := func() {
			t.Helper()
			mine, last, late := k.Status()
			require.True(t, mine, "one is left to make it")
			require.True(t, last.Equal(midnight), last)
			require.NoError(t, late)
		}
		inTime()
		k.full.Store(true)
		after(2*time.Hour - 2*time.Minute)
		inTime()
		after(3 * time.Minute)
		_, _, late := k.Status()
		require.ErrorContains(t, late, "none has succeeded for 2h2m0s")
		require.ErrorContains(t, late, "the disk is full")
		k.full.Store(false)
		after(time.Hour)
		_, last, late := k.Status()
		require.NoError(t, late)
		require.Greater(t, last, midnight)
	})
}

// TestBackupsAreNotLateBecauseTheProgramWasOff starts with a backup a day old and a slow copy.
func TestBackupsAreNotLateBecauseTheProgramWasOff(t *testing.T) {
	inBubble(t, func(t *testing.T, k *keeper) {
		_, err := k.makeIfDue(t.Context(), time.Now())
		require.NoError(t, err)
		after(24 * time.Hour)
		k.Copy = func(ctx context.Context, _ string) error {
			time.Sleep(3 * time.Hour)
			return ctx.Err()
		}
		start(t, k)
		after(time.Hour)
		_, _, late := k.Status()
		require.NoError(t, late)
		after(90 * time.Minute)
		_, _, late = k.Status()
		require.ErrorContains(t, late, "has not ended")
		after(time.Hour)
	})
}
