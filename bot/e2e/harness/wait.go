package harness

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord/traffic"
	"amytis/store"
)

// Patience is how long a test waits in silence: nobody answers, and the bot asks Discord for
// nothing. It only bounds the time of a test that fails, also on a busy machine.
const Patience = time.Minute

// AnswerTime is how long the bot may take to answer where a test is not about that.
const AnswerTime = 30 * time.Second

func (e *Env) Eventually(what string, holds func() bool) {
	e.Helper()
	for inVain := e.waits(3 * Patience); !holds(); time.Sleep(time.Millisecond) {
		if inVain() {
			e.giveUp(what)
		}
	}
}

// waits returns a function that reports, once asked often, whether to wait on is in vain: after
// Patience in silence, and in any case after most.
func (e *Env) waits(most time.Duration) (inVain func() bool) {
	newest := func() (seq int64) {
		for _, r := range e.requests() {
			seq = r.Seq
		}
		return seq
	}
	end, until := time.Now().Add(most), time.Now().Add(Patience)
	heard := newest()
	return func() bool {
		now := time.Now()
		before := heard
		if now.Before(until) {
			return false
		}
		heard = newest()
		until = now.Add(Patience)
		return now.After(end) || heard == before && heard > 0 // 0 if Discord keeps no traffic
	}
}

// requests returns the last that the bot has made.
func (e *Env) requests() (last []traffic.Entry) {
	for _, entry := range e.Discord.Log() {
		if entry.Kind == "rest" {
			last = append(last, entry)
		}
	}
	return last[max(0, len(last)-8):]
}

// giveUp fails the test, and says what was done last.
func (e *Env) giveUp(what string) {
	e.Helper()
	var last strings.Builder
	for _, r := range e.requests() {
		fmt.Fprintf(&last, "%s %s %s: %d %.300s\n", r.At.Format(time.TimeOnly), r.Name, r.Path, r.Status, r.Body)
	}
	if e.Store != nil {
		fmt.Fprintln(&last, "to be announced:", e.Outbox())
	}
	require.FailNow(e, "waited in vain until "+what, "at %s, after these requests:\n%s", time.Now().Format(time.TimeOnly), &last)
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
