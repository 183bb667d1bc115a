package interactions

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
)

// Responder answers interactions. Its requests carry the token of the interaction, so Discord's
// limits for the bot do not count them.
type Responder struct {
	cfg        Config
	rest       *rest.Client
	rewrite    message.Rewriter
	answerTime atomic.Int64 // how long Discord lately took to accept an answer
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
		var e *rest.Error
		if err == nil || !errors.As(err, &e) || !e.Temporary() || try == answerTries {
			return err
		}
		if !repeatable && e.Status != http.StatusTooManyRequests {
			return err
		}
		wait := max(e.RetryAfter, time.Duration(try)*answerWait)
		if time.Since(began)+wait > within || rest.Sleep(ctx, wait) != nil {
			return err
		}
	}
}

// despiteEmoji calls send with a message. If Discord refuses an emoji, it calls send again with the
// message without emoji of the application.
func (rs *Responder) despiteEmoji(m *message.Message, send func(*message.Message) error) error {
	err := send(m)
	if !errors.Is(err, rest.ErrEmoji) || m == nil {
		return err
	}
	plain, had := m.WithoutEmoji()
	if !had {
		return err
	}
	if rs.cfg.EmojiRefused != nil {
		rs.cfg.EmojiRefused()
	}
	return send(plain)
}
