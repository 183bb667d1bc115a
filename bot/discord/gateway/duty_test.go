package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/discordtest"
)

// keeping returns what OnDuty may be for a process that takes over a session, and what it was told.
func keeping(kept string) (cfg Config, told *atomic.Value) {
	cfg, told = quick(), new(atomic.Value)
	told.Store("")
	cfg.OnDuty = func(_ context.Context, _, _ int, session string) (bool, string, error) {
		told.Store(session)
		return true, kept, nil
	}
	return cfg, told
}

func TestSessionOfAnotherProcessIsResumed(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t, func(w *discordtest.Wire) {
		w.Hello()
		w.Greeting()
		w.Seq = 7
		w.Event("RESUMED", "{}")
		w.Hold()
	})
	cfg, told := keeping("sid 7 ")
	stop := run(t, f, cfg, nil)
	discordtest.Eventually(t, func() bool { return told.Load() == "sid 8 " }, "the session was not kept for the next process")
	require.NoError(t, stop())
	require.Len(t, f.Greetings(), 1)
	assert.Equal(t, 6, f.Greetings()[0].Op)
	var d struct {
		ID  string `json:"session_id"`
		Seq int64  `json:"seq"`
	}
	require.NoError(t, json.Unmarshal(f.Greetings()[0].D, &d))
	assert.Equal(t, "sid", d.ID)
	assert.EqualValues(t, 7, d.Seq)
}

func TestNewSessionStartsIfTheOneOfAnotherProcessIsOver(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t,
		func(w *discordtest.Wire) { w.Hello(); w.Greeting(); w.Send(9, "false"); w.Hold() }, discordtest.Healthy)
	cfg, _ := keeping("sid 7 ")
	var ready atomic.Int64
	stop := run(t, f, cfg, on{"READY": func() { ready.Add(1) }})
	discordtest.Eventually(t, func() bool { return ready.Load() == 1 }, "no new session was started")
	require.NoError(t, stop())
	assert.Equal(t, 2, f.Greetings()[1].Op)
}

// A close frame would end the session, which another process may resume.
func TestProcessThatMayHaveLostItsShardLeavesWithoutACloseFrame(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{"another has it": nil, "the store is away": errors.New("away")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var over atomic.Bool
			left := make(chan error, 1)
			f := discordtest.New(t, func(w *discordtest.Wire) {
				w.Start()
				over.Store(true)
				left <- w.Ended()
			})
			cfg := quick()
			cfg.OnDuty = func(context.Context, int, int, string) (bool, string, error) {
				if over.Load() {
					return false, "", err
				}
				return true, "", nil
			}
			stop := run(t, f, cfg, nil)
			discordtest.Eventually(t, func() bool { return len(left) > 0 }, "the process keeps the shard")
			assert.False(t, websocket.IsCloseError(<-left, 1000, 1001), "another process can resume the session")
			require.NoError(t, stop())
			assert.Len(t, f.Greetings(), 1)
		})
	}
}
