package rest

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"

	"amytis/bot/discord/discordtest"
)

type secretValue struct{ token string }

func (s secretValue) LogValue() slog.Value { return slog.StringValue("Bot " + s.token) }

func TestNoFormOfATokenGetsIntoTheLog(t *testing.T) {
	const opaque = "0123456789abcdef-no-known-shape"
	i := &discordgo.InteractionCreate{Interaction: &discordgo.Interaction{ID: "900", Token: opaque}}
	for name, log := range map[string]func(*slog.Logger){
		"message":     func(l *slog.Logger) { l.Info("Authorization: Bot " + discordtest.Token) },
		"another bot": func(l *slog.Logger) { l.Info("Bot MTIzNDU2.GxYzAb." + opaque) },
		"string":      func(l *slog.Logger) { l.Info("x", "a", discordtest.Token) },
		"error":       func(l *slog.Logger) { l.Info("x", "err", fmt.Errorf("wrapped: %w", errors.New(discordtest.Token))) },
		"callback URL": func(l *slog.Logger) {
			l.Info("POST https://discord.com/api/v10/interactions/900/" + opaque + "/callback")
		},
		"webhook URL":    func(l *slog.Logger) { l.Info("x", "err", errors.New(`Patch "https://x/webhooks/77/`+opaque+`": EOF`)) },
		"webhook query":  func(l *slog.Logger) { l.Info("/webhooks/77/" + opaque + "?wait=true") },
		"bytes":          func(l *slog.Logger) { l.Info("x", "b", []byte(`{"token":"`+opaque+`"}`)) },
		"JSON":           func(l *slog.Logger) { l.Info(`{"id":"9","token": "` + opaque + `"}`) },
		"JSON in JSON":   func(l *slog.Logger) { l.Info(`{"d":"{\"token\":\"` + opaque + `\"}"}`) },
		"key":            func(l *slog.Logger) { l.Info("x", "interaction_token", opaque) },
		"group":          func(l *slog.Logger) { l.Info("x", slog.Group("g", slog.Group("h", "a", discordtest.Token))) },
		"With":           func(l *slog.Logger) { l.With("a", discordtest.Token).WithGroup("g").With("token", opaque).Info("x") },
		"LogValuer":      func(l *slog.Logger) { l.Info("x", "a", secretValue{discordtest.Token}) },
		"struct":         func(l *slog.Logger) { l.Info("x", "a", *i.Interaction) },
		"pointer":        func(l *slog.Logger) { l.Info("x", "a", i.Interaction) },
		"nested pointer": func(l *slog.Logger) { l.Info("x", "a", i) },
		"slice":          func(l *slog.Logger) { l.Info("x", "a", []string{discordtest.Token}) },
		"map":            func(l *slog.Logger) { l.Info("x", "a", map[string]any{discordtest.Token: 1}) },
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
				log(slog.New(Redact(h, "Bot "+discordtest.Token, "")))
				assert.NotEmpty(t, out.String())
				assert.NotContains(t, out.String(), discordtest.Token, format)
				assert.NotContains(t, out.String(), opaque, format)
			}
		})
	}
}

func TestTextWithoutSecretsIsUnchanged(t *testing.T) {
	var out bytes.Buffer
	slog.New(Redact(slog.NewTextHandler(&out, nil), discordtest.Token)).WithGroup("g").
		Info("Ana took a token", "n", 3, "d", time.Second, "err", errors.New("no such /channels/5"), "list", []int{1, 2}, "tokens", 4)
	assert.Contains(
		t,
		out.String(),
		`msg="Ana took a token" g.n=3 g.d=1s g.err="no such /channels/5" g.list="[1 2]" g.tokens=4`,
	)
}
