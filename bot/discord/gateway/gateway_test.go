package gateway

import (
	"flag"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"amytis/bot/discord/rest"
	"amytis/bot/discord/rest/resttest"
)

// on are what tests do at events, by their names.
type on map[string]func()

// quick returns a configuration with short pauses. Its timeouts are at least as long as a test's
// patience, so a busy machine causes no more attempts than the script does.
func quick() Config {
	return Config{
		OpenTimeout:     resttest.Patience,
		BackoffMin:      5 * time.Millisecond,
		BackoffMax:      20 * time.Millisecond,
		IdentifySpacing: time.Millisecond,
	}
}

// connecting returns a gateway that connects to a fake, with a log.
func connecting(t *testing.T, f *fake, cfg Config, events on, log io.Writer) *Gateway {
	t.Helper()
	logger := slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	r, err := rest.New(rest.Config{Token: resttest.Token, BaseURL: f.server.URL}, logger)
	require.NoError(t, err)
	t.Cleanup(r.Close)
	return New(cfg, r, logger, func(name string, _ []byte) func() { return events[name] })
}

// run runs a gateway until stop is called. stop returns the error of Run.
func run(t *testing.T, f *fake, cfg Config, events on) (stop func() error) {
	t.Helper()
	return resttest.Run(t, connecting(t, f, cfg, events, io.Discard).Run)
}

// runUntil runs a gateway until something has happened.
func runUntil(t *testing.T, f *fake, cfg Config, events on, happened func() bool) {
	t.Helper()
	stop := run(t, f, cfg, events)
	resttest.Eventually(t, happened, "it has not happened")
	require.NoError(t, stop())
}

// runUntilReady runs a gateway until n connections have been ready.
func runUntilReady(t *testing.T, f *fake, cfg Config, n int64) {
	t.Helper()
	var ready atomic.Int64
	runUntil(t, f, cfg, on{"READY": func() { ready.Add(1) }}, func() bool { return ready.Load() >= n })
}

func TestMain(m *testing.M) {
	flag.Parse()
	_ = flag.Set("test.parallel", "64") // the tests mostly wait
	goleak.VerifyTestMain(m)
}

// Each of these packets caused a panic inside discordgo that cannot be recovered.
func TestPacketsWithoutDataAreSurvived(t *testing.T) {
	for _, packet := range []string{
		`null`, `[]`, `{"op":"x"}`, `nonsense`, `{"t":"GUILD_CREATE","s":2,"op":0,"d":null}`, `{"t":"GUILD_UPDATE","s":2,"op":0}`,
	} {
		t.Run(packet, func(t *testing.T) {
			t.Parallel()
			f := fakeOf(t, func(w *wire) {
				w.start()
				w.write(packet)
				w.event("INTERACTION_CREATE", resttest.PressJSON)
				w.hold()
			})
			pressed := make(chan struct{})
			stop := run(t, f, quick(), on{"INTERACTION_CREATE": func() { close(pressed) }})
			<-pressed
			require.NoError(t, stop())
			assert.Equal(t, 1, f.connections())
		})
	}
}

func TestFinalCloseCodesEndRunWithAnExplanation(t *testing.T) {
	t.Parallel()
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		for when, script := range map[string]func(*wire){
			"in place of READY": func(w *wire) { w.greet(); w.close(code) },
			"after READY":       func(w *wire) { w.start(); w.close(code) },
		} {
			t.Run(fmt.Sprint(code, " ", when), func(t *testing.T) {
				t.Parallel()
				f := fakeOf(t, script)
				err := connecting(t, f, quick(), nil, io.Discard).Run(t.Context())
				var final *FinalError
				require.ErrorAs(t, err, &final)
				assert.Equal(t, code, final.Code)
				assert.Greater(t, len(err.Error()), 80, "the error must say what is wrong and what to do: %v", err)
				assert.NotContains(t, err.Error(), resttest.Token)
				assert.Equal(t, 1, f.connections(), "the client must not reconnect")
			})
		}
	}
}

func TestStoppingSendsDiscordACloseFrame(t *testing.T) {
	t.Parallel()
	told := make(chan error, 1)
	ready := make(chan struct{})
	f := fakeOf(t, func(w *wire) {
		w.start()
		told <- w.ended()
	})
	stop := run(t, f, quick(), on{"READY": func() { close(ready) }})
	<-ready
	require.NoError(t, stop())
	assert.True(t, websocket.IsCloseError(<-told, websocket.CloseNormalClosure), "Discord hears of the end")
}

func TestRunEndsAtOnceWhileConnecting(t *testing.T) {
	t.Parallel()
	f := fakeOf(t, func(w *wire) { w.hold() })
	cfg := quick()
	cfg.OpenTimeout = 10 * resttest.Patience
	stop := run(t, f, cfg, nil)
	resttest.Eventually(t, func() bool { return f.connections() == 1 }, "the client did not connect")
	require.NoError(t, stop(), "Run must end within the resttest.Patience")
}

func TestBlockedHandlerStopsNeitherEventsNorReconnecting(t *testing.T) {
	t.Parallel()
	f := fakeOf(t, func(w *wire) {
		w.start()
		w.event("INTERACTION_CREATE", resttest.PressJSON)
		w.event("INTERACTION_CREATE", resttest.PressJSON)
		w.send(7, "null")
		w.hold()
	}, resumes)
	var presses atomic.Int64
	unblock := make(chan struct{})
	stop := run(t, f, quick(), on{"INTERACTION_CREATE": func() {
		presses.Add(1)
		<-unblock
	}})
	resttest.Eventually(t, func() bool { return presses.Load() == 2 && len(f.greetings()) == 2 },
		"the read loop was blocked")
	close(unblock)
	require.NoError(t, stop())
}
