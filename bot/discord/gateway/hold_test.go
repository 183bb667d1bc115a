package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest/resttest"
)

// keeping returns what Mine and Leave may be for a process that takes over a session, and what
// they were told.
func keeping(kept *resumable, age time.Duration) (cfg Config, told, left *atomic.Pointer[resumable]) {
	cfg, told, left = quick(), new(atomic.Pointer[resumable]), new(atomic.Pointer[resumable])
	cfg.Mine = func(_ context.Context, _, _ int, session string) (bool, string, error) {
		told.Store(parseResumable(session, time.Now()))
		return true, kept.noted(time.Now().Add(-age)), nil
	}
	cfg.Leave = func(_ context.Context, _, _ int, session string) error {
		left.Store(parseResumable(session, time.Now()))
		return nil
	}
	return cfg, told, left
}

func TestSessionOfAnotherProcessIsResumedAndLeftToTheNext(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	f := fakeOf(t, func(w *wire) {
		w.greet()
		w.seq = 7
		w.event("RESUMED", "{}")
		ended <- w.ended()
	})
	cfg, told, left := keeping(&resumable{id: "sid", sequence: 7}, time.Minute)
	stop := run(t, f, cfg, nil)
	now := &resumable{id: "sid", sequence: 8}
	resttest.Eventually(t, func() bool { s := told.Load(); return s != nil && *s == *now }, "the session was not kept for the next process")
	assert.Nil(t, left.Load())
	require.NoError(t, stop())
	assert.Equal(t, now, left.Load())
	assert.True(t, websocket.IsCloseError(<-ended, 4900), "the session must live")
	require.Len(t, f.greetings(), 1)
	assert.Equal(t, 6, f.greetings()[0].Op)
	var d struct {
		ID  string `json:"session_id"`
		Seq int64  `json:"seq"`
	}
	require.NoError(t, json.Unmarshal(f.greetings()[0].D, &d))
	assert.Equal(t, "sid", d.ID)
	assert.EqualValues(t, 7, d.Seq)
}

// Nobody can resume the session of a process without holds.
func TestSessionThatNobodyKeepsIsEnded(t *testing.T) {
	t.Parallel()
	started, ended := make(chan struct{}), make(chan error, 1)
	f := fakeOf(t, func(w *wire) { w.start(); ended <- w.ended() })
	stop := run(t, f, quick(), on{"READY": func() { close(started) }})
	<-started
	require.NoError(t, stop())
	assert.True(t, websocket.IsCloseError(<-ended, websocket.CloseNormalClosure), "the session must end")
}

func TestNewSessionStartsIfTheOneOfAnotherProcessIsOver(t *testing.T) {
	t.Parallel()
	refused := func(w *wire) { w.greet(); w.send(9, "false"); w.hold() }
	for name, c := range map[string]struct {
		age     time.Duration
		scripts []func(*wire)
	}{
		"as Discord says":        {0, []func(*wire){refused, healthy}},
		"since it is long ended": {time.Hour, []func(*wire){healthy}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fakeOf(t, c.scripts...)
			cfg, _, _ := keeping(&resumable{id: "sid", sequence: 7}, c.age)
			var ready atomic.Int64
			stop := run(t, f, cfg, on{"READY": func() { ready.Add(1) }})
			resttest.Eventually(t, func() bool { return ready.Load() == 1 }, "no new session was started")
			require.NoError(t, stop())
			require.Len(t, f.greetings(), len(c.scripts))
			assert.Equal(t, 2, f.greetings()[len(c.scripts)-1].Op)
		})
	}
}

func TestProcessThatMayHaveLostItsShardLeavesTheSession(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{"another has it": nil, "the store is away": errors.New("away")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var over atomic.Bool
			left := make(chan error, 1)
			f := fakeOf(t, func(w *wire) {
				w.start()
				over.Store(true)
				left <- w.ended()
			})
			cfg, _, _ := keeping(nil, 0)
			cfg.Mine = func(context.Context, int, int, string) (bool, string, error) {
				if over.Load() {
					return false, "", err
				}
				return true, "", nil
			}
			stop := run(t, f, cfg, nil)
			resttest.Eventually(t, func() bool { return len(left) > 0 }, "the process keeps the shard")
			assert.True(t, websocket.IsCloseError(<-left, 4900), "another process can resume the session")
			require.NoError(t, stop())
			assert.Len(t, f.greetings(), 1)
		})
	}
}
