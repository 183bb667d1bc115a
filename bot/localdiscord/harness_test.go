package localdiscord_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"amytis/bot/discord/message"
	"amytis/bot/localdiscord"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// M and L are JSON objects and lists.
type (
	M = map[string]any
	L = []any
)

// testWorld is a playground with three channels, and a bot in raw JSON.
type testWorld struct {
	*localdiscord.World
	t                     testing.TB
	General, Games, Other *localdiscord.Channel
}

// generalID is the id of the first channel, messages the path of its messages.
var (
	generalID = localdiscord.ChannelID(0)
	messages  = "/channels/" + generalID + "/messages"
)

const nobodyID = "1150000000000000999"

// world starts a playground that ends with the test, which runs beside others.
func world(t *testing.T, options localdiscord.Options) *testWorld {
	runBeside(t)
	w, err := localdiscord.Playground(options, "general", "games", "other")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	return &testWorld{w, t, w.Channels[0], w.Channels[1], w.Channels[2]}
}

var parallel sync.Map

// runBeside can be called again.
func runBeside(t *testing.T) {
	if _, again := parallel.LoadOrStore(t, true); !again {
		t.Parallel()
	}
}

// clock is a time that a test moves.
type clock struct{ later atomic.Int64 }

func (c *clock) now() time.Time { return time.Now().Add(time.Duration(c.later.Load())) }

func (c *clock) add(d time.Duration) { c.later.Add(int64(d)) }

// patience bounds every wait of a test. It is more than a busy machine needs.
const patience = time.Minute

// soon returns a context that ends when a test has waited for too long.
func soon(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// answer is what Discord answers a request with.
type answer struct {
	Status  int             `json:"-"`
	Raw     string          `json:"-"`
	ID      string          `json:"id"`
	Code    int             `json:"code"`
	Errors  json.RawMessage `json:"errors"`
	Content string          `json:"content"`
}

// picture returns a file of a request: a PNG file, whatever the data.
func picture(name, data string) message.File {
	return message.File{Name: name, ContentType: "image/png", Data: []byte(data)}
}

var plain = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: patience}

func (w *testWorld) send(method, path string, body any, files ...message.File) answer {
	a, err := w.try(method, path, body, files...)
	require.NoError(w.t, err)
	return a
}

// try makes a request that may get no answer.
func (w *testWorld) try(method, path string, body any, files ...message.File) (a answer, err error) {
	sent, err := message.Encode(body, files)
	require.NoError(w.t, err)
	r, err := http.NewRequest(method, w.URL()+"/api/v10"+path, bytes.NewReader(sent.Data))
	require.NoError(w.t, err)
	r.Header.Set("Authorization", w.Token())
	r.Header.Set("Content-Type", sent.ContentType)
	return w.answerTo(r)
}

func (w *testWorld) answerTo(r *http.Request) (a answer, err error) {
	resp, err := plain.Do(r)
	if err != nil {
		return a, err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	_ = json.Unmarshal(raw, &a) // a list has none of the fields
	a.Status, a.Raw = resp.StatusCode, string(raw)
	return a, err
}

// must makes a request that Discord does not refuse.
func (w *testWorld) must(method, path string, body any, files ...message.File) answer {
	a := w.send(method, path, body, files...)
	require.Less(w.t, a.Status, 300, "%s %s: %s", method, path, a.Raw)
	return a
}

// post posts a text, or a body, in a channel.
func (w *testWorld) post(channel string, body any, files ...message.File) answer {
	if text, is := body.(string); is {
		body = M{"content": text}
	}
	return w.send("POST", "/channels/"+channel+"/messages", body, files...)
}

// posted posts what is not refused.
func (w *testWorld) posted(channel string, body any, files ...message.File) *localdiscord.Message {
	a := w.post(channel, body, files...)
	require.Equal(w.t, 200, a.Status, a.Raw)
	return w.Message(a.ID)
}

// edit changes a message of the first channel.
func (w *testWorld) edit(id string, body M) answer { return w.send("PATCH", messages+"/"+id, body) }

func (w *testWorld) respond(i event, body M, files ...message.File) answer {
	return w.send("POST", "/interactions/"+i.ID+"/"+i.Token+"/callback", body, files...)
}

// reply and whisper are answers to an interaction, deferral is one that comes later.
func reply(text string) M { return M{"type": 4, "data": M{"content": text}} }

func whisper(text string) M { return M{"type": 4, "data": M{"content": text, "flags": 64}} }

var deferral = M{"type": 5}

// hook makes a request by the token of an interaction.
func (w *testWorld) hook(method string, i event, below string, body M, files ...message.File) answer {
	return w.send(method, "/webhooks/"+w.BotID()+"/"+i.Token+below, body, files...)
}

func (w *testWorld) slash(u *localdiscord.User) *localdiscord.Interaction {
	in, err := u.Slash(soon(w.t), w.General, "garden end", nil)
	require.NoError(w.t, err)
	return in
}

func outcome(t testing.TB, in *localdiscord.Interaction) localdiscord.Outcome {
	out, err := in.Wait(soon(t))
	require.NoError(t, err)
	return out
}

// gardenCommands has a command with subcommands in two languages, like a game's command.
const gardenCommands = `[
	{"name": "garden", "description": "Build a garden", "name_localizations": {"fr": "jardin"}, "options": [
		{"type": 1, "name": "dig", "description": "Dig a tile", "name_localizations": {"fr": "creuser"}, "options": [
			{"type": 3, "name": "tile", "description": "Which tile", "required": true, "autocomplete": true,
				"name_localizations": {"fr": "tuile"}},
			{"type": 4, "name": "level", "description": "How high", "min_value": 1, "max_value": 5},
			{"type": 3, "name": "corner", "description": "Open corner", "choices": [
				{"name": "north-west", "value": "nw", "name_localizations": {"fr": "nord-ouest"}},
				{"name": "south-east", "value": "se"}]},
			{"type": 6, "name": "player", "description": "Whose garden"}]},
		{"type": 1, "name": "end", "description": "End the turn"}]},
	{"name": "settings", "description": "Settings", "default_member_permissions": "32"}]`

func (w *testWorld) register() {
	w.must("PUT", "/applications/"+w.BotID()+"/commands", json.RawMessage(gardenCommands))
}

// connected registers the commands and returns a connection that is ready.
func (w *testWorld) connected() *gatewayConn {
	w.register()
	c := w.dial()
	c.ready()
	return c
}

type gatewayConn struct {
	*websocket.Conn
	t     testing.TB
	token string
}

type packet struct {
	Op int             `json:"op"`
	T  string          `json:"t"`
	S  int64           `json:"s"`
	D  json.RawMessage `json:"d"`
}

// object returns the data of an event.
func (p packet) object() (m M) {
	_ = json.Unmarshal(p.D, &m) // not all have an object
	return m
}

func (w *testWorld) dial() *gatewayConn {
	c, _, err := websocket.DefaultDialer.Dial("ws"+w.URL()[4:]+"/gateway/?v=10&encoding=json", nil)
	require.NoError(w.t, err)
	w.t.Cleanup(func() { _ = c.Close() })
	return &gatewayConn{c, w.t, w.Token()}
}

func (c *gatewayConn) next() (p packet) {
	require.NoError(c.t, c.SetReadDeadline(time.Now().Add(patience)))
	require.NoError(c.t, c.ReadJSON(&p))
	return p
}

func (c *gatewayConn) until(kind string) (p packet) {
	for p.T != kind {
		p = c.next()
	}
	return p
}

// event is an interaction, as far as the tests read it.
type event struct {
	ID             string `json:"id"`
	Token          string `json:"token"`
	ChannelID      string `json:"channel_id"`
	AppPermissions string `json:"app_permissions"`
	Raw            json.RawMessage
}

func (c *gatewayConn) interaction() (i event) {
	raw := c.until("INTERACTION_CREATE").D
	require.NoError(c.t, json.Unmarshal(raw, &i))
	i.Raw = raw
	return i
}

// closeCode reads until the connection is closed, and returns the code.
func (c *gatewayConn) closeCode() int {
	require.NoError(c.t, c.SetReadDeadline(time.Now().Add(patience)))
	for {
		_, _, err := c.ReadMessage()
		var e *websocket.CloseError
		if errors.As(err, &e) {
			return e.Code
		}
		require.NoError(c.t, err)
	}
}

func (c *gatewayConn) send(op int, d any) { require.NoError(c.t, c.WriteJSON(M{"op": op, "d": d})) }

// identify returns the answer to an identify of a shard, nil for the whole bot.
func (c *gatewayConn) identify(shard any) packet {
	require.Equal(c.t, 10, c.next().Op)
	c.send(2, M{"token": c.token, "intents": 1, "shard": shard})
	return c.next()
}

// resume returns the answer to a resume after the first event.
func (c *gatewayConn) resume(session any) packet {
	require.Equal(c.t, 10, c.next().Op)
	c.send(6, M{"token": c.token, "session_id": session, "seq": 1})
	return c.next()
}

// ready identifies and returns the id of the session.
func (c *gatewayConn) ready() any {
	p := c.identify(nil)
	require.Equal(c.t, "READY", p.T)
	require.Equal(c.t, "GUILD_CREATE", c.next().T)
	return p.object()["session_id"]
}
