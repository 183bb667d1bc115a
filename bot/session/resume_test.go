package session

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// comesBack runs a client whose first connection ends after READY as end says, and waits for the
// second connection.
func comesBack(t *testing.T, end func(*wire), second func(*wire)) *fake {
	t.Helper()
	t.Parallel()
	f := newFake(t, func(w *wire) { w.hello(); w.greeting(); w.ready(); end(w) }, second)
	_, stop := run(t, quick(f), Handlers{})
	eventually(t, func() bool { return len(f.greetings()) >= 2 }, "the client did not reconnect")
	require.NoError(t, stop())
	return f
}

func resumes(w *wire) {
	w.hello()
	w.greeting()
	w.seq = 2
	w.event("RESUMED", "{}")
	w.hold()
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
	assert.Equal(t, "Bot "+testToken, d.Token)
	assert.Equal(t, sequence, d.Seq)
	assert.Equal(t, 1, f.resumed, "the resume must use the URL from READY")
}

func TestDroppedSessionIsResumed(t *testing.T) {
	t.Parallel()
	handled := make(chan struct{})
	f := newFake(t, func(w *wire) {
		w.hello()
		w.greeting()
		w.ready()
		w.event("GUILD_DELETE", `{"id":"6"}`)
		w.awaits(handled)
	}, resumes)
	_, stop := run(t, quick(f), Handlers{GuildGone: func(context.Context, string) { close(handled) }})
	eventually(t, func() bool { return len(f.greetings()) >= 2 }, "the client did not reconnect")
	require.NoError(t, stop())
	assertResumed(t, f, 2)
}

func TestSessionIsResumedWhenDiscordAsksForAReconnect(t *testing.T) {
	f := comesBack(t, func(w *wire) {
		w.send(7, "null")
		for {
			if _, _, err := w.conn.ReadMessage(); err != nil {
				assert.False(
					t,
					websocket.IsCloseError(err, 1000, 1001, 1012),
					"this close code ends the session: %v",
					err,
				)
				return
			}
		}
	}, resumes)
	assertResumed(t, f, 1)
}

func TestConnectionSilentForTheReadTimeoutIsReplaced(t *testing.T) {
	t.Parallel()
	again := make(chan struct{})
	f := newFake(t,
		func(w *wire) { w.hello(); w.greeting(); w.ready(); w.awaits(again) },
		func(w *wire) { close(again); resumes(w) },
		resumes)
	cfg := quick(f)
	cfg.ReadTimeout = 2 * time.Second
	_, stop := run(t, cfg, Handlers{})
	eventually(t, func() bool { return len(f.greetings()) >= 2 }, "the silence was not noticed")
	require.NoError(t, stop())
	require.Equal(t, 6, f.greetings()[1].Op, "the second connection must resume")
}

func TestConnectionWithHeartbeatsStaysOpen(t *testing.T) {
	t.Parallel()
	const readTimeout = 3 * time.Second
	stayed := make(chan struct{})
	f := newFake(t, func(w *wire) {
		w.send(10, `{"heartbeat_interval":500}`)
		w.greeting()
		w.ready()
		for began := time.Now(); time.Since(began) < readTimeout+time.Second; {
			if w.beat() != nil {
				return
			}
		}
		close(stayed)
		w.hold()
	})
	cfg := quick(f)
	cfg.ReadTimeout = readTimeout
	_, stop := run(t, cfg, Handlers{})
	select {
	case <-stayed:
	case <-time.After(patience):
		t.Error("the connection did not stay open")
	}
	require.NoError(t, stop())
	assert.Equal(t, 1, f.connections())
}

func TestRefusedResumeStartsANewSession(t *testing.T) {
	t.Parallel()
	f := newFake(t,
		func(w *wire) { w.hello(); w.greeting(); w.ready() },
		func(w *wire) { w.hello(); w.greeting(); w.send(9, "false"); w.hold() },
		healthy)
	var ready atomic.Int64
	_, stop := run(t, quick(f), Handlers{Ready: func(context.Context, *discordgo.Ready) { ready.Add(1) }})
	eventually(t, func() bool { return ready.Load() == 2 }, "the client did not become ready again")
	require.NoError(t, stop())
	var ops []int
	for _, g := range f.greetings() {
		ops = append(ops, g.Op)
	}
	assert.Equal(t, []int{2, 6, 2}, ops)
}

func TestSessionIsGivenUpAfterSeveralFailedResumes(t *testing.T) {
	t.Parallel()
	broken := func(w *wire) { w.hello(); w.greeting() }
	f := newFake(t, func(w *wire) { w.hello(); w.greeting(); w.ready() }, broken, broken, broken, healthy)
	_, stop := run(t, quick(f), Handlers{})
	eventually(
		t,
		func() bool { g := f.greetings(); return len(g) >= 2 && g[len(g)-1].Op == 2 },
		"the client did not start a new session",
	)
	require.NoError(t, stop())
	assert.LessOrEqual(t, len(f.greetings()), 5)
}

func TestMissedEventsAreHandledAfterResuming(t *testing.T) {
	t.Parallel()
	f := newFake(t,
		func(w *wire) { w.hello(); w.greeting(); w.ready() },
		func(w *wire) {
			w.hello()
			w.greeting()
			w.seq = 1
			w.event("INTERACTION_CREATE", pressJSON) // before RESUMED
			w.event("RESUMED", "{}")
			w.hold()
		})
	var presses atomic.Int64
	_, stop := run(
		t,
		quick(f),
		Handlers{Interaction: func(context.Context, *discordgo.InteractionCreate) { presses.Add(1) }},
	)
	eventually(t, func() bool { return presses.Load() == 1 }, "the press was lost")
	require.NoError(t, stop())
}
