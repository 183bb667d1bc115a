package reviewqueue

import (
	"context"
	"sync/atomic"

	"amytis/bot/play/tables"
	"amytis/engine/review"
)

// maxTells is in how many messages the review of one game appears when it is done.
const maxTells = 16

// Tell is called when a review is done, or has failed. The context ends when the program stops.
type Tell func(ctx context.Context, found *review.Review, err error)

// Job is the review of one game, waiting or going on.
type Job struct {
	reviewer *Reviewer
	table    tables.Loaded
	// number counts the jobs.
	number int
	// moves counts the reviewed moves.
	moves atomic.Int64

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

// Then has tell called when the review is done: at once, or on another goroutine. message
// identifies the message that tell changes, so that a second call replaces the first. If too many
// wait or the program stops, tell is never called.
func (j *Job) Then(ctx context.Context, message string, tell Tell) {
	if !j.addTell(message, tell) {
		j.reviewer.callTell(ctx, j, tell)
	}
}

// addTell has tell called later. It returns false if the review is done already.
func (j *Job) addTell(message string, tell Tell) bool {
	j.reviewer.mu.Lock()
	defer j.reviewer.mu.Unlock()
	if j.over {
		return false
	}
	if j.tells == nil {
		j.tells = map[string]Tell{}
	}
	if _, ok := j.tells[message]; ok || len(j.tells) < maxTells {
		j.tells[message] = tell
	}
	return true
}
