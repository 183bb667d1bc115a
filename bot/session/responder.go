package session

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"
)

// Responder answers interactions. Its requests carry the token of the interaction, so Discord's
// limits for the bot do not count them.
type Responder struct {
	rest         *rest
	rewrite      rewriter
	emojiRefused func()        // Config.EmojiRefused, may be nil
	deferAfter   time.Duration // Config.DeferAfter
	within       time.Duration // Config.AnswerWithin
	answerTime   atomic.Int64  // how long Discord lately took to accept an answer
}

const (
	// answerTries limits how often an answer is sent when Discord fails.
	answerTries = 3
	answerWait  = 100 * time.Millisecond
)

// retry makes a request with do, and again when Discord asks for a short wait. After other temporary
// failures it does so only if the request is repeatable.
func retry(ctx context.Context, within time.Duration, repeatable bool, do func() error) error {
	began := time.Now()
	for try := 1; ; try++ {
		err := do()
		var e *Error
		if err == nil || !errors.As(err, &e) || !e.Temporary() || try == answerTries {
			return err
		}
		if !repeatable && e.Status != http.StatusTooManyRequests {
			return err
		}
		wait := max(e.RetryAfter, time.Duration(try)*answerWait)
		if time.Since(began)+wait > within || Sleep(ctx, wait) != nil {
			return err
		}
	}
}
