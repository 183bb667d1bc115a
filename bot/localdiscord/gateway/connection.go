package gateway

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// connection is one websocket. One goroutine reads, one writes.
type connection struct {
	gateway *Gateway
	ws      *websocket.Conn

	out     chan outgoing
	closing atomic.Bool // the close frame is queued, after which nothing is sent
	done    chan struct{}

	session *session    // used by the reader only
	invalid atomic.Bool // the session was taken away, so the bot may identify again
	sends   traffic.Window
}

// outgoing is a text, or the content of the close frame.
type outgoing struct {
	raw    []byte
	closes bool
}

// What a bot may send. https://discord.com/developers/docs/topics/gateway#rate-limiting
const (
	maxSends      = 120
	sendsWindow   = time.Minute
	maxSendBytes  = 4096
	maxQueued     = 20_000
	readLimit     = 1 << 20
	closeDeadline = time.Second
)

// enqueue sends an event or command, unless the connection is closing.
func (c *connection) enqueue(raw []byte) {
	if !c.gateway.faults.now().silent && !c.closing.Load() {
		c.push(outgoing{raw, false})
	}
}

// push never blocks: a bot that reads too slowly is cut off.
func (c *connection) push(m outgoing) {
	select {
	case c.out <- m:
	default:
		c.cut()
	}
}

func (c *connection) send(op int, data any) {
	c.enqueue(wire.Encode(map[string]any{"op": op, "d": data, "s": nil, "t": nil}))
}

// close sends what is queued, then the code.
func (c *connection) close(code int, reason string) {
	if !c.closing.Swap(true) {
		c.push(outgoing{websocket.FormatCloseMessage(code, reason), true})
	}
}

func (c *connection) cut() { _ = c.ws.Close() } // it may be broken already

func (c *connection) run() {
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write()
	}()
	c.send(opHello, map[string]any{"heartbeat_interval": c.gateway.state.HeartbeatInterval.Milliseconds(),
		"_trace": []string{"[\"local\"]"}})
	if f := &c.gateway.faults; f.now().reconnectFirst > 0 {
		f.ReconnectFirst(f.now().reconnectFirst - 1)
		c.send(opReconnect, nil)
	}
	c.read()
	close(c.done)
	<-written
}

func (c *connection) write() {
	defer c.cut()
	for {
		select {
		case m := <-c.out:
			if m.closes {
				_ = c.ws.WriteControl(websocket.CloseMessage, m.raw, time.Now().Add(closeDeadline)) // best effort
				return
			}
			if err := c.ws.WriteMessage(websocket.TextMessage, m.raw); err != nil {
				return
			}
		case <-c.done:
			return
		}
	}
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
		_, ok := c.sends.CountEvent(time.Now(), maxSends, sendsWindow)
		switch { // reads on until a close has gone through
		case len(raw) > maxSendBytes:
			c.misuse(closeDecodeError, wrongPayload, fmt.Sprintf("%d bytes in one command", len(raw)))
		case !ok:
			c.misuse(closeRateLimited, "Rate limited.", "more than 120 commands in a minute")
		default:
			c.command(raw)
		}
	}
}

// extend waits for the next heartbeat, which may be somewhat late.
func (c *connection) extend() {
	deadline := time.Now().Add(c.gateway.state.HeartbeatInterval*3/2 + time.Second)
	_ = c.ws.SetReadDeadline(deadline) // fails only on a broken connection
}

// lost lets the session be resumed, unless the bot closed the connection and echoes no code of
// Discord's.
func (c *connection) lost(err error) {
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		c.close(closeSessionTimedOut, "Session timed out.")
	}
	c.gateway.mu.Lock()
	defer c.gateway.mu.Unlock()
	s := c.session
	if s == nil || s.conn != c {
		return // the bot has another connection already
	}
	s.detach()
	if !c.closing.Load() && websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway) {
		delete(c.gateway.sessions, s.id)
	}
}

const wrongPayload = "Error while decoding payload."

func (c *connection) misuse(code int, reason, detail string) {
	c.violate(code, reason+" "+detail)
	c.close(code, reason)
}

func (c *connection) violate(code int, detail string) {
	c.gateway.state.Traffic.Violate(traffic.Violation{Kind: traffic.GatewayMisuse, Code: code, Request: "gateway",
		Detail: detail})
}

// present checks a presence and shows what stands below the bot's name.
// https://discord.com/developers/docs/events/gateway-events#update-presence
func (c *connection) present(data []byte) {
	var p struct {
		Status     string `json:"status"`
		AFK        *bool  `json:"afk"`
		Activities []struct {
			Name  string `json:"name"`
			Type  *int   `json:"type"`
			State string `json:"state"`
		} `json:"activities"`
	}
	err := json.Unmarshal(data, &p)
	valid := err == nil && p.AFK != nil && p.Activities != nil &&
		slices.Contains([]string{"online", "dnd", "idle", "invisible", "offline"}, p.Status)
	text := ""
	for _, a := range p.Activities {
		valid = valid && a.Name != "" && a.Type != nil && *a.Type >= 0 && *a.Type <= 5 && len(a.State) <= 128
		text = cmp.Or(a.State, a.Name)
	}
	if !valid {
		c.misuse(closeDecodeError, wrongPayload, "presence "+string(data))
		return
	}
	c.gateway.state.WithWorld(func(w *world.World) { w.Present(text) })
}

func (c *connection) command(raw []byte) {
	var in struct {
		Op   int             `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		c.misuse(closeDecodeError, wrongPayload, err.Error())
		return
	}
	shown := in.Data
	if in.Op == opIdentify || in.Op == opResume { // these carry the token
		shown = nil
	}
	c.gateway.record("command", commandNames[in.Op], shown)
	switch in.Op {
	case opHeartbeat:
		c.extend()
		c.send(opHeartbeatAck, nil)
	case opIdentify, opResume:
		c.authenticate(in.Op, in.Data)
	case opPresence:
		if c.session == nil {
			c.misuse(closeNotAuthenticated, "Not authenticated.", "")
		} else {
			c.present(in.Data)
		}
	default:
		c.misuse(closeUnknownOp, "Unknown opcode.", fmt.Sprint(in.Op))
	}
}

// authentication is opcode 2 or 6.
// https://discord.com/developers/docs/topics/gateway-events#identify
// https://discord.com/developers/docs/topics/gateway-events#resume
type authentication struct {
	Token   string `json:"token"`
	Intents int    `json:"intents"`
	Shard   []int  `json:"shard"`
	// SessionID and Seq are of a resume.
	SessionID string `json:"session_id"`
	Seq       int64  `json:"seq"`
}

func (c *connection) authenticate(op int, raw json.RawMessage) {
	var in authentication
	err := json.Unmarshal(raw, &in)
	switch {
	case err != nil:
		c.misuse(closeDecodeError, wrongPayload, err.Error())
	case op == opIdentify && c.session != nil && !c.invalid.Swap(false):
		c.misuse(closeAlreadyAuthed, "Already authenticated.", "")
	case c.gateway.TokenReset() || strings.TrimPrefix(in.Token, "Bot ") != c.gateway.state.BotToken:
		c.close(closeAuthFailed, "Authentication failed.")
	case op == opIdentify:
		c.identify(in)
	default:
		c.resume(in)
	}
}

func (c *connection) identify(in authentication) {
	of, ok := shardOf(in.Shard)
	switch {
	case c.gateway.faults.now().refuseIntents:
		c.close(closeDisallowedIntents, "Disallowed intent(s).")
		return
	case in.Intents&intentsPrivileged != 0:
		c.misuse(closeDisallowedIntents, "Disallowed intent(s).", fmt.Sprint(in.Intents))
		return
	case in.Intents != intentGuilds:
		c.misuse(closeInvalidIntents, "Invalid intent(s).", "the bot needs the one for guilds alone")
		return
	case !ok:
		c.misuse(closeInvalidShard, "Invalid shard.", fmt.Sprint(in.Shard))
		return
	}
	switch tooFast, usedUp := c.gateway.countIdentify(of); {
	case usedUp:
		c.violate(0, "too many identifies in a day: the token is reset")
		c.gateway.faults.RejectToken(true)
	case tooFast:
		c.violate(0, "two identifies in 5 s")
		c.send(opInvalidSession, false)
	default:
		c.ready(of)
	}
}

// ready starts a session: READY with the guilds as unavailable, then each guild.
// https://discord.com/developers/docs/topics/gateway-events#ready
func (c *connection) ready(of shard) {
	g := c.gateway
	// Nothing can happen in the world between READY and the first event.
	g.state.WithWorld(func(w *world.World) {
		var guilds []*world.Guild
		unavailable := []map[string]any{}
		for _, guild := range world.InOrder(w.Guilds) {
			if guild.HasBot && of.has(snowflake(guild.ID)) {
				guilds = append(guilds, guild)
				unavailable = append(unavailable, map[string]any{"id": guild.ID, "unavailable": true})
			}
		}
		if len(guilds) > g.state.GuildsPerShard {
			c.misuse(closeShardingRequired, "Sharding required.", fmt.Sprintf("%d guilds on one shard", len(guilds)))
			return
		}
		s := &session{id: w.NewID(), shard: of, conn: c}
		c.session = s
		// A bot that has read READY may resume at once, so the session is known before.
		g.mu.Lock()
		defer g.mu.Unlock()
		g.pruneLost()
		g.sessions[s.id] = s
		g.tell(s, "READY", map[string]any{"v": 10, "user": w.Bot.Wire(), "session_id": s.id, "session_type": "normal",
			"resume_gateway_url": g.url, "guilds": unavailable, "private_channels": []any{},
			"shard":       [2]int{of.id, of.count},
			"application": map[string]any{"id": w.Bot.ID, "flags": 0}})
		for _, guild := range guilds {
			g.tell(s, "GUILD_CREATE", guild.WireCreate())
		}
	})
}

func (g *Gateway) tell(s *session, name string, data any) {
	raw := wire.Encode(data)
	g.record("event", name, raw)
	s.dispatch(event{name: name, data: raw})
}

func (c *connection) resume(in authentication) {
	g := c.gateway
	g.mu.Lock()
	defer g.mu.Unlock()
	if s := g.sessions[in.SessionID]; s != nil && s.resume(c, in.Seq) {
		c.session = s
		return
	}
	delete(g.sessions, in.SessionID)
	c.send(opInvalidSession, false)
}
