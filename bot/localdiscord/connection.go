package localdiscord

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// connection is one websocket. One goroutine reads, one writes.
type connection struct {
	gateway *gateway
	ws      *websocket.Conn

	mu      sync.Mutex
	out     [][]byte
	closing []byte // the close frame; nothing is sent after it
	wake    chan struct{}
	done    chan struct{}

	session *session    // only the reader uses it
	invalid atomic.Bool // the session was taken away: the bot may identify again
	sends   window
	mute    bool
}

// What a bot may send. https://discord.com/developers/docs/topics/gateway#rate-limiting
const (
	maxSends      = 120
	sendsWindow   = time.Minute
	maxSendBytes  = 4096
	maxQueued     = 200_000
	readLimit     = 1 << 20
	closeDeadline = time.Second
)

func newConnection(g *gateway, ws *websocket.Conn) *connection {
	return &connection{gateway: g, ws: ws, wake: make(chan struct{}, 1), done: make(chan struct{})}
}

// enqueue hands a frame to the writer. It never blocks; a bot that reads too slowly is cut off.
func (c *connection) enqueue(raw []byte) {
	if c.gateway.server.faults.events.silent.Load() {
		return
	}
	c.mu.Lock()
	full := len(c.out) >= maxQueued
	if c.closing == nil && !full {
		c.out = append(c.out, raw)
	}
	c.mu.Unlock()
	if full {
		c.cut()
	}
	c.poke()
}

func (c *connection) poke() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// send is for everything but events.
func (c *connection) send(op int, data any) {
	raw, err := json.Marshal(map[string]any{"op": op, "d": data, "s": nil, "t": nil})
	if err != nil {
		panic("localdiscord: " + err.Error()) // numbers, texts and booleans only
	}
	c.enqueue(raw)
}

// close sends what is queued, then the code.
func (c *connection) close(code int, reason string) {
	c.mu.Lock()
	if c.closing == nil {
		c.closing = websocket.FormatCloseMessage(code, reason)
	}
	c.mu.Unlock()
	c.poke()
}

// cut breaks the connection.
func (c *connection) cut() { _ = c.ws.Close() } // it may be broken already

func (c *connection) run() {
	server := c.gateway.server
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write()
	}()
	c.mute = server.faults.events.silentHello.Load()
	c.send(opHello, map[string]any{"heartbeat_interval": server.options.HeartbeatInterval.Milliseconds(),
		"_trace": []string{"[\"local\"]"}})
	if n := server.faults.events.reconnectFirst.Load(); n > 0 {
		server.faults.events.reconnectFirst.Add(-1)
		c.send(opReconnect, nil)
	}
	c.read()
	close(c.done)
	c.poke()
	<-written
	c.cut()
}

// write is the one writer. It takes all that is queued at a time.
func (c *connection) write() {
	for {
		c.mu.Lock()
		batch, closing := c.out, c.closing
		c.out = nil
		c.mu.Unlock()
		for _, raw := range batch {
			if err := c.ws.WriteMessage(websocket.TextMessage, raw); err != nil {
				c.cut()
				return
			}
		}
		if closing != nil {
			_ = c.ws.WriteControl(websocket.CloseMessage, closing, time.Now().Add(closeDeadline)) // best effort
			c.cut()
			return
		}
		if len(batch) > 0 {
			continue
		}
		select {
		case <-c.wake:
		case <-c.done:
			return
		}
	}
}

// patience is how long a heartbeat may be late.
func (c *connection) patience() time.Time {
	return time.Now().Add(c.gateway.server.options.HeartbeatInterval*3/2 + time.Second)
}

func (c *connection) read() {
	c.ws.SetReadLimit(readLimit)
	c.extend()
	for {
		_, raw, err := c.ws.ReadMessage()
		if err != nil {
			c.lost(err)
			return
		}
		if !c.accept(raw) {
			continue // the reader goes on until the close is through
		}
		c.command(raw)
	}
}

func (c *connection) extend() { _ = c.ws.SetReadDeadline(c.patience()) } // fails only on a broken connection

// lost leaves the session for a resume, unless the bot said goodbye.
func (c *connection) lost(err error) {
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		c.close(closeSessionTimedOut, "Session timed out.")
	}
	s := c.session
	if s == nil {
		return
	}
	s.mu.Lock()
	mine := s.conn == c
	s.mu.Unlock()
	if !mine {
		return
	}
	s.detach()
	if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway) {
		c.gateway.mu.Lock()
		delete(c.gateway.sessions, s.id)
		c.gateway.mu.Unlock()
	}
}

// accept holds a command against the limits of sending.
func (c *connection) accept(raw []byte) bool {
	if len(raw) > maxSendBytes {
		c.misuse(closeDecodeError, "Error while decoding payload.", fmt.Sprintf("%d bytes in one command", len(raw)))
		return false
	}
	if _, fine := c.sends.take(time.Now(), maxSends, sendsWindow); !fine {
		c.misuse(closeRateLimited, "Rate limited.", "more than 120 commands in a minute")
		return false
	}
	return true
}

// misuse closes the connection and remembers why.
func (c *connection) misuse(code int, reason, detail string) {
	c.gateway.server.traffic.violate(Violation{At: c.gateway.server.now(), Kind: GatewayMisuse, Code: code,
		Request: "gateway", Detail: reason + " " + detail})
	c.close(code, reason)
}

// received is a command of the bot.
type received struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
}

func (c *connection) command(raw []byte) {
	var in received
	if err := json.Unmarshal(raw, &in); err != nil {
		c.misuse(closeDecodeError, "Error while decoding payload.", err.Error())
		return
	}
	c.record(in)
	if c.mute {
		return
	}
	switch in.Op {
	case opHeartbeat:
		c.extend()
		c.send(opHeartbeatAck, nil)
	case opIdentify:
		c.identify(in.Data)
	case opResume:
		c.resume(in.Data)
	case opPresence, opVoiceState, opRequestMembers:
		if c.session == nil {
			c.misuse(closeNotAuthenticated, "Not authenticated.", "")
		}
	default:
		c.misuse(closeUnknownOp, "Unknown opcode.", fmt.Sprint(in.Op))
	}
}

var commandNames = map[int]string{opHeartbeat: "heartbeat", opIdentify: "identify", opResume: "resume",
	opPresence: "presence", opVoiceState: "voice state", opRequestMembers: "request members"}

func (c *connection) record(in received) {
	s := c.gateway.server
	if !s.traffic.wanted() {
		return
	}
	t := Traffic{At: s.now(), Kind: "command", Name: commandNames[in.Op]}
	if in.Op != opIdentify && in.Op != opResume { // these carry the token
		t.Body = cut(in.Data)
	}
	s.traffic.add(t)
}

func (g *gateway) tokenIsGood(token string) bool {
	return !g.rejectToken.Load() && strings.TrimPrefix(token, "Bot ") == g.server.options.BotToken
}
