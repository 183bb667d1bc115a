package tables

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"amytis/engine/table"
	"amytis/store"
)

const (
	// aliveEvery is how often the store notes that players can play. Outages may count as longer.
	aliveEvery = 30 * time.Second
	// OutageAfter is the shortest outage. Before, the program reconnects or another takes over.
	OutageAfter = aliveEvery + 2*store.Term
	// aliveNote names the note of the last time of play without overdue work, in Unix milliseconds.
	aliveNote = "alive"
	// outageNote names the note of the last outage: its beginning and end, in Unix milliseconds.
	outageNote = "absence"
)

// BeginSweeping counts the time before the first sweep as an outage if no other process runs. Call
// it before any user can act: nobody must lose a turn because the limit ended meanwhile.
func (s *Sweeper) BeginSweeping(ctx context.Context) (err error) {
	if s.alone, err = s.hold.Mine(ctx); err != nil {
		return err
	}
	if _, err = s.notice(ctx, false); err != nil || !s.alone {
		return err
	}
	return s.announceRestored(ctx)
}

// notice finds the last outage, a long time without a sweep of any process, and reports whether it
// has just ended. sweeps says that this process sweeps from now on. Users may act after an outage
// before the sweep, so work that an outage delays calls notice too.
func (s *Sweeper) notice(ctx context.Context, sweeps bool) (isNew bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	wall := time.Now().UnixMilli() // a clock that goes on while the machine sleeps
	if wall-s.beat >= s.longest {
		var alive int64
		ran, err := s.readTimes(ctx, aliveNote, &alive)
		if err != nil {
			return false, err
		}
		now := s.tables.now().UnixMilli()
		o := outage{min(max(alive, s.swept), now), now}
		isNew = ran && (o.to-o.from >= s.longest || s.alone && s.swept == 0)
		if !isNew {
			o = outage{}
			_, err = s.readTimes(ctx, outageNote, &o.from, &o.to)
		}
		if err != nil {
			return false, err
		}
		s.tables.away.Store(&o)
	}
	if sweeps {
		s.beat = wall
	}
	return isNew, nil
}

// goOn notes that this process sweeps, and an outage that has just ended. Call it often in a sweep.
func (s *Sweeper) goOn(ctx context.Context) error {
	isNew, err := s.notice(ctx, true)
	if err != nil || !isNew {
		return err
	}
	o := s.tables.away.Load()
	s.log.Info("nobody could play for a while, so limits that ended meanwhile are extended",
		slog.Duration("after", time.Duration(o.to-o.from)*time.Millisecond))
	return s.notes.SetNote(ctx, outageNote, fmt.Sprintln(o.from, o.to))
}

// readTimes reads the times in a note, and reports whether it has them.
func (s *Sweeper) readTimes(ctx context.Context, note string, times ...any) (found bool, err error) {
	noted, err := s.notes.Note(ctx, note)
	_, unread := fmt.Sscan(noted, times...)
	return unread == nil, err
}

// noteAlive notes that no work was overdue at a time, in Unix milliseconds.
func (s *Sweeper) noteAlive(ctx context.Context, now int64) error {
	s.mu.Lock()
	if behind := time.Duration(s.swept-now) * time.Millisecond; behind > time.Second {
		s.log.Warn("this machine's clock was set back, so time limits stand still until it has caught up", slog.Duration("by", behind))
	}
	s.swept = now
	s.mu.Unlock()
	if now >= s.noted && now-s.noted < aliveEvery.Milliseconds() { // else the clock was set back
		return nil
	}
	s.noted = now
	return s.notes.SetNote(ctx, aliveNote, strconv.FormatInt(now, 10))
}

// announceRestored has each open table posted anew if the store is a restored backup: Discord still
// shows what was lost. Call it before entries are sent. Of what a start that was cut short has
// left, the newest entry replaces the others.
func (s *Sweeper) announceRestored(ctx context.Context) error {
	restored, err := s.notes.Note(ctx, store.RestoredNote)
	if err != nil || restored == "" {
		return err
	}
	ids, err := s.notes.Playing(ctx, 0, 0)
	for _, id := range ids {
		t, err := s.tables.Load(ctx, id)
		if v := t.Header.Version; err == nil && t.Header.Channel != 0 {
			err = Commit(ctx, s.tables, store.Commit{
				Table: id, Want: v, Header: t.Header,
				Deadline: deadline(s.tables.Forced.demands(nil, t.Table, s.tables.Now(t.Table))),
				Outbox:   []store.Entry{{Table: id, Channel: t.Header.Channel, Kind: PostRestored, From: v, Version: v}},
			})
		}
		if err != nil && !errors.Is(err, ErrDamaged) {
			return err
		}
	}
	if err != nil {
		return err
	}
	return s.notes.SetNote(ctx, store.RestoredNote, "")
}

// outage is when nobody could play, in Unix milliseconds. Zero means that somebody always could.
type outage struct{ from, to int64 }

// extended returns the new end of a seat's time if the outage used up some of it, else 0. over is
// the end of that time, or a pause: one that began before the outage may be why no time was used
// up. An outage in quiet hours or an absence cost the player no time.
func (o *outage) extended(t *table.Table, over table.Demand, c Calendar) int64 {
	wait := t.Waits[over.Seat]
	pause := over.Kind == table.Pause
	ended := over.At
	counted := max(wait.Extended, wait.Counted)
	if pause {
		ended = wait.Until
	}
	until := int64(0)
	if !pause || over.At > o.from {
		until = o.extension(ended, counted)
	}
	if until != 0 && !pause {
		until -= c.away(t.Player(over.Seat).User, max(o.from, counted), ended)
	}
	if !pause || over.At > max(o.from, t.LimitEnd(over.Seat)) {
		until = cmp.Or(until, o.refund(t.LimitEnd(over.Seat), wait.Until, ended, counted))
	}
	if until <= o.to {
		return 0
	}
	return until
}

// extension adds the outage after extended, the last extension or 0, to the end of a limit that
// ended during it, else returns 0. So a program that dies after its start counts nothing twice.
func (o *outage) extension(ended, extended int64) int64 {
	from := max(o.from, extended)
	if ended <= from || ended > o.to {
		return 0
	}
	return ended + o.to - from
}

// refund adds to the end of a time after the outage the part in which the reserve ran, from
// limitEnd to until, or returns 0. extended is as for extension.
func (o *outage) refund(limitEnd, until, ended, extended int64) int64 {
	lost := min(o.to, until) - max(o.from, limitEnd, extended)
	if ended <= o.to || lost <= 0 {
		return 0
	}
	return ended + lost
}
