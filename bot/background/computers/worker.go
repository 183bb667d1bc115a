// Package computers plays the turns of computer players. One goroutine thinks for all tables, and
// lets people go first. The store has a turn's deadline until it is committed, even after restarts.
package computers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"amytis/bot/background/giveway"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/table"
	"amytis/store"
)

// Options is what a Worker needs. All fields but Busy, Mine and Step are required.
type Options struct {
	Tables *tables.Tables
	Log    *slog.Logger
	Now    func() time.Time
	// Busy reports whether people wait for the program, so that the worker pauses; nil means never.
	Busy func() bool
	// Mine reports whether this process plays, as the one that sweeps does; nil means always.
	Mine func(ctx context.Context) bool
	// Step is the least pause before a live step, for people to follow; 0 is three seconds.
	Step time.Duration
}

type Worker struct {
	Options
	called   chan table.ID // the tables to look at, in order
	waiting  sync.Map      // the tables in called
	failed   map[table.ID]failure
	players  map[string]*ai.Player // by the ID of the game, with its scratch positions
	thinking atomic.Bool
	thought  atomic.Int64 // the time of choosing steps, without pauses, in nanoseconds
}

// failure is when a table that failed may be tried again, after which pause.
type failure struct {
	until time.Time
	pause time.Duration
}

// Thinking reports whether a computer's turn is being played.
func (w *Worker) Thinking() bool { return w.thinking.Load() }

// Thought returns the time of choosing steps, without pauses: nearly its processor time.
func (w *Worker) Thought() time.Duration { return time.Duration(w.thought.Load()) }

const (
	firstPause   = time.Second // after a failure; each further one doubles it
	longestPause = time.Minute
	maxCalled    = 4096 // how many tables wait: the sweeper calls again for others
)

// New returns a worker that Tables calls.
func New(o Options) *Worker {
	o.Step = cmp.Or(o.Step, defaultStep)
	w := &Worker{
		Options: o, called: make(chan table.ID, maxCalled),
		failed: map[table.ID]failure{}, players: map[string]*ai.Player{},
	}
	o.Tables.ComputerCalled = w.call
	return w
}

func (w *Worker) call(id table.ID) {
	if _, waits := w.waiting.LoadOrStore(id, nil); waits {
		return
	}
	select {
	case w.called <- id:
	default:
		w.waiting.Delete(id)
	}
}

func (w *Worker) Run(ctx context.Context) {
	for {
		var id table.ID
		select {
		case <-ctx.Done():
			return
		case id = <-w.called:
			w.waiting.Delete(id)
		}
		if w.Now().Before(w.failed[id].until) {
			continue // the sweeper calls again
		}
		if w.Mine != nil && !w.Mine(ctx) {
			continue // the sweeper of another process calls its worker
		}
		w.thinking.Store(true)
		err := giveway.Guard(func() error { return w.play(ctx, id) })
		w.thinking.Store(false)
		if ctx.Err() != nil {
			return
		}
		// A table whose game went on without the computer is forgotten, too.
		maps.DeleteFunc(w.failed, func(other table.ID, f failure) bool {
			return other == id && err == nil || w.Now().Sub(f.until) > longestPause
		})
		if err != nil {
			pause := min(max(2*w.failed[id].pause, firstPause), longestPause)
			w.failed[id] = failure{w.Now().Add(pause), pause}
			w.Log.Error("a computer cannot play", slog.Any("table", id), slog.Duration("pause", pause), slog.Any("err", err))
		}
	}
}

// errMoved means that a table has changed while a computer was thinking.
var errMoved = errors.New("computers: the table has changed")

// play plays the turn of a computer at a table, or in a live game a step if it is time.
func (w *Worker) play(ctx context.Context, id table.ID) error {
	s, err := w.Tables.Load(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	seat := w.next(s.Table)
	if seat == 0 {
		return nil
	}
	events, err := w.turn(ctx, s, seat)
	if err != nil || ctx.Err() != nil {
		return err
	}
	now, err := w.Tables.Load(ctx, id) // a player may have got a hint meanwhile
	if err != nil {
		return err
	}
	_, _, err = w.Tables.Act(ctx, now, 0, func(now *table.Table) ([]table.Event, error) {
		if now.Version != s.Table.Version && !now.StillValid(seat, s.Table.Version) {
			return nil, errMoved
		}
		return events, nil
	}, nil)
	refused := engine.RefusalCode(err) != ""
	if errors.Is(err, errMoved) || errors.Is(err, store.ErrConflict) || refused && w.changed(ctx, s) {
		w.call(id)
		return nil
	}
	return err
}

func (w *Worker) changed(ctx context.Context, was tables.Loaded) bool {
	s, err := w.Tables.Load(ctx, was.ID)
	return err == nil && s.Table.Version != was.Table.Version
}

// next returns the seat of a computer that plays now, or 0.
func (w *Worker) next(t *table.Table) engine.Seat {
	at := func(seat engine.Seat) int64 { return t.Waits[seat].Since + w.pause(t, seat).Milliseconds() }
	seats := t.ComputersInTurn().Slice()
	slices.SortStableFunc(seats, func(a, b engine.Seat) int { return cmp.Compare(at(a), at(b)) })
	if len(seats) == 0 || w.Tables.Now(t) < at(seats[0]) {
		return 0
	}
	return seats[0]
}

const (
	// defaultStep is the highest level's pause before a live step. Levels below add 1/slower each.
	defaultStep = 3 * time.Second
	slower      = 3
	roundSteps  = 45 // a little more than the steps that place all pieces of a player
)

// pause returns how long a computer waits before its next step; higher levels are quicker. With a
// clock its steps fill the round. Once all people have stopped, it finishes at once.
func (w *Worker) pause(t *table.Table, seat engine.Seat) time.Duration {
	pace := t.State.Pace()
	if !pace.Live || t.Turn()&^t.Computers() == 0 {
		return 0
	}
	_, level, _ := t.Acting(seat).Computer()
	pause := w.Step + w.Step*time.Duration(int(ai.Levels)-level)/slower
	clock := time.Duration(pace.Clock) * time.Second
	// A Step shorter than usual shortens this pause, too.
	return max(pause, time.Duration(float64(clock/roundSteps)*w.Step.Seconds()/defaultStep.Seconds()))
}

// maxSteps bounds the steps of a commit, so that thinking ends. No turn has as many.
const maxSteps = 200

// think returns the steps to the end of a turn or a chance move, in a live game one, at a dead end
// none. They depend on the table's version only, so a repeated attempt plays the same.
func (w *Worker) think(ctx context.Context, id table.ID, t *table.Table, seat engine.Seat) ([]engine.Move, error) {
	in := t.Game.Info()
	player := w.players[in.ID]
	if player == nil {
		player = ai.NewPlayer(t.Game)
		w.players[in.ID] = player
	}
	_, level, _ := t.Acting(seat).Computer()
	began, paused := time.Now(), time.Duration(0)
	defer func() { w.thought.Add(int64(time.Since(began) - paused)) }()
	state := t.State
	stop := giveway.Stop(ctx, w.Busy, &paused)
	var steps []engine.Move
	for len(steps) < maxSteps {
		chosen := player.Choose(state, seat, ai.Level(level), seedOf(id, t.Version, len(steps)), stop)
		for _, m := range chosen {
			next, err := state.Apply(m)
			if err != nil {
				return nil, fmt.Errorf("computers: level %d chose %s: %w", level, t.Game.AppendMove(nil, m), err)
			}
			state = next
			steps = append(steps, m)
			if in.VerbInfo(m.Verb).Ends || !state.Turn().Has(seat) || state.Turn().Has(engine.Chance) {
				return steps, ctx.Err()
			}
		}
		switch {
		case len(chosen) == 0:
			return nil, ctx.Err()
		case state.Pace().Live || ctx.Err() != nil:
			return steps, ctx.Err()
		}
	}
	return steps, ctx.Err()
}

// turn returns the events of a turn. At a dead end it undoes steps, or if that is no help, skips.
func (w *Worker) turn(ctx context.Context, s tables.Loaded, seat engine.Seat) ([]table.Event, error) {
	now := w.Now().UnixMilli()
	moves, err := w.think(ctx, s.ID, s.Table, seat)
	if err != nil {
		return nil, err
	}
	var events []table.Event
	if len(moves) == 0 {
		t := s.Table
		for n := len(t.Moves); n > 0 && t.Moves[n-1].Move.Seat == seat && t.Ended(t.Moves[n-1].Move) == 0; n = len(t.Moves) {
			undo := table.Undo(seat, s.Table.Acting(seat), now)
			before, err := t.Next(undo)
			if err != nil {
				break // what it has revealed stays
			}
			t = before
			events = append(events, undo)
		}
		if moves, err = w.think(ctx, s.ID, t, seat); err != nil {
			return nil, err
		}
	}
	if len(moves) == 0 {
		return s.Table.EndTurn(seat, engine.SkipMove(seat), 0, now)
	}
	for _, m := range moves {
		events = append(events, table.Move(s.Table.Game, m, s.Table.Acting(seat), now))
	}
	return events, nil
}

func seedOf(id table.ID, v table.Version, steps int) uint64 {
	return uint64(id)*0x9e3779b97f4a7c15 + uint64(v)<<16 + uint64(steps)
}
