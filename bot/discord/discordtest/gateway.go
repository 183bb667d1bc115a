// Package discordtest plays Discord for the tests of the packages of the client. Only tests use it.
package discordtest

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
)

const Token = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GxYzAb.q9s8d7f6g5h4j3k2l1-zxcvbnm_QWERTY"

// Gateway is a Discord for tests of the gateway. Each connection runs the next script.
type Gateway struct {
	Server *httptest.Server // of requests
	secure *httptest.Server // of the gateway if it uses TLS, nil otherwise

	mu      sync.Mutex
	scripts []func(*Wire)
	seen    []Frame // identifies and resumes
	// Change the following by Change while the fake runs.
	REST    http.HandlerFunc             // answers other requests
	Opened  int                          // connections so far
	Resumed int                          // of those, at the address for resuming
	Mute    int                          // how many gateway lookups get no response
	Info    discordgo.GatewayBotResponse // answer to a lookup; without a URL it is the fake's
	Token   string                       // that a lookup must have
	Refuse  int                          // how many connections are refused
	Refused int
}

type Frame struct {
	Op int             `json:"op"`
	T  string          `json:"t,omitempty"`
	S  int64           `json:"s,omitempty"`
	D  json.RawMessage `json:"d"`
}

func New(t *testing.T, scripts ...func(*Wire)) *Gateway { return Start(t, false, scripts...) }

func Start(t *testing.T, secure bool, scripts ...func(*Wire)) *Gateway {
	f := &Gateway{scripts: scripts, Token: Token}
	mux := http.NewServeMux()
	mux.HandleFunc("/api/v10/gateway/bot", f.gateway)
	mux.HandleFunc("/ws/", f.connection)
	mux.HandleFunc("/resume/", f.connection)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		h := f.REST
		f.mu.Unlock()
		if h == nil {
			http.NotFound(w, r)
			return
		}
		h(w, r)
	})
	f.Server = httptest.NewServer(mux)
	if secure {
		f.secure = httptest.NewTLSServer(mux)
	}
	if t != nil {
		t.Cleanup(f.Close)
	}
	return f
}

func (f *Gateway) Close() {
	f.Server.Close()
	if f.secure != nil {
		f.secure.Close()
	}
}

func (f *Gateway) URL(path string) string {
	if f.secure != nil {
		return "wss" + strings.TrimPrefix(f.secure.URL, "https") + path
	}
	return "ws" + strings.TrimPrefix(f.Server.URL, "http") + path
}

// TLS returns a configuration that trusts all servers of httptest, since they have one certificate.
func TLS() *tls.Config {
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	config := server.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	config.NextProtos = nil
	return config
}

func (f *Gateway) gateway(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.Mute--
	mute, info, token := f.Mute >= 0, f.Info, f.Token
	f.mu.Unlock()
	if mute {
		<-r.Context().Done()
		return
	}
	if info.URL == "" {
		info.URL = f.URL("/ws/")
	}
	if r.Header.Get("Authorization") != "Bot "+token {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	_ = json.NewEncoder(w).Encode(info)
}

// connection runs the next script. The last script is repeated.
func (f *Gateway) connection(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	refuse := f.Refused < f.Refuse && f.Opened > 0
	if refuse {
		f.Refused++
	}
	f.mu.Unlock()
	if refuse {
		http.Error(w, "no network", http.StatusBadGateway)
		return
	}
	conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	f.mu.Lock()
	script := f.scripts[min(f.Opened, len(f.scripts)-1)]
	f.Opened++
	if strings.HasPrefix(r.URL.Path, "/resume/") {
		f.Resumed++
	}
	f.mu.Unlock()
	script(&Wire{f: f, Conn: conn})
}

func (f *Gateway) Connections() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.Opened
}

func (f *Gateway) Change(do func(*Gateway)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	do(f)
}

func (f *Gateway) Greetings() []Frame {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]Frame(nil), f.seen...)
}

// Wire is one gateway connection, seen from Discord.
type Wire struct {
	f    *Gateway
	Conn *websocket.Conn
	Seq  int64 // of the last event
}

func (w *Wire) Send(op int, d string) {
	_ = w.Conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"t":null,"s":null,"op":%d,"d":%s}`, op, d))
}

func (w *Wire) Event(kind, d string) {
	w.Seq++
	_ = w.Conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"t":%q,"s":%d,"op":0,"d":%s}`, kind, w.Seq, d))
}

func (w *Wire) Hello() { w.Send(10, `{"heartbeat_interval":41250}`) }

// Greeting reads the identify or resume.
func (w *Wire) Greeting() Frame {
	for {
		var fr Frame
		if err := w.Conn.ReadJSON(&fr); err != nil {
			return Frame{}
		}
		if fr.Op == 2 || fr.Op == 6 {
			w.f.Change(func(f *Gateway) { f.seen = append(f.seen, fr) })
			return fr
		}
	}
}

func (w *Wire) Ready() {
	w.Event(
		"READY",
		fmt.Sprintf(
			`{"v":9,"session_id":"sid","resume_gateway_url":%q,"user":{"id":"1"},"application":{"id":"77"},"guilds":[]}`,
			w.f.URL("/resume/"),
		),
	)
}

// Start greets a client until it is ready.
func (w *Wire) Start() {
	w.Hello()
	w.Greeting()
	w.Ready()
}

// Hold answers heartbeats until the client is gone.
func (w *Wire) Hold() {
	for w.Beat() == nil {
	}
}

// Beat waits for a packet and answers it if it is a heartbeat.
func (w *Wire) Beat() error {
	var fr Frame
	if err := w.Conn.ReadJSON(&fr); err != nil {
		return err
	}
	if fr.Op == 1 {
		w.Send(11, "null")
	}
	return nil
}

// Awaits keeps the connection silent until happened is closed.
func (w *Wire) Awaits(happened <-chan struct{}) {
	select {
	case <-happened:
	case <-time.After(Patience):
	}
}

// Close sends a close frame and waits until the client is gone.
func (w *Wire) Close(code int) {
	_ = w.Conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, "bye"), time.Now().Add(Patience))
	_ = w.Conn.SetReadDeadline(time.Now().Add(Patience))
	_ = w.Ended()
}

// Ended reads until the client is gone, and returns how it went.
func (w *Wire) Ended() error {
	for {
		if _, _, err := w.Conn.ReadMessage(); err != nil {
			return err
		}
	}
}

// Healthy is the script of a connection without faults.
func Healthy(w *Wire) {
	w.Start()
	w.Hold()
}

// Resumes is the script of a connection that resumes the session of Healthy.
func Resumes(w *Wire) {
	w.Hello()
	w.Greeting()
	w.Seq = 2
	w.Event("RESUMED", "{}")
	w.Hold()
}

// Patience limits every wait in a test. It is more than a busy machine needs.
const Patience = time.Minute

// Run calls run with a context until stop is called, or the test ends. stop returns the error of
// run.
func Run(t *testing.T, run func(context.Context) error) (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- run(ctx) }()
	stop = sync.OnceValue(func() error {
		cancel()
		select {
		case err := <-done:
			return err
		case <-time.After(Patience):
			t.Error("Run did not end")
			return nil
		}
	})
	t.Cleanup(func() { _ = stop() })
	return stop
}

func Eventually(t *testing.T, cond func() bool, what string) {
	t.Helper()
	require.Eventually(t, cond, Patience, 2*time.Millisecond, what)
}

const PressJSON = `{"id":"900","application_id":"77","type":3,"token":"aW50ZXJhY3Rpb246OTAwOnNlY3JldA","version":1,
	"channel_id":"5","guild_id":"6","member":{"user":{"id":"42","username":"ana"},"roles":[]},
	"message":{"id":"800","channel_id":"5"},"data":{"custom_id":"x","component_type":2}}`
