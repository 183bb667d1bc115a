package session

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// becomesReady runs a client against scripts and waits until it is ready.
func becomesReady(t *testing.T, scripts ...func(*wire)) *fake {
	t.Helper()
	return becomesReadyWithin(t, patience, scripts...)
}

func becomesReadyWithin(t *testing.T, openTimeout time.Duration, scripts ...func(*wire)) *fake {
	t.Helper()
	t.Parallel()
	f := newFake(t, scripts...)
	var ready atomic.Int64
	cfg := quick(f)
	cfg.OpenTimeout = openTimeout
	_, stop := run(t, cfg, Handlers{Ready: func(context.Context, *discordgo.Ready) { ready.Add(1) }})
	eventually(t, func() bool { return ready.Load() > 0 }, "the client never became ready")
	require.NoError(t, stop())
	return f
}

func TestSilenceBeforeHelloIsSurvived(t *testing.T) {
	f := becomesReadyWithin(t, time.Second, func(w *wire) { w.hold() }, healthy)
	assert.GreaterOrEqual(t, f.connections(), 2)
}

func TestSilenceAfterHelloIsSurvived(t *testing.T) {
	f := becomesReadyWithin(t, time.Second, func(w *wire) { w.hello(); w.greeting(); w.hold() }, healthy)
	assert.GreaterOrEqual(t, f.connections(), 2)
}

func TestHangingGatewayLookupIsSurvived(t *testing.T) {
	t.Parallel()
	f := newFake(t, healthy)
	f.mute = 1
	cfg := quick(f)
	cfg.OpenTimeout = 300 * time.Millisecond
	_, stop := run(t, cfg, Handlers{})
	eventually(t, func() bool { return len(f.greetings()) > 0 }, "the client hangs")
	require.NoError(t, stop())
}

func TestReconnectBeforeHelloIsSurvived(t *testing.T) {
	f := becomesReady(t, func(w *wire) { w.send(7, "null"); w.hold() }, healthy)
	assert.Equal(t, 2, f.connections())
}

func TestReconnectInPlaceOfReadyIsSurvived(t *testing.T) {
	f := becomesReady(t, func(w *wire) { w.hello(); w.greeting(); w.send(7, "null"); w.hold() }, healthy)
	assert.Equal(t, 2, f.connections())
}

func TestInvalidSessionInPlaceOfReadyIsSurvived(t *testing.T) {
	f := becomesReady(t, func(w *wire) { w.hello(); w.greeting(); w.send(9, "false"); w.hold() }, healthy)
	require.Len(t, f.greetings(), 2, "each connection must identify once; discordgo alone sends a second identify")
	assert.Equal(t, 2, f.greetings()[1].Op)
}

func TestDroppedConnectionBeforeReadyIsSurvived(t *testing.T) {
	f := becomesReady(t, func(w *wire) { w.hello() }, func(*wire) {}, healthy)
	assert.Equal(t, 3, f.connections())
}

// There is no interval yet, so one heartbeat would follow the other without a pause.
func TestHeartbeatsAskedForBeforeHelloAreNotSent(t *testing.T) {
	becomesReady(t, func(w *wire) {
		w.send(1, "null")
		_ = w.conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
		_, text, err := w.conn.ReadMessage()
		assert.Error(t, err, string(text))
	}, healthy)
}
