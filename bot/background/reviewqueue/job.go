package reviewqueue

import (
	"context"
	"sync/atomic"

	"amytis/bot/play/tables"
	"amytis/engine/review"
)

// maxTells is the number of messages in which the review of one game appears when it is done.
const maxTells = 16

// Tell is called when a review is done, or has failed. The context ends when the program stops.
type Tell func(ctx context.Context, found *review.Review, err error)

// Job is the review of one game, which waits or goes on.
type Job struct {
	reviewer *Reviewer
	table    tables.Loaded
	// number counts the jobs.
	number int
	// moves is the number of moves that are reviewed.
	moves atomic.Int64

	// Reviewer.mu guards the fields below. over says that the review is done.
	over  bool
	found *review.Review
	err   error
	tells map[string]Tell
}

// Percent returns how much of the game is reviewed.
func (j *Job) Percent() int {
	return 100 * int(j.moves.Load()) / max(1, len(j.table.Table.Moves))
}

// Ahead returns the number of games that are reviewed before this one.
func (j *Job) Ahead() int {
	j.reviewer.mu.Lock()
	defer j.reviewer.mu.Unlock()
	// begun includes the game that is reviewed now, which is not done.
	return max(0, j.number-max(1, j.reviewer.begun))
}

// Then has tell called when the review is done, at once if it is, else on another goroutine.
// message identifies the message that tell changes: a second call for the same message replaces the
// first. Where too many wait, or the program stops, tell is never called.
func (j *Job) Then(ctx context.Context, message string, tell Tell) {
	if !j.wait(message, tell) {
		j.reviewer.tell(ctx, j, tell)
	}
}

// wait notes that tell waits for the review. It returns false if the review is done.
func (j *Job) wait(message string, tell Tell) bool {
	j.reviewer.mu.Lock()
	defer j.reviewer.mu.Unlock()
	if j.over {
		return false
	}
	if j.tells == nil {
		j.tells = map[string]Tell{}
	}
	if _, known := j.tells[message]; known || len(j.tells) < maxTells {
		j.tells[message] = tell
	}
	return true
}
