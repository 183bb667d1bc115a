package discord

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/discordtest"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
)

// BenchmarkRespond measures answers over loopback, including the server's work.
func BenchmarkRespond(b *testing.B) {
	f := discordtest.New(nil, discordtest.Healthy)
	defer f.Close()
	f.REST = func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, discordtest.MadeMessage)
	}
	c, err := New(quick(f.Server.URL), ignoring)
	require.NoError(b, err)
	defer c.rest.Close()
	row := discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		discordgo.Button{
			Label:    "Place",
			CustomID: "g1:7:place",
			Style:    1,
		},
		discordgo.Button{Label: "Undo", CustomID: "g1:7:undo", Style: 2},
	}}
	text := &message.Message{Content: "Choose a place.", Components: []discordgo.MessageComponent{row}}
	picture := &message.Message{
		Content:    "Choose a place.",
		Components: text.Components,
		Files: []message.File{
			{Name: "board.png", ContentType: "image/png", Alt: "a garden", Data: bytes.Repeat([]byte{7}, 60<<10)},
		},
	}
	for name, r := range map[string]*interactions.Response{"text": interactions.Update(text), "new": interactions.Say(text), "picture": interactions.Update(picture)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetParallelism(32)
			b.RunParallel(func(pb *testing.PB) {
				i := &discordgo.Interaction{
					ID:      "900",
					AppID:   "77",
					Token:   "token",
					Message: &discordgo.Message{ID: "1"},
				}
				for pb.Next() {
					if _, err := c.Responder.Respond(b.Context(), i, r); err != nil {
						b.Error(err)
					}
				}
			})
		})
	}
}

// BenchmarkPress measures the whole way: an event comes over the gateway, it is decoded, a
// handler answers it.
func BenchmarkPress(b *testing.B) {
	press := []byte(discordtest.PressJSON)
	handled := make(chan struct{}, 1024)
	paced := make(chan struct{}, 256) // Discord does not send faster than players press
	f := discordtest.New(nil, func(w *discordtest.Wire) {
		w.Hello()
		w.Greeting()
		w.Ready()
		b.ResetTimer()
		for range b.N {
			paced <- struct{}{}
			w.Seq++
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
