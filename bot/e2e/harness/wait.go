package harness

import (
	"context"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/store"
)

// Patience is the longest that a test waits for anything but the end of a game. It only bounds the
// time of a test that fails: a busy machine may take ten times as long as a quiet one.
const Patience = 3 * time.Minute

// AnswerTime is how long the bot may take to answer where a test is not about that.
const AnswerTime = 30 * time.Second

// Soon returns a limit for what takes less than d on a quiet machine. usual is how long a turn or a
// command has just taken, which is some milliseconds there: it shows how busy the machine is.
func Soon(d, usual time.Duration) time.Duration { return d + 50*usual }

func (e *Env) Eventually(what string, holds func() bool) {
	e.Helper()
	deadline := time.Now().Add(Patience)
	for !holds() {
		if time.Now().After(deadline) {
			require.FailNow(e, "not within "+Patience.String()+": "+what)
		}
		time.Sleep(time.Millisecond)
	}
}

func (e *Env) Settle() {
	e.Helper()
	e.Eventually("everything is announced", func() bool { return len(e.Outbox()) == 0 })
}

// Outbox returns at most ten messages that are still to be announced.
func (e *Env) Outbox() []store.Entry {
	e.Helper()
	waiting, err := e.Store.Outbox(context.Background(), 0, 10)
	require.NoError(e, err)
	return waiting
}
