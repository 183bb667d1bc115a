package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lockedBuffer is a buffer for the log of several goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

type secretValue struct{ token string }

func (s secretValue) LogValue() slog.Value { return slog.StringValue("Bot " + s.token) }

func TestNoFormOfATokenGetsIntoTheLog(t *testing.T) {
	const opaque = "0123456789abcdef-no-known-shape"
	i := &discordgo.InteractionCreate{Interaction: &discordgo.Interaction{ID: "900", Token: opaque}}
	for name, log := range map[string]func(*slog.Logger){
		"message":     func(l *slog.Logger) { l.Info("Authorization: Bot " + testToken) },
		"another bot": func(l *slog.Logger) { l.Info("Bot MTIzNDU2.GxYzAb." + opaque) },
		"string":      func(l *slog.Logger) { l.Info("x", "a", testToken) },
		"error":       func(l *slog.Logger) { l.Info("x", "err", fmt.Errorf("wrapped: %w", errors.New(testToken))) },
		"callback URL": func(l *slog.Logger) {
			l.Info("POST https://discord.com/api/v10/interactions/900/" + opaque + "/callback")
		},
		"webhook URL":    func(l *slog.Logger) { l.Info("x", "err", errors.New(`Patch "https://x/webhooks/77/`+opaque+`": EOF`)) },
		"webhook query":  func(l *slog.Logger) { l.Info("/webhooks/77/" + opaque + "?wait=true") },
		"bytes":          func(l *slog.Logger) { l.Info("x", "b", []byte(`{"token":"`+opaque+`"}`)) },
		"JSON":           func(l *slog.Logger) { l.Info(`{"id":"9","token": "` + opaque + `"}`) },
		"JSON in JSON":   func(l *slog.Logger) { l.Info(`{"d":"{\"token\":\"` + opaque + `\"}"}`) },
		"key":            func(l *slog.Logger) { l.Info("x", "interaction_token", opaque) },
		"group":          func(l *slog.Logger) { l.Info("x", slog.Group("g", slog.Group("h", "a", testToken))) },
		"With":           func(l *slog.Logger) { l.With("a", testToken).WithGroup("g").With("token", opaque).Info("x") },
		"LogValuer":      func(l *slog.Logger) { l.Info("x", "a", secretValue{testToken}) },
		"struct":         func(l *slog.Logger) { l.Info("x", "a", *i.Interaction) },
		"pointer":        func(l *slog.Logger) { l.Info("x", "a", i.Interaction) },
		"nested pointer": func(l *slog.Logger) { l.Info("x", "a", i) },
		"slice":          func(l *slog.Logger) { l.Info("x", "a", []string{testToken}) },
		"map":            func(l *slog.Logger) { l.Info("x", "a", map[string]any{testToken: 1}) },
		"printed struct": func(l *slog.Logger) { l.Info(fmt.Sprintf("%+v and %#v", *i.Interaction, *i.Interaction)) },
		"config": func(l *slog.Logger) {
			l.Info(fmt.Sprintf("%v %+v %#v", Config{Token: opaque}, Config{Token: opaque}, Config{Token: opaque}), "c", Config{Token: opaque})
		},
		"the shape itself": func(l *slog.Logger) { l.Info("got aW50ZXJhY3Rpb246" + opaque) },
	} {
		t.Run(name, func(t *testing.T) {
			for _, format := range []string{"text", "json"} {
				var out bytes.Buffer
				var h slog.Handler = slog.NewTextHandler(&out, nil)
				if format == "json" {
					h = slog.NewJSONHandler(&out, nil)
				}
				log(slog.New(Redact(h, "Bot "+testToken, "")))
				assert.NotEmpty(t, out.String())
				assert.NotContains(t, out.String(), testToken, format)
				assert.NotContains(t, out.String(), opaque, format)
			}
		})
	}
}

func TestTextWithoutSecretsIsUnchanged(t *testing.T) {
	var out bytes.Buffer
	slog.New(Redact(slog.NewTextHandler(&out, nil), testToken)).WithGroup("g").
		Info("Ana took a token", "n", 3, "d", time.Second, "err", errors.New("no such /channels/5"), "list", []int{1, 2}, "tokens", 4)
	assert.Contains(
		t,
		out.String(),
		`msg="Ana took a token" g.n=3 g.d=1s g.err="no such /channels/5" g.list="[1 2]" g.tokens=4`,
	)
}

// The log covers a whole life of the bot at debug level: connecting, an answered press, errors, a
// panic, undecodable events and a reconnect.
func TestDebugLogContainsNoToken(t *testing.T) {
	out := new(lockedBuffer)
	handled := make(chan struct{})
	f := newFake(t,
		func(w *wire) {
			w.hello()
			w.greeting()
			w.ready()
			w.event("INTERACTION_CREATE", pressJSON)
			w.event("INTERACTION_CREATE", `{"type":"x","id":"901","token":"opaque-secret-one","data":{"n":"x"}}`)
			w.event("SOMETHING_NEW", `{"token":"opaque-secret-one"}`)
			_ = w.conn.WriteMessage(1, []byte(`{"op":99,"d":{"token":"opaque-secret-one"}}`))
			w.awaits(handled)
			w.close(4000)
		}, resumes)
	cfg := quick(f)
	cfg.Logger = slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var c *Client
	ready := make(chan struct{})
	h := Handlers{
		Interaction: func(ctx context.Context, i *discordgo.InteractionCreate) {
			<-ready
			_, err := c.Responder.Respond(ctx, i.Interaction, Say(&Message{Content: "x"})) // 404: the fake has no REST
			c.log.Error("answering", slog.Any("err", err), slog.Any("interaction", i))
			close(handled)
			panic(fmt.Sprintf("token %s", i.Token))
		},
	}
	c, stop := run(t, cfg, h)
	close(ready)
	eventually(t, func() bool { return len(f.greetings()) == 2 }, "the client did not reconnect")
	require.NoError(t, stop())
	text := out.String()
	assert.Contains(t, text, "a handler panicked")
	for _, secret := range []string{testToken, "aW50ZXJhY3Rpb24", "opaque-secret-one"} {
		assert.NotContains(t, text, secret)
	}
}

func TestTruncatedTextIsValidUTF8(t *testing.T) {
	for n := range 7 {
		assert.True(t, utf8.ValidString(truncated("aéü€", n)), n)
	}
	assert.Equal(t, "aé...", truncated("aéü€", 4))
	assert.Equal(t, "aéü€", truncated("aéü€", 8))
}
