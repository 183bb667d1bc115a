// Package gateway tells bots what happens. Over Discord's websocket they identify themselves,
// receive events, lose their connection and resume. Interactions may come by HTTP instead.
package gateway

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// event goes of several shards only to the one of its guild.
type event struct {
	name string
	data json.RawMessage
}

// Gateway holds the sessions of bots. A session outlives its connection, so that it can be resumed.
type Gateway struct {
	state   *world.State
	url     string // ws://host:port/gateway
	faults  Faults
	webhook *webhook

	identifies atomic.Int64
	running    sync.WaitGroup
	closed     atomic.Bool

	mu       sync.Mutex // guards what follows, and all in it
	sessions map[string]*session
	conns    []*connection
	starts   starts
}

// New has the world tell its events to the gateway.
func New(state *world.State) *Gateway {
	g := &Gateway{state: state, url: "ws" + strings.TrimPrefix(state.URL(), "http") + "/gateway",
		sessions: map[string]*session{}, starts: starts{last: map[int]time.Time{}}}
	g.faults.gateway = g
	g.webhook = newWebhook(g)
	state.Emit, state.EmitInteraction = g.emit, g.emitInteraction
	return g
}

func (g *Gateway) Faults() *Faults { return &g.faults }

var upgrader = websocket.Upgrader{
	ReadBufferSize: 4096, WriteBufferSize: 16384,
	// Bots send no Origin. A page in a browser does, and has no business here.
	CheckOrigin: func(r *http.Request) bool { return r.Header.Get("Origin") == "" },
}

// ServeHTTP runs a bot's connection until it ends.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.running.Add(1)
	defer g.running.Done()
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	c := &connection{gateway: g, ws: ws, out: make(chan outgoing, maxQueued), done: make(chan struct{})}
	g.mu.Lock()
	g.conns = append(g.conns, c)
	g.mu.Unlock()
	if r.URL.Query().Get("v") != "10" {
		c.close(closeInvalidVersion, "Invalid API version.")
	}
	if g.closed.Load() {
		c.cut()
	}
	c.run()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.conns = slices.DeleteFunc(g.conns, func(other *connection) bool { return other == c })
}

// Close breaks all connections, also those that come later, and ends deliveries by HTTP.
func (g *Gateway) Close() {
	g.closed.Store(true)
	g.webhook.cancel()
	g.webhook.client.CloseIdleConnections()
	g.cut()
}

// Wait waits after Close until the last connection has ended, and breaks new ones.
func (g *Gateway) Wait() {
	g.cut()
	g.running.Wait()
}

func (g *Gateway) cut() { g.each((*connection).cut) }

func (g *Gateway) each(do func(*connection)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, c := range g.conns {
		do(c)
	}
}

func (g *Gateway) emit(name string, data any) {
	g.mu.Lock()
	heard := len(g.sessions) > 0
	g.mu.Unlock()
	if heard {
		g.emitRaw(event{name, wire.Encode(data)})
	}
}

const interactionCreate = "INTERACTION_CREATE"

// emitRaw returns true if no session gets the event in time.
func (g *Gateway) emitRaw(ev event) (missed bool) {
	g.record("event", ev.name, ev.data)
	out, missed := g.faults.pass(ev)
	for _, ev := range out {
		missed = !g.deliver(ev) || missed
	}
	return missed
}

// deliver returns whether there is a session for an event.
func (g *Gateway) deliver(ev event) (delivered bool) {
	guild := sync.OnceValue(ev.guild) // costs too much to find out for nothing
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range g.sessions {
		if s.shard == wholeBot || s.shard.has(guild()) {
			s.dispatch(ev)
			delivered = true
		}
	}
	return delivered
}

func (g *Gateway) record(kind, name string, body []byte) {
	g.state.Traffic.Add(traffic.Entry{At: g.state.Now(), Kind: kind, Name: name, Body: body})
}

// Sessions returns how many sessions are connected and ready.
func (g *Gateway) Sessions() (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range g.sessions {
		if s.conn != nil {
			n++
		}
	}
	return n
}

func (g *Gateway) Identifies() int { return int(g.identifies.Load()) }
