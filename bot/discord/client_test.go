package discord

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"amytis/bot/discord/discordtest"
	"amytis/bot/discord/gateway"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
)

// ignoring are handlers that do nothing.
var ignoring = Handlers{Interactions: interactions.Handlers{
	Interaction: func(context.Context, *discordgo.InteractionCreate) {},
}}

// quick returns a configuration for a fake Discord, with short pauses. Its timeouts are at least as
// long as a test's patience.
func quick(url string) Config {
	return Config{
		REST: rest.Config{Token: discordtest.Token, BaseURL: url, Timeout: discordtest.Patience},
		Gateway: gateway.Config{
			OpenTimeout: discordtest.Patience,
			BackoffMin:  5 * time.Millisecond, BackoffMax: 20 * time.Millisecond, IdentifySpacing: time.Millisecond,
		},
		Interactions: interactions.Config{WaitTimeout: discordtest.Patience},
		Logger:       slog.New(slog.DiscardHandler),
		GraceTimeout: discordtest.Patience,
	}
}

// run runs a client until stop is called. stop returns the error of Run.
func run(t *testing.T, cfg Config, h Handlers) (c *Client, stop func() error) {
	t.Helper()
	c, err := New(cfg, h)
	require.NoError(t, err)
	return c, discordtest.Run(t, c.Run)
}

// pressed is the script of a connection on which somebody presses a button.
func pressed(w *discordtest.Wire) {
	w.Start()
	w.Event("INTERACTION_CREATE", discordtest.PressJSON)
	w.Hold()
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestInvalidConfigurationsAreRefused(t *testing.T) {
	for _, change := range []func(*Config){
		func(cfg *Config) { cfg.REST.Token = "" },
		func(cfg *Config) { cfg.Interactions.Endpoint = &net.TCPListener{} },
	} {
		cfg := quick("")
		change(&cfg)
		_, err := New(cfg, ignoring)
		require.Error(t, err)
	}
	_, err := New(quick(""), Handlers{})
	require.Error(t, err)
}

func TestSecondRunIsRefused(t *testing.T) {
	c, err := New(quick(""), ignoring)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.NoError(t, c.Run(ctx))
	require.Error(t, c.Run(ctx))
}

func TestReadyTellsTheApplication(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t, discordtest.Healthy)
	ready := make(chan struct{})
	c, stop := run(t, quick(f.Server.URL), Handlers{
		Interactions: ignoring.Interactions, Ready: func(context.Context, *discordgo.Ready) { close(ready) },
	})
	<-ready
	id, err := c.Application.id.lookUp(t.Context(), nil, ownApplication)
	require.NoError(t, err, "Discord is not asked")
	assert.Equal(t, "77", id)
	require.NoError(t, stop())
}

func TestHandlersOutliveTheContextOfRunForTheGraceTime(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t, pressed)
	log := new(discordtest.LockedBuffer)
	cfg := quick(f.Server.URL)
	cfg.GraceTimeout, cfg.Logger = 100*time.Millisecond, slog.New(slog.NewTextHandler(log, nil))
	begun, ended := make(chan struct{}), make(chan time.Time, 1)
	_, stop := run(t, cfg, Handlers{Interactions: interactions.Handlers{
		Interaction: func(ctx context.Context, _ *discordgo.InteractionCreate) {
			close(begun)
			<-ctx.Done()
			ended <- time.Now()
		},
	}})
	<-begun
	stopping := time.Now()
	require.NoError(t, stop())
	assert.GreaterOrEqual(t, (<-ended).Sub(stopping), cfg.GraceTimeout)
	assert.Contains(t, log.String(), "still running")
}

func TestFailingEndpointEndsRun(t *testing.T) {
	t.Parallel()
	cfg := quick(discordtest.New(t, discordtest.Healthy).Server.URL)
	var err error
	cfg.Interactions.Endpoint, err = net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, cfg.Interactions.Endpoint.Close())
	cfg.Interactions.PublicKey = make([]byte, ed25519.PublicKeySize)
	c, err := New(cfg, ignoring)
	require.NoError(t, err)
	require.ErrorContains(t, c.Run(t.Context()), "interactions by HTTP")
}

// A request may be the first to learn that the token was reset.
func TestBadTokenOfAnyRequestEndsRun(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t, discordtest.Healthy)
	f.REST = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }
	c, stop := run(t, quick(f.Server.URL), ignoring)
	discordtest.Eventually(t, func() bool { return len(f.Greetings()) == 1 }, "the client did not connect")
	_, err := c.Guilds.Sight(t.Context(), "5")
	require.Error(t, err)
	discordtest.Eventually(t, func() bool { return len(c.rest.Unauthorized) == 0 }, "nobody checks the token")
	require.NoError(t, stop(), "a 401 alone must not end Run: the gateway accepts the token")

	f = discordtest.New(t, discordtest.Healthy)
	f.REST = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }
	c, err = New(quick(f.Server.URL), ignoring)
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- c.Run(t.Context()) }()
	discordtest.Eventually(t, func() bool { return len(f.Greetings()) == 1 }, "the client did not connect")
	f.Change(func(f *discordtest.Gateway) { f.Token = "another" })
	_, err = c.Guilds.Sight(t.Context(), "5")
	require.Error(t, err)
	require.ErrorAs(t, <-done, new(*gateway.FinalError))
}

// The log covers a whole life of the bot at debug level: connecting, an answered press, errors, a
// panic, undecodable events and a reconnect.
func TestDebugLogContainsNoToken(t *testing.T) {
	out := new(discordtest.LockedBuffer)
	handled := make(chan struct{})
	f := discordtest.New(t,
		func(w *discordtest.Wire) {
			w.Start()
			w.Event("INTERACTION_CREATE", discordtest.PressJSON)
			w.Event("INTERACTION_CREATE", `{"type":"x","id":"901","token":"opaque-secret-one","data":{"n":"x"}}`)
			w.Event("SOMETHING_NEW", `{"token":"opaque-secret-one"}`)
			_ = w.Conn.WriteMessage(1, []byte(`{"op":99,"d":{"token":"opaque-secret-one"}}`))
			w.Awaits(handled)
			w.Close(4000)
		}, discordtest.Resumes)
	cfg := quick(f.Server.URL)
	cfg.Logger = slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var c *Client
	ready := make(chan struct{})
	h := Handlers{Interactions: interactions.Handlers{
		Interaction: func(ctx context.Context, i *discordgo.InteractionCreate) {
			<-ready
			_, err := c.Responder.Respond(ctx, i.Interaction, interactions.Say(&message.Message{Content: "x"})) // 404: the fake has no REST
			c.log.Error("answering", slog.Any("err", err), slog.Any("interaction", i))
			close(handled)
			panic(fmt.Sprintf("token %s", i.Token))
		},
	}}
	c, stop := run(t, cfg, h)
	close(ready)
	discordtest.Eventually(t, func() bool { return len(f.Greetings()) == 2 }, "the client did not reconnect")
	require.NoError(t, stop())
	text := out.String()
	assert.Contains(t, text, "a handler panicked")
	for _, secret := range []string{discordtest.Token, "aW50ZXJhY3Rpb24", "opaque-secret-one"} {
		assert.NotContains(t, text, secret)
	}
}
