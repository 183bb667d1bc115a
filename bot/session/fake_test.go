package session

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
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

const testToken = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GxYzAb.q9s8d7f6g5h4j3k2l1-zxcvbnm_QWERTY"

// fake is a Discord for tests of the gateway. Each connection runs the next script.
type fake struct {
	t      *testing.T
	server *httptest.Server

	mu      sync.Mutex
	scripts []func(*wire)
	rest    http.HandlerFunc
	opened  int
	seen    []frame // identifies and resumes
	resumed int
	mute    int         // how many gateway lookups get no response
	info    gatewayInfo // answer to a lookup; without a URL it is that of the fake
	token   string      // that a lookup must have
	refuse  int         // how many connections are refused
	refused int
}

// frame is a packet of the gateway.
type frame struct {
	Op int             `json:"op"`
	T  string          `json:"t,omitempty"`
	S  int64           `json:"s,omitempty"`
	D  json.RawMessage `json:"d"`
}

func newFake(t *testing.T, scripts ...func(*wire)) *fake { return startFake(t, false, scripts...) }

func startFake(t *testing.T, secure bool, scripts ...func(*wire)) *fake {
	f := &fake{t: t, scripts: scripts, token: testToken}
	mux := http.NewServeMux()
	mux.HandleFunc("/api/v10/gateway/bot", f.gateway)
	mux.HandleFunc("/ws/", f.connection)
	mux.HandleFunc("/resume/", f.connection)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		h := f.rest
		f.mu.Unlock()
		if h == nil {
			http.NotFound(w, r)
			return
		}
		h(w, r)
	})
	f.server = httptest.NewUnstartedServer(mux)
	if secure {
		f.server.StartTLS()
	} else {
		f.server.Start()
	}
	if t != nil {
		t.Cleanup(f.server.Close)
	}
	return f
}

func (f *fake) url(path string) string { return "ws" + strings.TrimPrefix(f.server.URL, "http") + path }

func (f *fake) gateway(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.mute--
	mute := f.mute >= 0
	f.mu.Unlock()
	if mute {
		<-r.Context().Done()
		return
	}
	f.mu.Lock()
	info, token := f.info, f.token
	f.mu.Unlock()
	if info.URL == "" {
		info.URL = f.url("/ws/")
	}
	if r.Header.Get("Authorization") != "Bot "+token {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	_ = json.NewEncoder(w).Encode(info)
}

// connection runs the next script. The last script is repeated.
func (f *fake) connection(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	refuse := f.refused < f.refuse && f.opened > 0
	if refuse {
		f.refused++
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
	script := f.scripts[min(f.opened, len(f.scripts)-1)]
	f.opened++
	if strings.HasPrefix(r.URL.Path, "/resume/") {
		f.resumed++
	}
	f.mu.Unlock()
	script(&wire{f: f, conn: conn})
}

func (f *fake) connections() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.opened
}

// change changes the fake while it runs.
func (f *fake) change(do func(*fake)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	do(f)
}

func (f *fake) greetings() []frame {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]frame(nil), f.seen...)
}

// wire is one gateway connection, seen from Discord.
type wire struct {
	f    *fake
	conn *websocket.Conn
	seq  int64
}

func (w *wire) send(op int, d string) {
	_ = w.conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"t":null,"s":null,"op":%d,"d":%s}`, op, d))
}

func (w *wire) event(kind, d string) {
	w.seq++
	_ = w.conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"t":%q,"s":%d,"op":0,"d":%s}`, kind, w.seq, d))
}

func (w *wire) hello() { w.send(10, `{"heartbeat_interval":41250}`) }

// greeting reads the identify or resume.
func (w *wire) greeting() frame {
	for {
		var fr frame
		if err := w.conn.ReadJSON(&fr); err != nil {
			return frame{}
		}
		if fr.Op == 2 || fr.Op == 6 {
			w.f.mu.Lock()
			w.f.seen = append(w.f.seen, fr)
			w.f.mu.Unlock()
			return fr
		}
	}
}

func (w *wire) ready() {
	w.event(
		"READY",
		fmt.Sprintf(
			`{"v":9,"session_id":"sid","resume_gateway_url":%q,"user":{"id":"1"},"application":{"id":"77"},"guilds":[]}`,
			w.f.url("/resume/"),
		),
	)
}

// hold answers heartbeats until the client is gone.
func (w *wire) hold() {
	for w.beat() == nil {
	}
}

// beat waits for a packet and answers it if it is a heartbeat.
func (w *wire) beat() error {
	var fr frame
	if err := w.conn.ReadJSON(&fr); err != nil {
		return err
	}
	if fr.Op == 1 {
		w.send(11, "null")
	}
	return nil
}

// awaits keeps the connection silent until happened is closed.
func (w *wire) awaits(happened <-chan struct{}) {
	select {
	case <-happened:
	case <-time.After(patience):
	}
}

// close sends a close frame and waits until the client is gone.
func (w *wire) close(code int) {
	_ = w.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, "bye"), time.Now().Add(patience))
	_ = w.conn.SetReadDeadline(time.Now().Add(patience))
	for {
		if _, _, err := w.conn.ReadMessage(); err != nil {
			return
		}
	}
}

// healthy is the script of a connection without faults.
func healthy(w *wire) {
	w.hello()
	w.greeting()
	w.ready()
	w.hold()
}

// patience limits every wait in a test. It is more than a busy machine needs.
const patience = time.Minute

// quick returns a configuration with short pauses. Its timeouts are at least as long as a test's
// patience, so a busy machine causes no more attempts than the script does.
func quick(f *fake) Config {
	return Config{
		Token:           testToken,
		BaseURL:         f.server.URL,
		Logger:          slog.New(slog.DiscardHandler),
		OpenTimeout:     patience,
		ReadTimeout:     patience,
		AckTimeout:      patience,
		GraceTimeout:    patience,
		WaitTimeout:     patience,
		RequestTimeout:  patience,
		BackoffMin:      5 * time.Millisecond,
		BackoffMax:      20 * time.Millisecond,
		IdentifySpacing: time.Millisecond,
	}
}

func ignore(context.Context, *discordgo.InteractionCreate) {}

// run runs a client until stop is called. stop returns the error of Run.
func run(t *testing.T, cfg Config, h Handlers) (c *Client, stop func() error) {
	if h.Interaction == nil {
		h.Interaction = ignore
	}
	c, err := New(cfg, h)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx) }()
	var once sync.Once
	var result error
	stop = func() error {
		once.Do(func() {
			cancel()
			select {
			case result = <-done:
			case <-time.After(patience):
				t.Error("Run did not end")
			}
		})
		return result
	}
	t.Cleanup(func() { _ = stop() })
	return c, stop
}

func eventually(t *testing.T, cond func() bool, what string) {
	t.Helper()
	require.Eventually(t, cond, patience, 2*time.Millisecond, what)
}

const pressJSON = `{"id":"900","application_id":"77","type":3,"token":"aW50ZXJhY3Rpb246OTAwOnNlY3JldA","version":1,
	"channel_id":"5","guild_id":"6","member":{"user":{"id":"42","username":"ana"},"roles":[]},
	"message":{"id":"800","channel_id":"5"},"data":{"custom_id":"x","component_type":2}}`
