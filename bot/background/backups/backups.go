// Package backups copies a store to a folder from time to time, while the program runs.
package backups

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"amytis/store"
)

// Keeper makes backups. All exported fields are needed.
type Keeper struct {
	// Store is what is backed up. One of its handles makes the backups.
	Store store.Queues
	// Copy writes a checked copy of the store to a file that does not exist yet.
	Copy   func(ctx context.Context, file string) error
	Folder string // where the backups are; it is made if it is missing
	Name   string // begins the names of the backups
	// Every is the time from one backup to the next, and Keep how many stay.
	Every time.Duration
	Keep  int
	Log   *slog.Logger

	state atomic.Pointer[state]
}

type state struct {
	mine  time.Time // since when this handle makes the backups, zero if it does not
	last  time.Time // the newest backup, zero for none
	tried error     // of the last try
}

// Status reports whether this handle makes the backups, when it began the newest one, zero for
// none, and an error if none has succeeded for twice Every.
func (k *Keeper) Status() (mine bool, last time.Time, late error) {
	s := k.state.Load()
	if s == nil || s.mine.IsZero() {
		return false, time.Time{}, nil
	}
	since := s.last
	if since.IsZero() || s.tried == nil && s.mine.After(since) { // a first try may take its time
		since = s.mine
	}
	if age := time.Since(since); age > 2*k.Every {
		err := cmp.Or(s.tried, errors.New("the last try has not ended"))
		late = fmt.Errorf("none has succeeded for %v: %w", age.Round(time.Second), err)
	}
	return true, s.last, late
}

const (
	// firstPause and lastPause limit the pause after a failure. It doubles up to Every.
	firstPause = time.Minute
	lastPause  = time.Hour
	// term is how long others leave the work to a handle that died, or that still makes a backup.
	term      = 15 * time.Minute
	lookEvery = 5 * time.Second   // the pause between two looks whether to make one
	form      = "20060102-150405" // the time in a backup's name, in UTC
	suffix    = ".db"
)

// Run makes backups until the context ends. After a failure, which it logs, it tries again later.
func (k *Keeper) Run(ctx context.Context) {
	hold := store.NewHold(k.Store, "backup", term)
	var next time.Time // when to look at the folder
	pause := firstPause
	var s state
	for {
		mine, err := hold.Mine(ctx)
		if err != nil && ctx.Err() == nil {
			k.Log.Error("cannot tell which process makes the backups", slog.Any("err", err))
		}
		if !mine {
			s = state{}
		} else if s.mine.IsZero() {
			s.mine = time.Now()
		}
		told := s
		k.state.Store(&told)
		if mine && !time.Now().Before(next) {
			s.last, s.tried = k.makeIfDue(ctx, time.Now())
			next = s.last.Add(k.Every)
			switch err := s.tried; {
			case err == nil:
				pause = firstPause
			case ctx.Err() == nil:
				wait := min(pause, max(k.Every, firstPause))
				k.Log.Error("backup failed", slog.Any("err", err), slog.Duration("pause", wait))
				next = time.Now().Add(wait)
				pause = min(2*pause, lastPause)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(lookEvery):
		}
	}
}

// makeIfDue makes a backup if the newest is old enough, and prunes. last is zero for none.
func (k *Keeper) makeIfDue(ctx context.Context, now time.Time) (last time.Time, err error) {
	all, err := k.list()
	if err != nil {
		return last, err
	}
	for _, b := range all {
		if !b.at.After(now) { // else it was made before the clock was set right
			last = b.at
		}
	}
	if now.Before(last.Add(k.Every)) {
		return last, nil
	}
	if err := os.MkdirAll(k.Folder, 0o700); err != nil {
		return last, err
	}
	name := k.Name + now.UTC().Format(form) + suffix
	file := filepath.Join(k.Folder, name)
	if err := k.Copy(ctx, file); err != nil {
		return last, fmt.Errorf("%s: %w", file, err)
	}
	k.Log.Info("backed up", slog.String("path", file), slog.Duration("after", time.Since(now)))
	if all, err = k.list(); err != nil {
		return now, err
	}
	return now, k.prune(all, name)
}

// prune removes the oldest backups, but not the last one.
func (k *Keeper) prune(all []backup, last string) error {
	var failed error
	for _, b := range all[:max(0, len(all)-k.Keep)] {
		if b.name == last {
			continue
		}
		failed = errors.Join(failed, os.Remove(filepath.Join(k.Folder, b.name)))
	}
	return failed
}

type backup struct {
	name string
	at   time.Time
}

// list returns the backups, the oldest first.
func (k *Keeper) list() ([]backup, error) {
	entries, err := os.ReadDir(k.Folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var all []backup
	for _, e := range entries {
		middle, named := strings.CutPrefix(e.Name(), k.Name)
		middle, ended := strings.CutSuffix(middle, suffix)
		at, err := time.Parse(form, middle)
		if named && ended && err == nil && e.Type().IsRegular() {
			all = append(all, backup{e.Name(), at})
		}
	}
	slices.SortFunc(all, func(a, b backup) int { return a.at.Compare(b.at) })
	return all, nil
}
