package interactions

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/rest"
)

// receipt follows one interaction from its arrival to its first answer, in its handler's context.
// Discord shows it as failed if no answer or deferral acknowledges it within 3 s.
type receipt struct {
	interaction *discordgo.Interaction
	channel     Channel
	arrived     time.Time
	within      time.Duration // Config.AnswerWithin
	clock       *rest.Clock
	timer       *time.Timer // for the deferral, nil for none

	acknowledged, missed atomic.Bool

	// sending is held while an answer or a deferral is on its way. It guards the following.
	sending   sync.Mutex
	deferral  *Response
	tried     bool // an answer or a deferral was sent, with any outcome
	completed bool
}

type receiptKey struct{}

func receiptOf(ctx context.Context) *receipt {
	r, _ := ctx.Value(receiptKey{}).(*receipt)
	return r
}

// CheckInTime returns a rest.ErrTooLate if Discord shows the interaction that ctx handles as
// failed already: it was made more than 3 s ago, by Discord's clock, and nothing acknowledged it.
func CheckInTime(ctx context.Context) error {
	if r := receiptOf(ctx); r != nil && !r.inTime() {
		return &rest.Error{Status: http.StatusNotFound, Code: discordgo.ErrCodeUnknownInteraction,
			Message: "the interaction was made too long ago"}
	}
	return nil
}

func (r *receipt) inTime() bool {
	if r.acknowledged.Load() || !r.missed.Load() && r.age() <= r.within {
		return true
	}
	r.sending.Lock() // a deferral may be on its way
	defer r.sending.Unlock()
	return r.acknowledged.Load()
}

// age is how long ago the interaction was made, at least.
func (r *receipt) age() time.Duration {
	now := time.Now()
	return max(now.Sub(r.arrived), r.clock.Age(r.interaction.ID, now))
}

// DeferLate acknowledges the interaction that ctx handles with a deferral, if its handler takes
// longer than Config.DeferAfter to answer. Respond then sends the answer as an edit or a follow-up.
func (rs *Responder) DeferLate(ctx context.Context, deferral *Response) {
	if r := receiptOf(ctx); r != nil {
		r.timer = time.AfterFunc(rs.cfg.DeferAfter-r.age(), func() { r.deferNow(ctx, rs, deferral) })
	}
}

// DeferNow is DeferLate without the wait. The deferral may be an Update.
func (rs *Responder) DeferNow(ctx context.Context, deferral *Response) {
	if r := receiptOf(ctx); r != nil {
		r.deferNow(ctx, rs, deferral)
	}
}

func (r *receipt) deferNow(ctx context.Context, rs *Responder, deferral *Response) {
	if !r.sending.TryLock() {
		return
	}
	defer r.sending.Unlock()
	if r.isDone() || ctx.Err() != nil {
		return
	}
	_, err := rs.answer(ctx, r.interaction, deferral)
	r.note(rs, err)
	if !errors.Is(err, rest.ErrAnswered) && !errors.Is(err, rest.ErrTooLate) {
		r.deferral = deferral // after another error Discord may have accepted it
	}
}

func (r *receipt) isDone() bool { return r.acknowledged.Load() || r.missed.Load() }

func (r *receipt) note(rs *Responder, err error) {
	if !r.tried && errors.Is(err, rest.ErrAnswered) {
		rs.warnOfRival()
	}
	r.tried = true
	switch {
	case err == nil, errors.Is(err, rest.ErrAnswered):
		r.acknowledged.Store(true)
	case errors.Is(err, rest.ErrTooLate):
		r.missed.Store(true)
	}
}

// Respond sends the first answer to an interaction, which Discord accepts once and within 3 s. It
// returns the ID of the message it made or changed, "" if there is none or if it is not known. It
// retries at once if Discord fails or limits, as long as that makes sense. The error is a
// [rest.Error], most likely [rest.ErrAnswered] or [rest.ErrTooLate].
// If DeferLate has acknowledged the interaction, the answer becomes an edit or a follow-up.
func (rs *Responder) Respond(
	ctx context.Context, i *discordgo.Interaction, answer *Response,
) (messageID string, err error) {
	r := receiptOf(ctx)
	if r == nil || r.interaction.ID != i.ID {
		return rs.answer(ctx, i, answer)
	}
	r.sending.Lock()
	defer r.sending.Unlock()
	if r.deferral == nil || !r.isDone() {
		messageID, err = rs.answer(ctx, i, answer)
		r.note(rs, err)
		if r.deferral == nil || !errors.Is(err, rest.ErrAnswered) {
			return messageID, err
		}
	}
	if r.completed {
		return "", &rest.Error{Status: http.StatusBadRequest, Message: "the deferred answer was sent already",
			Code: discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged}
	}
	r.completed = true
	return rs.complete(ctx, i, r.deferral, answer)
}

// close waits for a deferral that is on its way.
func (r *receipt) close() {
	if r.timer != nil && !r.timer.Stop() {
		r.sending.Lock()
		defer r.sending.Unlock()
	}
}

// SinceArrival is 0 if ctx handles no interaction.
func SinceArrival(ctx context.Context) time.Duration {
	if r := receiptOf(ctx); r != nil {
		return time.Since(r.arrived)
	}
	return 0
}

// Channel is where an interaction comes from. Parent and Locked are of threads only.
type Channel struct {
	Type   discordgo.ChannelType
	Parent string
	Locked bool
}

func (c Channel) IsThread() bool { return (&discordgo.Channel{Type: c.Type}).IsThread() }

// ChannelOf returns a text channel if ctx handles no interaction.
func ChannelOf(ctx context.Context) Channel {
	if r := receiptOf(ctx); r != nil {
		return r.channel
	}
	return Channel{}
}
