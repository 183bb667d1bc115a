// Package reviewqueue has the strongest computer review ended games, one after another, and stores
// that. It lets people go first. A restart forgets the games that wait; people can ask again.
package reviewqueue

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"amytis/bot/background/giveway"
	"amytis/bot/play/tables"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/store"
)

// maxWaiting is how many games wait. A review takes one to ten seconds, up to 100 if people press.
const maxWaiting = 16

var ErrBusy = errors.New("reviewer: too many games wait")

// Reviewer reviews games while Run runs. It is safe for concurrent use.
type Reviewer struct {
	store store.Tables
	log   *slog.Logger
	// find is replaced by tests.
	find func(ctx context.Context, t *table.Table, o review.Options) (*review.Review, error)

	mu    sync.Mutex
	asked map[table.ID]*Job // the games that wait or are reviewed now
	// begun counts the reviews that have begun, and last is the number of the last job.
	begun, last int
	queue       chan *Job
	tells       sync.WaitGroup
}

func New(s store.Tables, log *slog.Logger) *Reviewer {
	return &Reviewer{store: s, log: log, find: find, asked: map[table.ID]*Job{}, queue: make(chan *Job, maxWaiting)}
}

func find(ctx context.Context, t *table.Table, o review.Options) (*review.Review, error) {
	rec, err := t.Record()
	if err != nil {
		return nil, err
	}
	return review.Game(ctx, t.Game, rec, o)
}

// Ask has the ended game of a table reviewed, once if it waits. The error is ErrBusy.
func (rv *Reviewer) Ask(s tables.Loaded) (*Job, error) {
	rv.mu.Lock()
	defer rv.mu.Unlock()
	if j := rv.asked[s.ID]; j != nil {
		return j, nil
	}
	j := &Job{reviewer: rv, table: s, number: rv.last + 1, tells: map[string]Tell{}}
	select {
	case rv.queue <- j:
	default:
		return nil, ErrBusy
	}
	rv.last++
	rv.asked[s.ID] = j
	return j, nil
}

// Run reviews games until the context ends, with pauses while busy reports that people wait.
func (rv *Reviewer) Run(ctx context.Context, busy func() bool) {
	defer rv.tells.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-rv.queue:
			rv.review(ctx, j, busy)
		}
	}
}

func (rv *Reviewer) review(ctx context.Context, j *Job, busy func() bool) {
	rv.mu.Lock()
	rv.begun++
	rv.mu.Unlock()
	var found *review.Review
	err := giveway.Guard(func() (err error) {
		found, err = rv.reviewGame(ctx, j, giveway.Stop(ctx, busy, new(time.Duration)))
		return err
	})
	if ctx.Err() != nil {
		return // the program stops
	}
	if err != nil {
		rv.log.Error("reviewing a game", slog.Any("table", j.table.ID), slog.Any("err", err))
	}
	rv.mu.Lock()
	delete(rv.asked, j.table.ID)
	j.over, j.found, j.err = true, found, err
	rv.mu.Unlock()
	for _, tell := range j.tells { // the job is over, so no Tell is added
		rv.tells.Go(func() { rv.callTell(ctx, j, tell) })
	}
}

func (rv *Reviewer) reviewGame(ctx context.Context, j *Job, stop func() bool) (*review.Review, error) {
	found, err := rv.find(ctx, j.table.Table, review.Options{
		Seed: uint64(j.table.ID), Stop: stop, Progress: func(moves int) { j.moves.Store(int64(moves)) },
	})
	if err != nil {
		return nil, err
	}
	shorten(found)
	data, err := json.Marshal(stored{review.Algorithm, found})
	if err != nil {
		return nil, err
	}
	return found, rv.store.SetReview(context.WithoutCancel(ctx), j.table.ID, data)
}

// callTell calls tell with the outcome, and logs a panic of it.
func (rv *Reviewer) callTell(ctx context.Context, j *Job, tell Tell) {
	err := giveway.Guard(func() error {
		tell(ctx, j.found, j.err)
		return nil
	})
	if err != nil {
		rv.log.Error("showing a review", slog.Any("table", j.table.ID), slog.Any("err", err))
	}
}

// maxTells is in how many messages the review of one game appears when it is done.
const maxTells = 16

// Tell is called when a review is done, or has failed. The context ends when the program stops.
type Tell func(ctx context.Context, found *review.Review, err error)

// Job is the review of one game, waiting or going on.
type Job struct {
	reviewer *Reviewer
	table    tables.Loaded
	number   int          // counts the jobs
	moves    atomic.Int64 // counts the reviewed moves

	// Reviewer.mu guards these.
	over  bool
	found *review.Review
	err   error
	tells map[string]Tell
}

func (j *Job) Percent() int { return 100 * int(j.moves.Load()) / max(1, len(j.table.Table.Moves)) }

func (j *Job) Ahead() int {
	j.reviewer.mu.Lock()
	defer j.reviewer.mu.Unlock()
	// begun includes the game that is reviewed now.
	return max(0, j.number-max(1, j.reviewer.begun))
}

// Then has tell called when the review is done: at once, or on another goroutine. A second call for
// a message replaces the first. If too many wait or the program stops, tell is never called.
func (j *Job) Then(ctx context.Context, message string, tell Tell) {
	j.reviewer.mu.Lock()
	over := j.over
	if _, replaces := j.tells[message]; !over && (replaces || len(j.tells) < maxTells) {
		j.tells[message] = tell
	}
	j.reviewer.mu.Unlock()
	if over {
		j.reviewer.callTell(ctx, j, tell)
	}
}

// stored is a review in the store. It names players by their seats only.
type stored struct {
	Algorithm int            `json:"algorithm"`
	Review    *review.Review `json:"review"`
}

// Stored returns a table's review by the present algorithm, nil for none.
func Stored(ctx context.Context, s store.Tables, id table.ID) (*review.Review, error) {
	data, err := s.Review(ctx, id)
	if err != nil || data == nil {
		return nil, err
	}
	var found stored
	if json.Unmarshal(data, &found) != nil || found.Algorithm != review.Algorithm {
		return nil, nil
	}
	return found.Review, nil
}

// shorten cuts percentages to two decimals, a third of the space, which round to the same percent.
func shorten(found *review.Review) {
	cut := func(percents []float64) {
		for i, v := range percents {
			percents[i] = math.Floor(100*v) / 100
		}
	}
	cut(found.Accuracy)
	for i := range found.Turns {
		t := &found.Turns[i]
		ends := []float64{t.Before, t.After}
		cut(ends)
		t.Before, t.After = ends[0], ends[1]
		cut(t.Chances)
	}
}
