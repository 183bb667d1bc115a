package gateway

import (
	"encoding/json"
	"sync/atomic"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest/resttest"
)

// comesBack runs a client whose first connection ends after READY as end says, and waits for the
// second connection.
func comesBack(t *testing.T, end func(*wire), second func(*wire)) *fake {
	t.Helper()
	t.Parallel()
	f := fakeOf(t, func(w *wire) { w.start(); end(w) }, second)
	stop := run(t, f, quick(), nil)
	resttest.Eventually(t, func() bool { return len(f.greetings()) >= 2 }, "the client did not reconnect")
	require.NoError(t, stop())
	return f
}

func assertResumed(t *testing.T, f *fake, sequence int64) {
	t.Helper()
	var d struct {
		Token string `json:"token"`
		ID    string `json:"session_id"`
		Seq   int64  `json:"seq"`
	}
	second := f.greetings()[1]
	require.Equal(t, 6, second.Op, "the second connection must resume")
	require.NoError(t, json.Unmarshal(second.D, &d))
	assert.Equal(t, "sid", d.ID)
	assert.Equal(t, "Bot "+resttest.Token, d.Token)
	assert.Equal(t, sequence, d.Seq)
	assert.Equal(t, 1, f.resumed, "the resume must use the URL from READY")
}

func TestDroppedSessionIsResumed(t *testing.T) {
	t.Parallel()
	handled := make(chan struct{})
	f := fakeOf(t, func(w *wire) {
		w.start()
		w.event("GUILD_DELETE", `{"id":"6"}`)
		<-handled
	}, resumes)
	stop := run(t, f, quick(), on{"GUILD_DELETE": func() { close(handled) }})
	resttest.Eventually(t, func() bool { return len(f.greetings()) >= 2 }, "the client did not reconnect")
	require.NoError(t, stop())
	assertResumed(t, f, 2)
}

func TestSessionIsResumedWhenDiscordAsksForAReconnect(t *testing.T) {
	f := comesBack(t, func(w *wire) {
		w.send(7, "null")
		err := w.ended()
		assert.False(t, websocket.IsCloseError(err, 1000, 1001, 1012), "this close code ends the session: %v", err)
	}, resumes)
	assertResumed(t, f, 1)
}

func TestRefusedResumeStartsANewSession(t *testing.T) {
	t.Parallel()
	f := fakeOf(t,
		func(w *wire) { w.start() },
		func(w *wire) { w.greet(); w.send(9, "false"); w.hold() },
		healthy)
	var ready atomic.Int64
	stop := run(t, f, quick(), on{"READY": func() { ready.Add(1) }})
	resttest.Eventually(t, func() bool { return ready.Load() == 2 }, "the client did not become ready again")
	require.NoError(t, stop())
	var ops []int
	for _, g := range f.greetings() {
		ops = append(ops, g.Op)
	}
	assert.Equal(t, []int{2, 6, 2}, ops)
}

func TestSessionIsGivenUpAfterSeveralFailedResumes(t *testing.T) {
	t.Parallel()
	broken := func(w *wire) { w.greet() }
	f := fakeOf(t, func(w *wire) { w.start() }, broken, broken, broken, healthy)
	stop := run(t, f, quick(), nil)
	resttest.Eventually(
		t,
		func() bool { g := f.greetings(); return len(g) >= 2 && g[len(g)-1].Op == 2 },
		"the client did not start a new session",
	)
	require.NoError(t, stop())
	assert.LessOrEqual(t, len(f.greetings()), 5)
}

func TestMissedEventsAreHandledAfterResuming(t *testing.T) {
	t.Parallel()
	f := fakeOf(t,
		func(w *wire) { w.start() },
		func(w *wire) {
			w.greet()
			w.seq = 1
			w.event("INTERACTION_CREATE", resttest.PressJSON) // before RESUMED
			w.event("RESUMED", "{}")
			w.hold()
		})
	var presses atomic.Int64
	stop := run(t, f, quick(),
		on{"INTERACTION_CREATE": func() { presses.Add(1) }},
	)
	resttest.Eventually(t, func() bool { return presses.Load() == 1 }, "the press was lost")
	require.NoError(t, stop())
}
