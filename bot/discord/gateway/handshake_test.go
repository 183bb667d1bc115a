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
func becomesReady(t *testing.T, openTimeout time.Duration, scripts ...func(*discordtest.Wire)) *discordtest.Gateway {
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

// TestFailedHandshakeIsSurvived has the first connection fail, after which the client identifies
// once on the second. discordgo alone sends two identifies after an invalid session.
func TestFailedHandshakeIsSurvived(t *testing.T) {
	for name, c := range map[string]struct {
		script     func(*discordtest.Wire)
		timeout    time.Duration
		identifies int
	}{
		"silence before HELLO":   {(*discordtest.Wire).Hold, time.Second, 1},
		"silence after HELLO":    {func(w *discordtest.Wire) { w.Hello(); w.Greeting(); w.Hold() }, time.Second, 2},
		"reconnect before HELLO": {func(w *discordtest.Wire) { w.Send(7, "null"); w.Hold() }, discordtest.Patience, 1},
		"reconnect in place of READY": {
			func(w *discordtest.Wire) { w.Hello(); w.Greeting(); w.Send(7, "null"); w.Hold() }, discordtest.Patience, 2,
		},
		"invalid session in place of READY": {
			func(w *discordtest.Wire) { w.Hello(); w.Greeting(); w.Send(9, "false"); w.Hold() }, discordtest.Patience, 2,
		},
		"dropped before HELLO":    {func(*discordtest.Wire) {}, discordtest.Patience, 1},
		"dropped before IDENTIFY": {func(w *discordtest.Wire) { w.Hello() }, discordtest.Patience, 1},
	} {
		t.Run(name, func(t *testing.T) {
			f := becomesReady(t, c.timeout, c.script, discordtest.Healthy)
			greetings := f.Greetings()
			assert.Equal(t, 2, greetings[len(greetings)-1].Op)
			if c.timeout == discordtest.Patience { // else a busy machine may need more
				assert.Equal(t, 2, f.Connections())
			}
			if c.identifies == 2 && c.timeout == discordtest.Patience {
				assert.Len(t, greetings, 2)
			}
		})
	}
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

// There is no interval yet, so one heartbeat would follow the other without a pause.
func TestHeartbeatsAskedForBeforeHelloAreNotSent(t *testing.T) {
	becomesReady(t, discordtest.Patience, func(w *discordtest.Wire) {
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
