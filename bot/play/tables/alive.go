package tables

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"amytis/store"
)

const (
	// aliveEvery is how often the store notes that the program runs. An outage may count as that
	// much longer than it was.
	aliveEvery = 30 * time.Second
	// aliveNote names the note of when no work was overdue last, in Unix milliseconds.
	aliveNote = "alive"
	// outageNote names the note of the last outage: its beginning and end, in Unix milliseconds.
	// All processes that start together start after the same one.
	outageNote = "absence"
	// outagePause is the pause between looks at the notes of another process that is starting.
	outagePause = 100 * time.Millisecond
)

// Begin reads how long the program did not run. Call it before any user can act: nobody must lose a
// turn because the limit ended meanwhile. While another process runs, there is no new outage.
func (s *Sweeper) Begin(ctx context.Context) error {
	for began := time.Now(); ; {
		mine, err := s.duty.Mine(ctx)
		if err != nil {
			return err
		}
		alive, running, err := s.alive(ctx)
		if err != nil {
			return err
		}
		now := s.tables.now().UnixMilli()
		if mine || time.Since(began) >= store.Lease {
			if running {
				s.tables.away = outage{alive, now}
			}
			if mine && running {
				s.noteOutage(ctx)
			}
			return nil
		}
		last, err := s.lastOutage(ctx)
		if err != nil {
			return err
		}
		if last.from == alive || now-alive < (aliveEvery+store.Lease).Milliseconds() {
			s.tables.away = last
			return nil
		}
		// The process that sweeps has just started, and will note the outage.
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(outagePause):
		}
	}
}

// alive returns when the program last ran, in Unix milliseconds, false if it never did.
func (s *Sweeper) alive(ctx context.Context) (at int64, ran bool, err error) {
	noted, err := s.notes.Note(ctx, aliveNote)
	if err != nil {
		return 0, false, err
	}
	at, err = strconv.ParseInt(noted, 10, 64)
	return at, err == nil, nil
}

func (s *Sweeper) lastOutage(ctx context.Context) (o outage, err error) {
	noted, err := s.notes.Note(ctx, outageNote)
	if err != nil {
		return o, err
	}
	if _, err := fmt.Sscan(noted, &o.from, &o.to); err != nil {
		return outage{}, nil
	}
	return o, nil
}

// noteOutage notes the outage for processes that start later. A failure is only logged.
func (s *Sweeper) noteOutage(ctx context.Context) {
	o := s.tables.away
	if err := s.notes.SetNote(ctx, outageNote, fmt.Sprintln(o.from, o.to)); err != nil {
		s.log.Error("cannot note for how long the program did not run", slog.Any("err", err))
	}
}

// noteAlive notes that no work was overdue at a time, in Unix milliseconds.
func (s *Sweeper) noteAlive(ctx context.Context, now int64) error {
	if now-s.noted < aliveEvery.Milliseconds() {
		return nil
	}
	s.noted = now
	return s.notes.SetNote(ctx, aliveNote, strconv.FormatInt(now, 10))
}
