package discord

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/discordtest"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
)

// BenchmarkPress measures the whole way: an event comes over the gateway, it is decoded, a
// handler answers it.
func BenchmarkPress(b *testing.B) {
	handled := make(chan struct{}, 1024)
	paced := make(chan struct{}, 256) // Discord does not send faster than players press
	f := discordtest.New(nil, func(w *discordtest.Wire) {
		w.Start()
		b.ResetTimer()
		for range b.N {
			paced <- struct{}{}
			w.Seq++
			press := strings.Replace(discordtest.PressJSON, "900", strconv.FormatInt(w.Seq, 10), 1)
			_ = w.Conn.WriteMessage(
				1,
				fmt.Appendf(nil, `{"t":"INTERACTION_CREATE","s":%d,"op":0,"d":%s}`, w.Seq, press),
			)
		}
		_, _ = io.Copy(io.Discard, w.Conn.NetConn())
	})
	defer f.Close()
	f.REST = func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusNoContent)
	}
	cfg := quick(f.Server.URL)
	cfg.Interactions.MaxPerMember, cfg.Interactions.MaxPerServer = 1000, 64 // one member presses everything
	var c *Client
	c, err := New(cfg, Handlers{Interactions: interactions.Handlers{Interaction: func(ctx context.Context, i *discordgo.InteractionCreate) {
		if _, err := c.Responder.Respond(ctx, i.Interaction, interactions.Update(&message.Message{Content: "done"})); err != nil {
			b.Error(err)
		}
		<-paced
		handled <- struct{}{}
	}, Busy: func(context.Context, *discordgo.InteractionCreate) { b.Error("busy") }}})
	require.NoError(b, err)
	ctx, cancel := context.WithCancel(b.Context())
	done := make(chan error)
	go func() { done <- c.Run(ctx) }()
	for range b.N {
		<-handled
	}
	b.StopTimer()
	cancel()
	<-done
}
