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

// keeping returns what Mine and Leave may be for a process that takes over sessions, and what they
// were told.
func keeping(kept sessions) (cfg Config, told, left *atomic.Pointer[sessions]) {
	cfg, told, left = quick(), new(atomic.Pointer[sessions]), new(atomic.Pointer[sessions])
	note := func(to *atomic.Pointer[sessions], text string) {
		var all sessions
		if json.Unmarshal([]byte(text), &all) == nil {
			to.Store(&all)
		}
	}
	cfg.Mine = func(_ context.Context, text string) (bool, string, error) {
		note(told, text)
		was, err := json.Marshal(kept)
		return true, string(was), err
	}
	cfg.Leave = func(_ context.Context, text string) error {
		note(left, text)
		return nil
	}
	return cfg, told, left
}

func TestSessionsOfAnotherProcessAreResumedAndLeftToTheNext(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 2)
	f := fakeOf(t, func(w *wire) {
		var resume struct {
			ID  string `json:"session_id"`
			Seq int64  `json:"seq"`
		}
		assert.NoError(t, json.Unmarshal(w.greet().D, &resume))
		assert.EqualValues(t, map[string]int64{"first": 7, "second": 9}[resume.ID], resume.Seq)
		w.seq = resume.Seq
		w.event("RESUMED", "{}")
		ended <- w.ended()
	})
	f.info.Shards = 2
	cfg, told, left := keeping(sessions{
		At: time.Now().Add(-time.Minute), Shards: []*resumable{{ID: "first", Sequence: 7}, {ID: "second", Sequence: 9}},
	})
	stop := run(t, f, cfg, nil)
	now := []*resumable{{ID: "first", Sequence: 8}, {ID: "second", Sequence: 10}}
	resttest.Eventually(t, func() bool {
		all := told.Load()
		return all != nil && assert.ObjectsAreEqual(now, all.Shards)
	}, "the sessions were not kept for the next process")
	assert.Nil(t, left.Load())
	require.NoError(t, stop())
	assert.Equal(t, now, left.Load().Shards)
	for range 2 {
		assert.True(t, websocket.IsCloseError(<-ended, 4900), "the session must live")
	}
	require.Len(t, f.greetings(), 2)
	for _, greeting := range f.greetings() {
		assert.Equal(t, opResume, greeting.Op)
	}
}

func TestNewSessionStartsIfTheOneOfAnotherProcessIsOver(t *testing.T) {
	t.Parallel()
	refused := func(w *wire) { w.greet(); w.send(9, "false"); w.hold() }
	one := []*resumable{{ID: "sid", Sequence: 7}}
	for name, c := range map[string]struct {
		kept    sessions
		scripts []func(*wire)
	}{
		"as Discord says":             {sessions{time.Now(), one}, []func(*wire){refused, healthy}},
		"since it is long ended":      {sessions{time.Now().Add(-time.Hour), one}, []func(*wire){healthy}},
		"since there are more shards": {sessions{time.Now(), append(one, nil)}, []func(*wire){healthy}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fakeOf(t, c.scripts...)
			cfg, _, _ := keeping(c.kept)
			runUntilReady(t, f, cfg, 1)
			require.Len(t, f.greetings(), len(c.scripts))
			assert.Equal(t, opIdentify, f.greetings()[len(c.scripts)-1].Op)
		})
	}
}

func TestProcessThatMayHaveLostItsDutyLeavesTheSession(t *testing.T) {
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
			cfg, _, _ := keeping(sessions{})
			cfg.Mine = func(context.Context, string) (bool, string, error) {
				if over.Load() {
					return false, "", err
				}
				return true, "", nil
			}
			stop := run(t, f, cfg, nil)
			assert.True(t, websocket.IsCloseError(<-left, 4900), "another process can resume the session")
			require.NoError(t, stop())
			assert.Len(t, f.greetings(), 1)
		})
	}
}
