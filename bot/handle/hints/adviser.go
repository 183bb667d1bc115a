package hints

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"amytis/bot/background/giveway"
	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/table"
)

const (
	patience   = 700 * time.Millisecond // before a note says that the hint takes longer
	maxQueue   = 32                     // questions that wait
	maxAnswers = 256                    // that are kept; at that number all are forgotten
)

var errThinking = errors.New("hints: still thinking")

// Adviser finds the best turn of a player, as the strongest computer would play it. It thinks about
// one question at a time and gives way to others, so that moves stay fast.
type Adviser struct {
	queue   chan *answer
	think   func(ctx context.Context, a *answer) // tests replace it
	mu      sync.Mutex
	answers map[question]*answer
}

// NewAdviser returns an adviser, which Run runs. After limit a search ends with its best so far.
func NewAdviser(limit time.Duration) *Adviser {
	a := &Adviser{queue: make(chan *answer, maxQueue), answers: map[question]*answer{}}
	players := map[string]*ai.Player{}
	a.think = func(ctx context.Context, q *answer) {
		id := q.game.Info().ID
		if players[id] == nil {
			players[id] = ai.NewPlayer(q.game)
		}
		q.search(ctx, players[id], limit)
	}
	return a
}

// question asks for a seat's best turn at a version of a table, beginning with first if not zero.
type question struct {
	table   table.ID
	version table.Version
	seat    engine.Seat
	first   engine.Move
}

// seed is the same for a seat at a version, so that answers compare. Nothing hidden is in it.
func (q question) seed() uint64 { return uint64(q.table)<<40 ^ uint64(q.version)<<8 ^ uint64(q.seat) }

// answer can be read once done is closed.
type answer struct {
	question
	game  engine.Game
	state engine.State
	done  chan struct{}
	// other is the best turn that starts differently from best; see ai.Thought.
	best, other ai.Plan
	err         error
}

func (a *answer) search(ctx context.Context, p *ai.Player, limit time.Duration) {
	end := time.Now().Add(limit)
	budget := ai.Budget{Turns: ai.Levels.Turns(a.game), Stop: func() bool {
		runtime.Gosched()
		return ctx.Err() != nil || time.Now().After(end)
	}}
	var found ai.Thought
	if a.first.Verb != 0 {
		found = p.ThinkFrom(a.state, a.first, budget, a.seed())
	} else {
		found = p.Think(a.state, a.seat, budget, a.seed())
	}
	a.best, a.other = found.Best, found.Other
	a.best.Moves, a.other.Moves = slices.Clone(a.best.Moves), slices.Clone(a.other.Moves)
}

func (a *Adviser) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case q := <-a.queue:
			q.err = giveway.Guard(func() error {
				a.think(ctx, q)
				return nil
			})
			close(q.done)
		}
	}
}

// ask queues a question, once, and returns its future answer, nil if too many others wait.
func (a *Adviser) ask(q question, t *table.Table) *answer {
	a.mu.Lock()
	defer a.mu.Unlock()
	if earlier, found := a.answers[q]; found {
		return earlier
	}
	asked := &answer{question: q, game: t.Game, state: t.State, done: make(chan struct{})}
	select {
	case a.queue <- asked:
	default:
		return nil
	}
	if len(a.answers) >= maxAnswers {
		clear(a.answers)
	}
	a.answers[q] = asked
	return asked
}

// wait waits for all answers. It returns errThinking after patience, or if an answer is nil.
func (a *Adviser) wait(ctx context.Context, answers ...*answer) error {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, errThinking)
	defer cancel()
	for _, q := range answers {
		if q == nil {
			return errThinking
		}
		select {
		case <-q.done:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if q.err != nil {
			return fmt.Errorf("thinking about a hint: %w", q.err)
		}
	}
	return nil
}
