package gateway

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"amytis/bot/discord/rest/resttest"
)

// fake is a gateway that each connection sees as the next script says.
type fake struct {
	server *httptest.Server // of requests
	secure *httptest.Server // of the gateway if it uses TLS, nil otherwise

	mu      sync.Mutex
	scripts []func(*wire)
	seen    []frame // identifies and resumes
	opened  int     // connections so far
	resumed int     // of those, at the address for resuming
	mute    int     // how many lookups get no response
	info    Info    // answer to a lookup; without a URL it is the fake's
	token   string  // that a lookup must have
	refuse  int     // how many connections are refused after the first
	refused int
}

type frame struct {
	Op int             `json:"op"`
	D  json.RawMessage `json:"d"`
}

// fakeOf repeats the last script.
func fakeOf(t *testing.T, scripts ...func(*wire)) *fake { return startFake(t, false, scripts...) }

func startFake(t *testing.T, secure bool, scripts ...func(*wire)) *fake {
	f := &fake{scripts: scripts, token: resttest.Token}
	paths := http.NewServeMux()
	paths.HandleFunc("/api/v10/gateway/bot", f.answer)
	paths.HandleFunc("/ws/", f.connect)
	paths.HandleFunc("/resume/", f.connect)
	f.server = httptest.NewServer(paths)
	t.Cleanup(f.server.Close)
	if secure {
		f.secure = httptest.NewTLSServer(paths)
		t.Cleanup(f.secure.Close)
	}
	return f
}

func (f *fake) url(path string) string {
	if f.secure != nil {
		return "wss" + strings.TrimPrefix(f.secure.URL, "https") + path
	}
	return "ws" + strings.TrimPrefix(f.server.URL, "http") + path
}

func (f *fake) change(do func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	do()
}

func (f *fake) answer(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.mute--
	mute, info, token := f.mute >= 0, f.info, f.token
	f.mu.Unlock()
	switch {
	case mute:
		<-r.Context().Done()
		return
	case r.Header.Get("Authorization") != "Bot "+token:
		w.WriteHeader(http.StatusUnauthorized)
		return
	case info.URL == "":
		info.URL = f.url("/ws/")
	}
	_ = json.NewEncoder(w).Encode(info)
}

func (f *fake) connect(w http.ResponseWriter, r *http.Request) {
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
	script(&wire{fake: f, conn: conn})
}

func (f *fake) connections() (n int) {
	f.change(func() { n = f.opened })
	return n
}

func (f *fake) greetings() (all []frame) {
	f.change(func() { all = slices.Clone(f.seen) })
	return all
}

// wire is one connection, seen from Discord.
type wire struct {
	fake *fake
	conn *websocket.Conn
	seq  int64 // of the last event
}

func (w *wire) write(text string) { _ = w.conn.WriteMessage(websocket.TextMessage, []byte(text)) }

func (w *wire) send(op int, d string) {
	w.write(fmt.Sprintf(`{"t":null,"s":null,"op":%d,"d":%s}`, op, d))
}

func (w *wire) event(kind, d string) {
	w.seq++
	w.write(fmt.Sprintf(`{"t":%q,"s":%d,"op":0,"d":%s}`, kind, w.seq, d))
}

// greet says HELLO, and reads the identify or resume.
func (w *wire) greet() (greeting frame) {
	w.send(opHello, `{"heartbeat_interval":41250}`)
	return w.greeting()
}

func (w *wire) greeting() (f frame) {
	for f.Op != opIdentify && f.Op != opResume {
		if w.conn.ReadJSON(&f) != nil {
			return frame{}
		}
	}
	w.fake.change(func() { w.fake.seen = append(w.fake.seen, f) })
	return f
}

func (w *wire) ready() {
	w.event("READY", fmt.Sprintf(`{"v":10,"session_id":"sid","resume_gateway_url":%q,"guilds":[]}`,
		w.fake.url("/resume/")))
}

// start greets a client until it is ready.
func (w *wire) start() {
	w.greet()
	w.ready()
}

// hold answers heartbeats until the client is gone.
func (w *wire) hold() {
	for w.beat() == nil {
	}
}

// beat waits for a packet and answers it if it is a heartbeat.
func (w *wire) beat() error {
	var f frame
	err := w.conn.ReadJSON(&f)
	if err == nil && f.Op == opHeartbeat {
		w.send(opHeartbeatAck, "null")
	}
	return err
}

// close sends a close frame and waits until the client is gone.
func (w *wire) close(code int) {
	_ = w.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, "bye"),
		time.Now().Add(resttest.Patience))
	_ = w.conn.SetReadDeadline(time.Now().Add(resttest.Patience))
	_ = w.ended()
}

// ended reads until the client is gone, and returns how it went.
func (w *wire) ended() error {
	for {
		if _, _, err := w.conn.ReadMessage(); err != nil {
			return err
		}
	}
}

// healthy is the script of a connection without faults.
func healthy(w *wire) {
	w.start()
	w.hold()
}

// resumes is the script of a connection that resumes the session of healthy.
func resumes(w *wire) {
	w.greet()
	w.event("RESUMED", "{}")
	w.hold()
}
