package session

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"
)

// BenchmarkRespond measures answers over loopback, including the server's work.
func BenchmarkRespond(b *testing.B) {
	f := newFake(nil, healthy)
	defer f.server.Close()
	f.rest = func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, madeMessage)
	}
	c, err := New(quick(f), Handlers{Interaction: ignore})
	require.NoError(b, err)
	defer c.rest.closeIdle()
	row := discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		discordgo.Button{
			Label:    "Place",
			CustomID: "g1:7:place",
			Style:    1,
		},
		discordgo.Button{Label: "Undo", CustomID: "g1:7:undo", Style: 2},
	}}
	text := &Message{Content: "Choose a place.", Components: []discordgo.MessageComponent{row}}
	picture := &Message{
		Content:    "Choose a place.",
		Components: text.Components,
		Files: []File{
			{Name: "board.png", ContentType: "image/png", Alt: "a garden", Data: bytes.Repeat([]byte{7}, 60<<10)},
		},
	}
	for name, r := range map[string]*Response{"text": Update(text), "new": Say(text), "picture": Update(picture)} {
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

// BenchmarkDispatch measures an event's way through the dispatcher.
func BenchmarkDispatch(b *testing.B) {
	cfg, _ := Config{Token: testToken, MaxPerMember: 1000}.withDefaults()
	d := newDispatcher(cfg, Handlers{Interaction: ignore}, &discordClock{}, cfg.Logger)
	d.start(b.Context())
	e := eventOf("INTERACTION_CREATE", pressJSON)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			d.dispatch(e)
		}
	})
}

// BenchmarkPress measures the whole way: an event comes over the gateway, discordgo decodes it, a
// handler answers it.
func BenchmarkPress(b *testing.B) {
	press := []byte(pressJSON)
	handled := make(chan struct{}, 1024)
	paced := make(chan struct{}, 256) // Discord does not send faster than players press
	f := newFake(nil, func(w *wire) {
		w.hello()
		w.greeting()
		w.ready()
		b.ResetTimer()
		for range b.N {
			paced <- struct{}{}
			w.seq++
			_ = w.conn.WriteMessage(
				1,
				fmt.Appendf(nil, `{"t":"INTERACTION_CREATE","s":%d,"op":0,"d":%s}`, w.seq, press),
			)
		}
		_, _ = io.Copy(io.Discard, w.conn.NetConn())
	})
	defer f.server.Close()
	f.rest = func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusNoContent)
	}
	cfg := quick(f)
	cfg.OpenTimeout, cfg.ReadTimeout = time.Minute, time.Minute
	cfg.MaxPerMember, cfg.MaxPerServer = 1000, 64 // one member presses everything
	var c *Client
	c, err := New(cfg, Handlers{Interaction: func(ctx context.Context, i *discordgo.InteractionCreate) {
		if _, err := c.Responder.Respond(ctx, i.Interaction, Update(&Message{Content: "done"})); err != nil {
			b.Error(err)
		}
		<-paced
		handled <- struct{}{}
	}, Busy: func(context.Context, *discordgo.InteractionCreate) { b.Error("busy") }})
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
