package gateway

import (
	"encoding/json"
	"sync/atomic"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/discordtest"
)

// comesBack runs a client whose first connection ends after READY as end says, and waits for the
// second connection.
func comesBack(t *testing.T, end func(*discordtest.Wire), second func(*discordtest.Wire)) *discordtest.Gateway {
	t.Helper()
	t.Parallel()
	f := discordtest.New(t, func(w *discordtest.Wire) { w.Start(); end(w) }, second)
	stop := run(t, f, quick(), nil)
	discordtest.Eventually(t, func() bool { return len(f.Greetings()) >= 2 }, "the client did not reconnect")
	require.NoError(t, stop())
	return f
}

func assertResumed(t *testing.T, f *discordtest.Gateway, sequence int64) {
	t.Helper()
	var d struct {
		Token string `json:"token"`
		ID    string `json:"session_id"`
		Seq   int64  `json:"seq"`
	}
	second := f.Greetings()[1]
	require.Equal(t, 6, second.Op, "the second connection must resume")
	require.NoError(t, json.Unmarshal(second.D, &d))
	assert.Equal(t, "sid", d.ID)
	assert.Equal(t, "Bot "+discordtest.Token, d.Token)
	assert.Equal(t, sequence, d.Seq)
	assert.Equal(t, 1, f.Resumed, "the resume must use the URL from READY")
}

func TestDroppedSessionIsResumed(t *testing.T) {
	t.Parallel()
	handled := make(chan struct{})
	f := discordtest.New(t, func(w *discordtest.Wire) {
		w.Start()
		w.Event("GUILD_DELETE", `{"id":"6"}`)
		w.Awaits(handled)
	}, discordtest.Resumes)
	stop := run(t, f, quick(), on{"GUILD_DELETE": func() { close(handled) }})
	discordtest.Eventually(t, func() bool { return len(f.Greetings()) >= 2 }, "the client did not reconnect")
	require.NoError(t, stop())
	assertResumed(t, f, 2)
}

func TestSessionIsResumedWhenDiscordAsksForAReconnect(t *testing.T) {
	f := comesBack(t, func(w *discordtest.Wire) {
		w.Send(7, "null")
		err := w.Ended()
		assert.False(t, websocket.IsCloseError(err, 1000, 1001, 1012), "this close code ends the session: %v", err)
	}, discordtest.Resumes)
	assertResumed(t, f, 1)
}

func TestRefusedResumeStartsANewSession(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t,
		func(w *discordtest.Wire) { w.Start() },
		func(w *discordtest.Wire) { w.Hello(); w.Greeting(); w.Send(9, "false"); w.Hold() },
		discordtest.Healthy)
	var ready atomic.Int64
	stop := run(t, f, quick(), on{"READY": func() { ready.Add(1) }})
	discordtest.Eventually(t, func() bool { return ready.Load() == 2 }, "the client did not become ready again")
	require.NoError(t, stop())
	var ops []int
	for _, g := range f.Greetings() {
		ops = append(ops, g.Op)
	}
	assert.Equal(t, []int{2, 6, 2}, ops)
}

func TestSessionIsGivenUpAfterSeveralFailedResumes(t *testing.T) {
	t.Parallel()
	broken := func(w *discordtest.Wire) { w.Hello(); w.Greeting() }
	f := discordtest.New(t, func(w *discordtest.Wire) { w.Start() }, broken, broken, broken, discordtest.Healthy)
	stop := run(t, f, quick(), nil)
	discordtest.Eventually(
		t,
		func() bool { g := f.Greetings(); return len(g) >= 2 && g[len(g)-1].Op == 2 },
		"the client did not start a new session",
	)
	require.NoError(t, stop())
	assert.LessOrEqual(t, len(f.Greetings()), 5)
}

func TestMissedEventsAreHandledAfterResuming(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t,
		func(w *discordtest.Wire) { w.Start() },
		func(w *discordtest.Wire) {
			w.Hello()
			w.Greeting()
			w.Seq = 1
			w.Event("INTERACTION_CREATE", discordtest.PressJSON) // before RESUMED
			w.Event("RESUMED", "{}")
			w.Hold()
		})
	var presses atomic.Int64
	stop := run(t, f, quick(),
		on{"INTERACTION_CREATE": func() { presses.Add(1) }},
	)
	discordtest.Eventually(t, func() bool { return presses.Load() == 1 }, "the press was lost")
	require.NoError(t, stop())
}
