package localdiscord

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// Opcodes of the gateway. https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoiceState     = 4
	opResume         = 6
	opReconnect      = 7
	opRequestMembers = 8
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// Close codes of the gateway.
const (
	closeUnknownOp         = 4001
	closeDecodeError       = 4002
	closeNotAuthenticated  = 4003
	closeAuthFailed        = 4004
	closeAlreadyAuthed     = 4005
	closeInvalidSeq        = 4007
	closeRateLimited       = 4008
	closeSessionTimedOut   = 4009
	closeInvalidVersion    = 4012
	closeInvalidIntents    = 4013
	closeDisallowedIntents = 4014
)

// Intents. https://discord.com/developers/docs/topics/gateway#gateway-intents
const (
	intentGuilds         = 1 << 0
	intentGuildMembers   = 1 << 1
	intentPresences      = 1 << 8
	intentGuildMessages  = 1 << 9
	intentDirectMessages = 1 << 12
	intentMessageContent = 1 << 15
	intentsKnown         = 1<<26 - 1
	intentsPrivileged    = intentGuildMembers | intentPresences | intentMessageContent
)

// event is something that happens and that bots with the right intents are told.
type event struct {
	name    string
	intents int // any of these; 0: every bot is told
	data    json.RawMessage
}

// gateway holds the sessions of bots. A session outlives its connection, so that it can be resumed.
type gateway struct {
	server      *Server
	rejectToken atomic.Bool

	mu       sync.Mutex
	sessions map[string]*session
	conns    []*connection

	identifies   atomic.Int64
	lastIdentify time.Time
}

var upgrader = websocket.Upgrader{
	ReadBufferSize: 4096, WriteBufferSize: 16384,
	// Bots send no Origin. A page in a browser does, and has no business here.
	CheckOrigin: func(r *http.Request) bool { return r.Header.Get("Origin") == "" },
}

func (g *gateway) serve(w http.ResponseWriter, r *http.Request) {
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	c := newConnection(g, ws)
	g.mu.Lock()
	g.conns = append(g.conns, c)
	g.mu.Unlock()
	version := r.URL.Query().Get("v")
	if version != "" && version != "9" && version != "10" {
		c.close(closeInvalidVersion, "Invalid API version.")
	}
	g.server.running.Add(1)
	defer g.server.running.Done()
	if g.server.closed.Load() {
		c.cut()
	}
	c.run()
	g.forget(c)
}

func (g *gateway) forget(c *connection) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, other := range g.conns {
		if other == c {
			g.conns = append(g.conns[:i], g.conns[i+1:]...)
			return
		}
	}
}

func (g *gateway) connections() []*connection {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]*connection(nil), g.conns...)
}

// emit tells all sessions what happened.
func (g *gateway) emit(name string, intents int, data any) {
	if !g.wanted(intents) {
		return
	}
	raw, err := json.Marshal(data)
	if err != nil {
		g.server.log.Error("an event cannot be written as JSON", "event", name, "error", err)
		return
	}
	g.emitRaw(event{name, intents, raw})
}

// wanted tells whether any session asked for such events.
func (g *gateway) wanted(intents int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range g.sessions {
		if intents == 0 || s.intents&intents != 0 {
			return true
		}
	}
	return false
}

// emitRaw tells all sessions of an event, and reports whether nobody was told, nor is going to be in time.
func (g *gateway) emitRaw(ev event) (missed bool) {
	if g.server.traffic.wanted() {
		g.server.traffic.add(Traffic{At: g.server.now(), Kind: "event", Name: ev.name, Body: cut(ev.data)})
	}
	out, missed := g.server.faults.events.pass(ev)
	for _, ev := range out {
		missed = !g.deliver(ev) || missed
	}
	return missed
}

// deliver reports whether there is a session for an event: one that comes later is not told.
func (g *gateway) deliver(ev event) (told bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range g.sessions {
		if ev.intents == 0 || s.intents&ev.intents != 0 {
			s.dispatch(ev)
			told = true
		}
	}
	return told
}

func (g *gateway) sendAll(op int, data any) {
	for _, c := range g.connections() {
		c.send(op, data)
	}
}

func (g *gateway) closeWith(code int, reason string) {
	for _, c := range g.connections() {
		c.close(code, reason)
	}
}

// cutAll breaks the connections as a failing network does.
func (g *gateway) cutAll() {
	for _, c := range g.connections() {
		c.cut()
	}
}

func (g *gateway) closeAll() { g.cutAll() }

func (g *gateway) invalidate(resumable bool) {
	if !resumable {
		g.mu.Lock()
		for id, s := range g.sessions {
			s.detach()
			delete(g.sessions, id)
		}
		g.mu.Unlock()
	}
	for _, c := range g.connections() {
		c.invalid.Store(!resumable)
		c.send(opInvalidSession, resumable)
	}
}

// Sessions is how many gateway sessions are connected and ready.
func (s *Server) Sessions() int {
	g := &s.gateway
	g.mu.Lock()
	defer g.mu.Unlock()
	n := 0
	for _, session := range g.sessions {
		if session.connected() {
			n++
		}
	}
	return n
}

// Identifies is how often a bot has identified itself. Discord allows 1,000 in a day, and then resets the token.
func (s *Server) Identifies() int { return int(s.gateway.identifies.Load()) }

// maxIdentifies in a day. https://discord.com/developers/docs/topics/gateway#session-start-limit-object
const maxIdentifies = 1000

func (s *Server) gatewayURL() string { return "ws" + strings.TrimPrefix(s.url, "http") + "/gateway" }

func getGateway(s *Server, _ *call) (reply, *apiError) {
	return ok(map[string]any{"url": s.gatewayURL()})
}

func getGatewayBot(s *Server, _ *call) (reply, *apiError) {
	return ok(map[string]any{"url": s.gatewayURL(), "shards": 1, "session_start_limit": map[string]any{
		"total": maxIdentifies, "remaining": max(0, maxIdentifies-s.Identifies()),
		"reset_after": (24 * time.Hour).Milliseconds(), "max_concurrency": 1}})
}
