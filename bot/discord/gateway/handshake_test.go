package gateway

import (
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/discordtest"
)

// becomesReady runs a client against scripts and waits until it is ready.
func becomesReady(t *testing.T, scripts ...func(*discordtest.Wire)) *discordtest.Gateway {
	t.Helper()
	return becomesReadyWithin(t, discordtest.Patience, scripts...)
}

func becomesReadyWithin(t *testing.T, openTimeout time.Duration, scripts ...func(*discordtest.Wire)) *discordtest.Gateway {
	t.Helper()
	t.Parallel()
	f := discordtest.New(t, scripts...)
	var ready atomic.Int64
	cfg := quick()
	cfg.OpenTimeout = openTimeout
	stop := run(t, f, cfg, on{"READY": func() { ready.Add(1) }})
	discordtest.Eventually(t, func() bool { return ready.Load() > 0 }, "the client never became ready")
	require.NoError(t, stop())
	return f
}

func TestSilenceBeforeHelloIsSurvived(t *testing.T) {
	f := becomesReadyWithin(t, time.Second, func(w *discordtest.Wire) { w.Hold() }, discordtest.Healthy)
	assert.GreaterOrEqual(t, f.Connections(), 2)
}

func TestSilenceAfterHelloIsSurvived(t *testing.T) {
	f := becomesReadyWithin(t, time.Second, func(w *discordtest.Wire) { w.Hello(); w.Greeting(); w.Hold() }, discordtest.Healthy)
	assert.GreaterOrEqual(t, f.Connections(), 2)
}

func TestHangingGatewayLookupIsSurvived(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t, discordtest.Healthy)
	f.Mute = 1
	cfg := quick()
	cfg.OpenTimeout = 300 * time.Millisecond
	stop := run(t, f, cfg, nil)
	discordtest.Eventually(t, func() bool { return len(f.Greetings()) > 0 }, "the client hangs")
	require.NoError(t, stop())
}

func TestReconnectBeforeHelloIsSurvived(t *testing.T) {
	f := becomesReady(t, func(w *discordtest.Wire) { w.Send(7, "null"); w.Hold() }, discordtest.Healthy)
	assert.Equal(t, 2, f.Connections())
}

func TestReconnectInPlaceOfReadyIsSurvived(t *testing.T) {
	f := becomesReady(t, func(w *discordtest.Wire) { w.Hello(); w.Greeting(); w.Send(7, "null"); w.Hold() }, discordtest.Healthy)
	assert.Equal(t, 2, f.Connections())
}

func TestInvalidSessionInPlaceOfReadyIsSurvived(t *testing.T) {
	f := becomesReady(t, func(w *discordtest.Wire) { w.Hello(); w.Greeting(); w.Send(9, "false"); w.Hold() }, discordtest.Healthy)
	require.Len(t, f.Greetings(), 2, "each connection must identify once; discordgo alone sends a second identify")
	assert.Equal(t, 2, f.Greetings()[1].Op)
}

func TestDroppedConnectionBeforeReadyIsSurvived(t *testing.T) {
	f := becomesReady(t, func(w *discordtest.Wire) { w.Hello() }, func(*discordtest.Wire) {}, discordtest.Healthy)
	assert.Equal(t, 3, f.Connections())
}

// There is no interval yet, so one heartbeat would follow the other without a pause.
func TestHeartbeatsAskedForBeforeHelloAreNotSent(t *testing.T) {
	becomesReady(t, func(w *discordtest.Wire) {
		w.Send(1, "null")
		_ = w.Conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
		_, text, err := w.Conn.ReadMessage()
		assert.Error(t, err, string(text))
	}, discordtest.Healthy)
}

func TestBadTokenAtTheGatewayLookupEndsRun(t *testing.T) {
	t.Parallel()
	for _, shards := range []int{0, 2} {
		f := discordtest.New(t, discordtest.Healthy)
		f.Token = "another"
		cfg := quick()
		cfg.Shards = shards
		err := connecting(t, f, cfg, nil, io.Discard).Run(t.Context())
		var final *FinalError
		require.ErrorAs(t, err, &final)
		assert.Equal(t, http.StatusUnauthorized, final.Code)
		assert.Contains(t, err.Error(), "does not accept the bot token")
		assert.Contains(t, err.Error(), "three parts, separated by dots")
		assert.Zero(t, f.Connections(), "the client must not identify with a bad token")
	}
}
