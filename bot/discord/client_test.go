package discord

import (
	"context"
	"crypto/ed25519"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"amytis/bot/discord/gateway"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/discord/rest/resttest"
	"amytis/bot/localdiscord"
)

// ignoring are handlers that do nothing.
var ignoring = Handlers{Interactions: interactions.Handlers{
	Interaction: func(context.Context, *discordgo.InteractionCreate) {},
}}

// quick returns a configuration for a fake Discord, with short pauses. Its timeouts are at least as
// long as a test's patience.
func quick(url string) Config {
	return Config{
		REST: rest.Config{Token: resttest.Token, BaseURL: url, Timeout: resttest.Patience},
		Gateway: gateway.Config{
			OpenTimeout: resttest.Patience,
			BackoffMin:  5 * time.Millisecond, BackoffMax: 20 * time.Millisecond, IdentifySpacing: time.Millisecond,
		},
		Logger:       slog.New(slog.DiscardHandler),
		GraceTimeout: resttest.Patience,
	}
}

// local returns a Discord, and the configuration of a client for it.
func local(t *testing.T) (*localdiscord.Server, Config) {
	t.Helper()
	server, err := localdiscord.Start(localdiscord.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Close()) })
	cfg := quick(server.URL())
	cfg.REST.Token = server.Token()
	return server, cfg
}

// run runs a client until stop is called, and waits until it is ready. stop returns Run's error.
func run(t *testing.T, cfg Config, h Handlers) (c *Client, stop func() error) {
	t.Helper()
	ready := make(chan struct{})
	h.Ready = func(context.Context, *discordgo.Ready) { close(ready) }
	c, err := New(cfg, h)
	require.NoError(t, err)
	stop = resttest.Run(t, c.Run)
	<-ready
	return c, stop
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConnectedClientReachesDiscord(t *testing.T) {
	t.Parallel()
	_, cfg := local(t)
	c, stop := run(t, cfg, ignoring)
	users, err := c.Application.ForUsers(t.Context())
	require.NoError(t, err)
	assert.True(t, users, "users can install the bot")
	assert.True(t, c.Reachable(0), "a shard is connected")
	require.NoError(t, c.AskTime(t.Context()))
	assert.True(t, c.Clock.Right(), "Discord has told its time")
	assert.NotZero(t, c.Status().Requests)
	require.NoError(t, stop())
}

func TestHandlersOutliveTheContextOfRunForTheGraceTime(t *testing.T) {
	t.Parallel()
	_, cfg := local(t)
	log := new(resttest.LockedBuffer)
	cfg.GraceTimeout, cfg.Logger = 100*time.Millisecond, slog.New(slog.NewTextHandler(log, nil))
	begun, ended := make(chan struct{}), make(chan time.Time, 1)
	c, stop := run(t, cfg, Handlers{Interactions: interactions.Handlers{
		Interaction: func(ctx context.Context, _ *discordgo.InteractionCreate) {
			close(begun)
			<-ctx.Done()
			ended <- time.Now()
		},
	}})
	go c.admitEvent("INTERACTION_CREATE", []byte(resttest.PressJSON))()
	<-begun
	stopping := time.Now()
	require.NoError(t, stop())
	assert.GreaterOrEqual(t, (<-ended).Sub(stopping), cfg.GraceTimeout)
	assert.Contains(t, log.String(), "still running")
}

func TestFailingEndpointEndsRun(t *testing.T) {
	t.Parallel()
	_, cfg := local(t)
	var err error
	cfg.Interactions.Endpoint, err = net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, cfg.Interactions.Endpoint.Close())
	cfg.Interactions.PublicKey = make([]byte, ed25519.PublicKeySize)
	c, err := New(cfg, ignoring)
	require.NoError(t, err)
	require.ErrorContains(t, c.Run(t.Context()), "interactions by HTTP")
}

// The log covers a whole life of the bot at debug level: connecting, an answer that fails, a panic,
// undecodable events and a reconnect. bot/e2e/secrets plays a game.
func TestDebugLogContainsNoToken(t *testing.T) {
	t.Parallel()
	discord, cfg := local(t)
	out := new(resttest.LockedBuffer)
	cfg.Logger = slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	resumed := make(chan struct{})
	var c *Client
	c, stop := run(t, cfg, Handlers{
		Interactions: interactions.Handlers{Interaction: func(ctx context.Context, i *discordgo.InteractionCreate) {
			_, err := c.Responder.Respond(ctx, i.Interaction,
				interactions.Say(&message.Message{Content: "x"})) // unknown to Discord
			c.log.Error("answering", slog.Any("err", err))
			panic("the roof is on fire")
		}},
		Resumed: func(context.Context) { close(resumed) },
	})
	for name, data := range map[string]string{
		"INTERACTION_CREATE": `{"type":"x","id":"901","token":"opaque-secret-one","data":{"n":"x"}}`,
		"GUILD_CREATE":       `{"token":["opaque-secret-one"]}`,
		"SOMETHING_NEW":      `{"token":"opaque-secret-one"}`,
	} {
		if handle := c.admitEvent(name, []byte(data)); handle != nil {
			handle()
		}
	}
	c.admitEvent("INTERACTION_CREATE", []byte(resttest.PressJSON))()
	discord.Faults().CloseGateway(4000)
	<-resumed
	require.NoError(t, stop())
	text := out.String()
	assert.Contains(t, text, "a handler panicked")
	assert.Contains(t, text, "POST /interactions/{id}/{token}/callback")
	for _, secret := range []string{cfg.REST.Token[len("Bot "):], "aW50ZXJhY3Rpb24", "opaque-secret-one"} {
		assert.NotContains(t, text, secret)
	}
}
