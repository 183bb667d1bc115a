package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Why a connection ends, apart from network errors and close codes.
var (
	errOpenTimeout    = errors.New("timeout: no READY from Discord")
	errReconnect      = errors.New("reconnect requested by Discord (op 7)")
	errInvalidSession = errors.New("session unknown to Discord (op 9)")
	errInvalidResume  = errors.New("another resume requested by Discord (op 9)")
	errNoAck          = errors.New("a heartbeat was not acknowledged")
)

const (
	writeTimeout = 10 * time.Second
	closeTimeout = 3 * time.Second // to send a close frame, or to read one after a failure
)

// connection is one gateway connection. One goroutine runs it and has all its fields; another one
// only reads packets. https://discord.com/developers/docs/events/gateway#connection-lifecycle
type connection struct {
	shard *shard
	ws    *websocket.Conn
	begin func() error // counts a session before its start, or fails; nil to resume one

	session resumable
	greeted bool // identify or resume was sent
	ready   bool // READY or RESUMED has arrived

	interval time.Duration // between two heartbeats
	beat     *time.Timer   // runs until the next heartbeat
	beaten   time.Time     // when the first that is not acknowledged was sent, zero for none

	presented string // see present
}

type outcome struct {
	cause   error
	greeted bool       // identify or resume was sent
	ready   bool       // READY or RESUMED arrived
	state   *resumable // session to resume, nil for a new one
}

// connect returns when a connection has ended. It resumes the shard's session if begin is nil.
func (s *shard) connect(ctx context.Context, url string, begin func() error) outcome {
	c := &connection{shard: s, begin: begin, beat: time.NewTimer(math.MaxInt64)}
	if begin == nil {
		c.session = *s.state
	}
	s.log.Debug("connecting to Discord", slog.Bool("resume", begin == nil))
	cause := c.run(ctx, url)
	c.beat.Stop()
	s.gateway.watch.set(Connecting, s)
	return outcome{cause: cause, greeted: c.greeted, ready: c.ready, state: c.next(cause)}
}

func (c *connection) run(ctx context.Context, url string) error {
	limit := c.shard.gateway.cfg.OpenTimeout
	unready := time.NewTimer(limit)
	defer unready.Stop()
	dialing, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	ws, err := c.shard.gateway.dialer.dial(dialing, url)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case dialing.Err() != nil:
		return errOpenTimeout
	case err != nil:
		return fmt.Errorf("connecting: %w", err)
	}
	defer ws.Close()
	c.ws = ws
	packets := make(chan packet)
	over := make(chan struct{})
	defer close(over)
	go c.read(packets, over)
	for err == nil {
		select {
		case p := <-packets:
			err = c.handle(p)
		case <-c.beat.C:
			if !c.beaten.IsZero() {
				return errNoAck
			}
			c.sendHeartbeat()
			if c.ready {
				c.present()
			}
		case <-unready.C:
			if !c.ready {
				err = errOpenTimeout
			}
		case <-ctx.Done():
			c.sayGoodbye()
			err = ctx.Err()
		}
	}
	return err
}

func (c *connection) read(packets chan<- packet, over <-chan struct{}) {
	var text bytes.Buffer
	for {
		p := receive(c.ws, &text)
		if errors.Is(p.err, errNoPacket) {
			c.shard.log.Warn("cannot read a packet of the gateway", slog.Int("bytes", text.Len()))
			continue
		}
		select {
		case packets <- p:
		case <-over:
			return
		}
		if p.err != nil {
			return
		}
	}
}

func (c *connection) handle(p packet) error {
	switch {
	case p.err != nil:
		return p.err
	case p.Op == opDispatch:
		c.event(p)
	case p.Op == opHeartbeat && c.interval > 0:
		c.sendHeartbeat()
	case p.Op == opReconnect:
		return errReconnect
	case p.Op == opInvalidSession && string(p.Data) == "true":
		return errInvalidResume
	case p.Op == opInvalidSession:
		return errInvalidSession
	case p.Op == opHello && !c.greeted:
		return c.greet(p.Data)
	case p.Op == opHeartbeatAck:
		c.acknowledged()
	}
	return nil
}

func (c *connection) greet(data []byte) error {
	var hello struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	if err := json.Unmarshal(data, &hello); err != nil || hello.Interval <= 0 {
		return errors.New("no interval for heartbeats from Discord")
	}
	c.interval = time.Duration(hello.Interval) * time.Millisecond
	c.beat.Reset(rand.N(c.interval))
	token := c.shard.gateway.rest.Authorization()
	if c.begin == nil {
		c.greeted = true
		c.send(opResume, map[string]any{"token": token, "session_id": c.session.ID, "seq": c.session.Sequence})
		return nil
	}
	if err := c.begin(); err != nil {
		return err
	}
	c.greeted = true
	c.send(opIdentify, map[string]any{
		"token": token, "intents": discordgo.IntentsGuilds, "shard": [2]int{c.shard.id, c.shard.count},
		"properties": map[string]string{"os": runtime.GOOS, "browser": "amytis", "device": "amytis"},
	})
	return nil
}

// event gives each event that has a handler a goroutine.
func (c *connection) event(p packet) {
	c.session.Sequence = max(c.session.Sequence, p.Sequence)
	switch p.Type {
	case "READY":
		c.gotReady(p.Data)
	case "RESUMED":
		c.becomeReady()
	}
	if c.session.ID != "" {
		latest := c.session
		c.shard.latest.Store(&latest)
	}
	if handle := c.shard.gateway.events(p.Type, p.Data); handle != nil {
		go handle()
	}
}

func (c *connection) gotReady(data []byte) {
	var ready struct {
		SessionID string     `json:"session_id"`
		ResumeURL string     `json:"resume_gateway_url"` // without it, resuming uses the usual gateway
		Guilds    []struct{} `json:"guilds"`
	}
	_ = json.Unmarshal(data, &ready) // without an ID the session is not resumed
	c.session.ID, c.session.URL = ready.SessionID, ready.ResumeURL
	if c.shard.count > 1 {
		c.shard.log.Info("a shard is connected", slog.Int("servers", len(ready.Guilds)))
	}
	c.becomeReady()
}

func (c *connection) becomeReady() {
	if !c.ready {
		c.ready = true
		c.shard.gateway.watch.ready(c.shard, c.begin == nil)
		c.present()
	}
}

// sendHeartbeat sends a heartbeat, which must be acknowledged before the next one is due: else
// Discord calls the connection zombied. Discord may ask for further ones at any time.
// https://discord.com/developers/docs/events/gateway#sending-heartbeats
func (c *connection) sendHeartbeat() {
	c.beat.Reset(c.interval)
	if c.beaten.IsZero() {
		c.beaten = time.Now()
	}
	if c.session.Sequence == 0 {
		c.send(opHeartbeat, nil)
	} else {
		c.send(opHeartbeat, c.session.Sequence)
	}
}

func (c *connection) acknowledged() {
	if !c.beaten.IsZero() {
		c.shard.gateway.watch.acknowledged(c.shard, time.Since(c.beaten))
		c.beaten = time.Time{}
	}
}

// send leaves a failure to read, which gets little time: a close code may still be waiting.
func (c *connection) send(op int, data any) {
	_ = c.ws.SetWriteDeadline(time.Now().Add(writeTimeout))
	if err := c.ws.WriteJSON(map[string]any{"op": op, "d": data}); err != nil {
		c.shard.log.Debug("cannot send to the gateway", slog.Any("err", err))
		_ = c.ws.SetReadDeadline(time.Now().Add(closeTimeout))
	}
}

// sayGoodbye leaves the session for the next process, if there is a note of it: Discord ends one
// only at the codes 1000 and 1001.
// https://discord.com/developers/docs/events/gateway#initiating-a-disconnect
func (c *connection) sayGoodbye() {
	code := websocket.CloseNormalClosure
	if c.shard.gateway.cfg.Mine != nil {
		code = 4900 // any from 4000 to 4999
	}
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(closeTimeout))
}

// next returns the session to resume after this connection, nil if a new one must be started. The
// codes 1000 and 1001 end a session only if the bot closes with them. After one from Discord the
// bot tries to resume, and op 9 tells if that was wrong.
// https://discord.com/developers/docs/events/gateway#initiating-a-disconnect
func (c *connection) next(cause error) *resumable {
	over := errors.Is(cause, errInvalidSession) || websocket.IsCloseError(cause, 4003, 4007, 4009)
	if over || !c.ready && c.begin != nil || c.session.ID == "" {
		return nil
	}
	return &c.session
}

// Opcodes. https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// packet is one of Discord, or err says why there will be no other.
type packet struct {
	Op       int             `json:"op"`
	Data     json.RawMessage `json:"d"`
	Sequence int64           `json:"s"`
	Type     string          `json:"t"`
	err      error
}

var errNoPacket = errors.New("not a packet")

// receive reads the next packet, with a buffer for its text. The error is errNoPacket if only this
// packet cannot be read.
func receive(ws *websocket.Conn, text *bytes.Buffer) (p packet) {
	text.Reset()
	_, from, err := ws.NextReader()
	if err == nil {
		_, err = text.ReadFrom(from)
	}
	if err == nil && json.Unmarshal(text.Bytes(), &p) != nil { // copies the data
		err = errNoPacket
	}
	p.err = err
	return p
}
