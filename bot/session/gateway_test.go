package session

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/leaktest"
)

func TestMain(m *testing.M) {
	flag.Parse()
	_ = flag.Set("test.parallel", "64") // the tests mostly wait
	leaktest.Main(m)
}

// The frames are examined above TLS, so close codes must be seen through TLS too.
func TestCloseCodesAreSeenThroughTLS(t *testing.T) {
	t.Parallel()
	f := startFake(t, true,
		func(w *wire) { w.hello(); w.greeting(); w.ready(); w.send(7, "null"); w.hold() },
		func(w *wire) { w.hello(); w.greeting(); w.close(4004) })
	c, err := New(quick(f), Handlers{Interaction: ignore})
	require.NoError(t, err)
	c.gateway.dialer.tls = f.server.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	c.gateway.dialer.tls.NextProtos = nil
	c.rest.pool.TLSClientConfig = c.gateway.dialer.tls
	require.ErrorAs(t, c.Run(t.Context()), new(*FinalError))
	require.Len(t, f.greetings(), 2)
	assert.Equal(t, 6, f.greetings()[1].Op)
}

// Each of these packets caused a panic inside discordgo that cannot be recovered.
func TestPacketsWithoutDataAreSurvived(t *testing.T) {
	for _, packet := range []string{
		`null`, `[]`, `{"op":"x"}`, `nonsense`, `{"t":"GUILD_CREATE","s":2,"op":0,"d":null}`, `{"t":"GUILD_UPDATE","s":2,"op":0}`,
	} {
		t.Run(packet, func(t *testing.T) {
			t.Parallel()
			f := newFake(t, func(w *wire) {
				w.hello()
				w.greeting()
				w.ready()
				_ = w.conn.WriteMessage(1, []byte(packet))
				w.event("INTERACTION_CREATE", pressJSON)
				w.hold()
			})
			pressed := make(chan struct{})
			_, stop := run(t, quick(f), Handlers{
				Interaction: func(context.Context, *discordgo.InteractionCreate) { close(pressed) },
				GuildSeen:   func(context.Context, *discordgo.Guild) { t.Error("there is no server") },
			})
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
			"in place of READY": func(w *wire) { w.hello(); w.greeting(); w.close(code) },
			"after READY":       func(w *wire) { w.hello(); w.greeting(); w.ready(); w.close(code) },
		} {
			t.Run(fmt.Sprint(code, " ", when), func(t *testing.T) {
				t.Parallel()
				f := newFake(t, script)
				c, err := New(quick(f), Handlers{Interaction: ignore})
				require.NoError(t, err)
				err = c.Run(t.Context())
				var final *FinalError
				require.ErrorAs(t, err, &final)
				assert.Equal(t, code, final.Code)
				assert.Greater(t, len(err.Error()), 80, "the error must say what is wrong and what to do: %v", err)
				assert.NotContains(t, err.Error(), testToken)
				assert.Equal(t, 1, f.connections(), "the client must not reconnect")
			})
		}
	}
}

func TestOtherCloseCodesAreNotFinal(t *testing.T) {
	t.Parallel()
	for _, code := range []int{1000, 1001, 4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			f := comesBack(t, func(w *wire) { w.close(code) }, healthy)
			over := code == 4003 || code == 4007 || code == 4009
			assert.Equal(
				t,
				over,
				f.greetings()[1].Op == 2,
				"a new session must start exactly if the close code ends the old one",
			)
		})
	}
}

// A tenth of what Discord allows is left for other programs with the same token.
func TestSessionsOfADayAreLimited(t *testing.T) {
	t.Parallel()
	f := newFake(t, func(w *wire) { w.hello(); w.greeting(); w.send(9, "false"); w.hold() })
	cfg := quick(f)
	f.info.Limit = startLimit{Total: 30, Remaining: 6, ResetAfter: 3600_000}
	log := new(lockedBuffer)
	cfg.Logger = slog.New(slog.NewTextHandler(log, nil))
	_, stop := run(t, cfg, Handlers{})
	eventually(
		t,
		func() bool { return strings.Contains(log.String(), "may be started in a day are used up: waiting") },
		"the client did not stop identifying",
	)
	assert.Len(t, f.greetings(), 3)
	require.NoError(t, stop(), "Run must stop while it waits")
}

func TestTheBotIdentifiesWithTheGuildsIntentOnly(t *testing.T) {
	f := becomesReady(t, healthy)
	var d struct {
		Intents  int    `json:"intents"`
		Token    string `json:"token"`
		Compress bool   `json:"compress"`
	}
	require.NoError(t, json.Unmarshal(f.greetings()[0].D, &d))
	assert.Equal(t, int(discordgo.IntentsGuilds), d.Intents)
	assert.Equal(t, "Bot "+testToken, d.Token)
}

func TestStoppingSendsDiscordACloseFrame(t *testing.T) {
	t.Parallel()
	told := make(chan error, 1)
	ready := make(chan struct{})
	f := newFake(t, func(w *wire) {
		w.hello()
		w.greeting()
		w.ready()
		for {
			if _, _, err := w.conn.ReadMessage(); err != nil {
				told <- err
				return
			}
		}
	})
	_, stop := run(t, quick(f), Handlers{Ready: func(context.Context, *discordgo.Ready) { close(ready) }})
	<-ready
	require.NoError(t, stop())
	assert.True(t, websocket.IsCloseError(<-told, websocket.CloseNormalClosure))
}

// TestStoppingTakesNoLongerThanDiscordsAnswer stops several clients in the middle of events, since
// one may be slow on a busy machine.
func TestStoppingTakesNoLongerThanDiscordsAnswer(t *testing.T) {
	t.Parallel()
	fastest := time.Hour
	for range 5 {
		ready := make(chan struct{})
		f := newFake(t, func(w *wire) {
			w.hello()
			w.greeting()
			w.ready()
			left := make(chan struct{})
			go func() {
				defer close(left)
				for _, _, err := w.conn.ReadMessage(); err == nil; _, _, err = w.conn.ReadMessage() {
				}
			}()
			for {
				select {
				case <-left:
					return
				case <-time.After(time.Millisecond):
					w.event("TYPING_START", "{}")
				}
			}
		})
		_, stop := run(t, quick(f), Handlers{Ready: func(context.Context, *discordgo.Ready) { close(ready) }})
		<-ready
		stopping := time.Now()
		require.NoError(t, stop())
		fastest = min(fastest, time.Since(stopping))
	}
	assert.Less(t, fastest, time.Second)
}

func TestStoppingDoesNotWaitLongForAnAnswerToTheCloseFrame(t *testing.T) {
	t.Parallel()
	ready, stopped := make(chan struct{}), make(chan struct{})
	f := newFake(t, func(w *wire) {
		w.conn.SetCloseHandler(func(int, string) error { return nil })
		healthy(w)
		w.awaits(stopped)
	})
	_, stop := run(t, quick(f), Handlers{Ready: func(context.Context, *discordgo.Ready) { close(ready) }})
	<-ready
	require.NoError(t, stop(), "Run must end within the patience")
	close(stopped)
}

func TestRunEndsAtOnceWhileConnecting(t *testing.T) {
	t.Parallel()
	f := newFake(t, func(w *wire) { w.hold() })
	cfg := quick(f)
	cfg.OpenTimeout, cfg.ReadTimeout = 10*patience, 10*patience
	_, stop := run(t, cfg, Handlers{})
	eventually(t, func() bool { return f.connections() == 1 }, "the client did not connect")
	require.NoError(t, stop(), "Run must end within the patience")
}

func TestSecondRunIsRefused(t *testing.T) {
	c, err := New(Config{Token: testToken}, Handlers{Interaction: ignore})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.NoError(t, c.Run(ctx))
	require.Error(t, c.Run(ctx))
}

func TestBlockedHandlerStopsNeitherEventsNorReconnecting(t *testing.T) {
	t.Parallel()
	f := newFake(t, func(w *wire) {
		w.hello()
		w.greeting()
		w.ready()
		w.event("INTERACTION_CREATE", pressJSON)
		w.event("INTERACTION_CREATE", pressJSON)
		w.send(7, "null")
		w.hold()
	}, resumes)
	var presses atomic.Int64
	unblock := make(chan struct{})
	_, stop := run(t, quick(f), Handlers{Interaction: func(context.Context, *discordgo.InteractionCreate) {
		presses.Add(1)
		<-unblock
	}})
	eventually(t, func() bool { return presses.Load() == 2 && len(f.greetings()) == 2 }, "the read loop was blocked")
	close(unblock)
	require.NoError(t, stop())
}
