package harness

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/traffic"
	"amytis/store"
)

// Slowness is how many times slower a test may be than without the race detector.
var Slowness time.Duration = 1

// Patience is how long a player waits for an answer. It only bounds the time of a failing test.
const Patience = time.Minute

// AnswerTime is how long the bot may take to answer where a test is not about that.
const AnswerTime = 30 * time.Second

func (e *Env) Eventually(what string, holds func() bool) {
	for end := time.Now().Add(3 * Patience); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			e.giveUp(what)
		}
	}
}

// requests returns the bot's last ones.
func requests(e *Env) (last []traffic.Entry) {
	for _, entry := range e.Discord.Log() {
		if entry.Kind == "rest" {
			last = append(last, entry)
		}
	}
	return last[max(0, len(last)-8):]
}

// giveUp fails the test, and says what was done last.
func (e *Env) giveUp(what string) {
	var last strings.Builder
	for _, r := range requests(e) {
		fmt.Fprintf(&last, "%s %s %s: %d %.300s\n", r.At.Format(time.TimeOnly), r.Name, r.Path, r.Status, r.Body)
	}
	if e.Store != nil {
		fmt.Fprintln(&last, "to be announced:", e.Outbox())
	}
	require.FailNow(e, "waited in vain until "+what, "at %s, after these requests:\n%s", time.Now().Format(time.TimeOnly), &last)
}

func (e *Env) Settle() {
	e.Eventually("everything is announced", func() bool { return len(e.Outbox()) == 0 })
}

// Outbox returns at most ten of those still to be announced.
func (e *Env) Outbox() []store.Entry {
	waiting, err := e.Store.Outbox(context.Background(), 0, 10)
	require.NoError(e, err)
	return waiting
}

// Clock is a bot's clock, which a test can put forward.
type Clock struct{ ahead atomic.Int64 }

func (c *Clock) Now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

func (c *Clock) Forward(d time.Duration) { c.ahead.Add(int64(d)) }

// ToMidday puts the clock forward to the next 12:30 UTC, far from the end of an hour or a day.
func (c *Clock) ToMidday() {
	const day, midday = 24 * time.Hour, 12*time.Hour + 30*time.Minute
	now := c.Now()
	c.Forward((midday + day - now.Sub(now.Truncate(day))) % day)
}

// Pace is how quickly people play. The zero value is as quickly as they can.
type Pace struct {
	// Think is about how long people read an answer.
	Think time.Duration
	// Look is how often players look for a ping.
	Look time.Duration
	// Answered, if not nil, is called with each answer, and whether that is an apology.
	Answered func(in *localdiscord.Interaction, apology bool, at time.Time)
	// Failed, if not nil, is called with what Discord shows as failed.
	Failed func(in *localdiscord.Interaction)
}

func (p Pace) LookEvery() time.Duration { return max(p.Look, time.Millisecond) }

func readAnswer(p *Player, in *localdiscord.Interaction, m *localdiscord.Message) {
	pace := p.env.Pace
	if pace.Answered != nil {
		pace.Answered(in, p.isApology(m), time.Now())
	}
	if pace.Think > 0 {
		endsWithin(pace.Think/2+time.Duration(p.rand.Int64N(int64(pace.Think))), p.Over)
	}
}

// endsWithin waits, and reports whether over was closed meanwhile.
func endsWithin(wait time.Duration, over <-chan struct{}) bool {
	select {
	case <-over:
		return true
	case <-time.After(wait):
		return false
	}
}

// ErrOver is the error of a player who stops because the game is over.
var ErrOver = errors.New("the game is over")

func (p *Player) isOver() bool {
	select {
	case <-p.Over:
		return true
	default:
		return false
	}
}
