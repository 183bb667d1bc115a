package page_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
	"amytis/bot/localdiscord"
)

// M and L are JSON objects and lists.
type (
	M = map[string]any
	L = []any
)

// showBot uses all parts of messages, most of which the games never use. It speaks raw JSON.
type showBot struct {
	testing.TB
	world *world
}

// sent is what Discord answers: a message, a channel, an emoji.
type sent struct {
	ID      string `json:"id"`
	Channel string `json:"channel_id"`
}

// try makes a request, and returns its status.
func (b *showBot) try(method, path string, body any, files ...message.File) (answer sent, status int) {
	form, err := message.Encode(body, files)
	assert.NoError(b, err)
	r, err := http.NewRequest(method, b.world.URL()+"/api/v10"+path, bytes.NewReader(form.Data))
	assert.NoError(b, err)
	r.Header.Set("Authorization", b.world.Token())
	r.Header.Set("Content-Type", form.ContentType)
	resp, err := plainClient.Do(r)
	if err != nil {
		return answer, 0
	}
	defer resp.Body.Close()
	_ = json.NewDecoder(resp.Body).Decode(&answer) // not all answers are objects
	return answer, resp.StatusCode
}

// send makes a request that is not refused.
func (b *showBot) send(method, path string, body any, files ...message.File) sent {
	answer, status := b.try(method, path, body, files...)
	require.Contains(b, []int{200, 201, 204}, status, path)
	return answer
}

func (b *showBot) post(channel string, body M, files ...message.File) sent {
	return b.send("POST", "/channels/"+channel+"/messages", body, files...)
}

// thread starts a thread from a new message in the channel of Hanging Gardens.
func (b *showBot) thread(name string) sent {
	root := b.post(gardensID, M{"content": "A thread begins here."})
	return b.send("POST", "/channels/"+gardensID+"/messages/"+root.ID+"/threads", M{"name": name})
}

// showcase returns a playground with a bot that uses all parts of messages.
func showcase(t testing.TB) (*playground, *showBot) {
	return thoughtful(t, localdiscord.Options{AnswerWithin: patience}, nil)
}

// thoughtful returns a showcase whose bot thinks until thought is closed.
func thoughtful(t testing.TB, options localdiscord.Options, thought <-chan struct{}) (*playground, *showBot) {
	world := newWorld(t, options)
	p := &playground{TB: t, world: world, page: serveAt(t, world, "127.0.0.1:0", 0)}
	t.Cleanup(p.close)
	b := &showBot{t, world}
	ws, _, err := websocket.DefaultDialer.Dial("ws"+world.URL()[4:]+"/gateway/?v=10&encoding=json", nil)
	require.NoError(t, err)
	require.NoError(t, ws.WriteJSON(M{"op": 2, "d": M{"token": world.Token(), "intents": 1}}))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			var event struct {
				T string
				D interaction
			}
			if _, raw, err := ws.ReadMessage(); err != nil {
				return
			} else if _ = json.Unmarshal(raw, &event); event.T == "INTERACTION_CREATE" {
				b.answer(event.D, thought)
			}
		}
	}()
	t.Cleanup(func() {
		_ = ws.Close()
		<-ended
	})
	require.Eventually(t, func() bool { return world.Sessions() > 0 }, patience, time.Millisecond)
	b.send("PUT", "/applications/"+world.BotID()+"/commands", L{
		M{"name": "think", "description": "Think for a while"}, M{"name": "silent", "description": "Never answer"}})
	return p, b
}

type interaction struct {
	ID, Token string
	Channel   string `json:"channel_id"`
	Message   sent
	Data      struct {
		Name     string
		CustomID string `json:"custom_id"`
		Values   []string
	}
}

func (b *showBot) answer(i interaction, thought <-chan struct{}) {
	respond := func(kind int, data M) {
		b.try("POST", "/interactions/"+i.ID+"/"+i.Token+"/callback", M{"type": kind, "data": data})
	}
	switch {
	case i.Data.Name == "think":
		respond(5, nil)
		<-thought
		b.try("PATCH", "/webhooks/"+b.world.BotID()+"/"+i.Token+"/messages/@original", M{"content": "I have thought."})
	case i.Data.CustomID == "mute":
		b.try("PATCH", "/channels/"+i.Channel+"/messages/"+i.Message.ID, M{"content": "After."})
	case i.Data.CustomID != "":
		respond(4, M{"content": "Chosen: " + strings.Join(append([]string{i.Data.CustomID}, i.Data.Values...), " ")})
	}
}

// drawing returns a PNG file of one colour, of 600 by 300 pixels unless said else.
func drawing(name string, size ...int) message.File {
	size = append(size, 600, 300)
	m := image.NewPaletted(image.Rect(0, 0, size[0], size[1]), color.Palette{color.RGBA{120, 90, 160, 255}})
	var b bytes.Buffer
	_ = png.Encode(&b, m)
	return message.File{Name: name, ContentType: "image/png", Data: b.Bytes()}
}

func row(components ...any) M { return M{"type": 1, "components": components} }

func button(id, label string, style int) M {
	return M{"type": 2, "custom_id": id, "label": label, "style": style}
}

// embedded returns a message with an embed, whose texts may be given.
func embedded(text ...string) M {
	said := func(usual string) string {
		if len(text) > 0 {
			return text[0]
		}
		return usual
	}
	return M{"embeds": L{M{"title": said("An embed"), "description": said("With *fields*:"), "color": 0x57f287,
		"fields": L{M{"name": said("One"), "value": said("1"), "inline": true}, M{"name": "Two", "value": "2", "inline": true}},
		"footer": M{"text": said("A footer")}}}}
}

// newer returns a message that consists of components only. Its picture is stripes.png.
func newer() M {
	disabled := button("d", "Disabled", 4)
	disabled["disabled"] = true
	return M{"flags": 1 << 15, "components": L{
		M{"type": 10, "content": "## Components"},
		M{"type": 12, "items": L{M{"media": M{"url": "attachment://stripes.png"}, "description": "Stripes from dark to light"}}},
		row(button("a", "Primary", 1), button("b", "Secondary", 2), button("c", "Success", 3), disabled,
			M{"type": 2, "style": 5, "url": "https://example.com", "label": "Link"}),
		row(M{"type": 3, "custom_id": "many", "placeholder": "Choose two flowers", "min_values": 2, "max_values": 2,
			"options": L{M{"label": "Rose", "value": "rose", "description": "red"},
				M{"label": "Iris", "value": "iris", "description": "blue"}, M{"label": "Lily", "value": "lily"}}}),
		row(M{"type": 5, "custom_id": "who", "placeholder": "Whose garden?", "disabled": true}),
	}}
}
