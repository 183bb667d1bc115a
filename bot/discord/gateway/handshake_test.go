package gateway

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest/resttest"
)

// becomesReady runs a client against scripts and waits until it is ready.
func becomesReady(t *testing.T, openTimeout time.Duration, scripts ...func(*wire)) *fake {
	t.Helper()
	t.Parallel()
	f := fakeOf(t, scripts...)
	cfg := quick()
	cfg.OpenTimeout = openTimeout
	runUntilReady(t, f, cfg, 1)
	return f
}

// TestFailedHandshakeIsSurvived has the first connection fail, after which the client identifies
// once on the second. discordgo alone sends two identifies after an invalid session.
func TestFailedHandshakeIsSurvived(t *testing.T) {
	for name, c := range map[string]struct {
		script     func(*wire)
		timeout    time.Duration
		identifies int
	}{
		"silence before HELLO":   {(*wire).hold, time.Second, 1},
		"silence after HELLO":    {func(w *wire) { w.greet(); w.hold() }, time.Second, 2},
		"reconnect before HELLO": {func(w *wire) { w.send(7, "null"); w.hold() }, resttest.Patience, 1},
		"reconnect in place of READY": {
			func(w *wire) { w.greet(); w.send(7, "null"); w.hold() }, resttest.Patience, 2,
		},
		"invalid session in place of READY": {
			func(w *wire) { w.greet(); w.send(9, "false"); w.hold() }, resttest.Patience, 2,
		},
		"dropped before HELLO":    {func(*wire) {}, resttest.Patience, 1},
		"dropped before IDENTIFY": {func(w *wire) { w.send(opHello, `{"heartbeat_interval":41250}`) }, resttest.Patience, 1},
	} {
		t.Run(name, func(t *testing.T) {
			f := becomesReady(t, c.timeout, c.script, healthy)
			greetings := f.greetings()
			assert.Equal(t, 2, greetings[len(greetings)-1].Op)
			if c.timeout == resttest.Patience { // else a busy machine may need more
				assert.Equal(t, 2, f.connections())
			}
			if c.identifies == 2 && c.timeout == resttest.Patience {
				assert.Len(t, greetings, 2)
			}
		})
	}
}

func TestHangingGatewayLookupIsSurvived(t *testing.T) {
	t.Parallel()
	f := fakeOf(t, healthy)
	f.mute = 1
	cfg := quick()
	cfg.OpenTimeout = 300 * time.Millisecond
	runUntil(t, f, cfg, nil, func() bool { return len(f.greetings()) > 0 })
}

func TestTryingOutASilentGatewayEnds(t *testing.T) {
	t.Parallel()
	f := fakeOf(t, (*wire).hold)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	err := Try(ctx, connecting(t, f, quick(), nil, io.Discard).rest, f.url("/ws/"))
	require.ErrorIs(t, err, errOpenTimeout)
}

// There is no interval yet, so one heartbeat would follow the other without a pause.
func TestHeartbeatsAskedForBeforeHelloAreNotSent(t *testing.T) {
	becomesReady(t, resttest.Patience, func(w *wire) {
		w.send(1, "null")
		_ = w.conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
		_, text, err := w.conn.ReadMessage()
		assert.Error(t, err, string(text))
	}, healthy)
}

func TestRefusedTokenEndsRunWithoutAConnection(t *testing.T) {
	t.Parallel()
	for _, shards := range []int{0, 2} {
		f, cfg := fakeOf(t, healthy), quick()
		f.token, cfg.Shards = "another", shards
		require.ErrorContains(t, connecting(t, f, cfg, nil, io.Discard).Run(t.Context()), "HTTP 401")
		assert.Zero(t, f.connections(), "the client must not identify with a bad token")
	}
}
