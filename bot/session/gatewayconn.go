package session

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// These are the reasons for the end of a gateway connection, apart from network errors.
var (
	errReconnect      = errors.New("reconnect requested by Discord (op 7)")
	errInvalidSession = errors.New("session unknown to Discord (op 9)")
	errInvalidResume  = errors.New("another resume requested by Discord (op 9)")
	errMalformed      = errors.New("received a packet that would make discordgo panic")
	errNoAck          = errors.New("a heartbeat was not acknowledged")
)

// closeError is a close frame from Discord.
type closeError struct {
	code int
	text string
}

func (e *closeError) Error() string { return fmt.Sprintf("closed by Discord: %d %s", e.code, e.text) }

const (
	opDispatch       = 0
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11

	frameText  = 0x1
	frameClose = 0x8

	// smallFrame is the size in bytes up to which frames are examined. Everything Discord says
	// about the connection itself fits; nearly all events are larger.
	smallFrame = 256

	// heldFrame is the size in bytes up to which frames are held back until they are whole. Nearly
	// all interactions fit.
	heldFrame = 1<<16 - 1

	writeTimeout = 10 * time.Second
)

// gatewayConn is the network connection below discordgo's websocket. It sees what discordgo hides
// or handles badly:
//
//   - Silence: each read has a deadline, and each heartbeat must be acknowledged before the next
//     one is due. So a dead connection ends.
//   - The close code: discordgo only logs it, and answers it after a second.
//   - Op 7 and op 9: in response discordgo deadlocks in Open, closes in a way that forbids
//     resuming, or identifies at once and without limit.
//
// All of these end the connection here. discordgo only sees a broken connection. It also does not
// see the parts of events that nobody reads; see slim.
type gatewayConn struct {
	net.Conn
	readTimeout time.Duration
	frames      frameScanner // used only by the reading goroutine
	ready       []byte       // for the next Read; used only by the reading goroutine
	stop        error        // returned after ready; used only by the reading goroutine
	heartbeats  *ackTimer

	// greet returns the frame to send in place of discordgo's identify.
	greet func(identify []byte) ([]byte, error)

	// leaving is true once discordgo has sent a close frame. It then reads no further after the
	// next packet, so it gets none, and reads until Discord has answered.
	leaving atomic.Bool

	once  sync.Once
	ended chan struct{}
	cause error // set before ended is closed
}

func newGatewayConn(conn net.Conn, cfg Config, greet func(identify []byte) ([]byte, error)) *gatewayConn {
	c := &gatewayConn{Conn: conn, readTimeout: cfg.ReadTimeout, greet: greet, ended: make(chan struct{})}
	c.heartbeats = newAckTimer(cfg, func() { _ = c.end(errNoAck) })
	c.frames.heartbeats = c.heartbeats
	return c
}

// Read returns the bytes that discordgo may see. An error follows in the next call, after discordgo
// has handled the bytes before it: if discordgo cannot write, it drops what it has read.
func (c *gatewayConn) Read(p []byte) (int, error) {
	for len(c.ready) == 0 {
		if c.stop != nil {
			return 0, c.end(c.stop)
		}
		if err := c.Conn.SetReadDeadline(time.Now().Add(c.readTimeout)); err != nil {
			return 0, c.end(err)
		}
		n, err := c.Conn.Read(p)
		if c.ready, c.stop = c.frames.scan(p[:n]); c.stop == nil {
			c.stop = err
		}
		if c.leaving.Load() {
			c.ready = nil
		}
	}
	n := copy(p, c.ready)
	c.ready = c.ready[n:]
	return n, nil
}

// Write does not end the connection when it fails, because a close code may still be waiting to be
// read.
func (c *gatewayConn) Write(p []byte) (int, error) {
	if err := c.Conn.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return 0, err
	}
	if len(p) > 0 && p[0]&0x0f == frameClose {
		c.leaving.Store(true)
	}
	out := p
	switch payload := unmask(p); {
	case bytes.HasPrefix(payload, []byte(`{"op":1,`)):
		c.heartbeats.sent()
	case bytes.HasPrefix(payload, []byte(`{"op":2,`)):
		frame, err := c.greet(p)
		if err != nil {
			return 0, c.end(err)
		}
		out = frame
	}
	if _, err := c.Conn.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// end records why the connection ended and closes it. It sends no close frame, so that the session
// can be resumed. Only the first cause counts; later ones are consequences of it.
func (c *gatewayConn) end(cause error) error {
	c.once.Do(func() {
		c.cause = cause
		c.heartbeats.stop()
		c.Conn.Close()
		close(c.ended)
	})
	return c.cause
}

// Close ends the connection. discordgo calls it, and the supervisor on a timeout.
func (c *gatewayConn) Close() error {
	c.end(net.ErrClosed)
	return nil
}

// checkTextFrame returns an error if a small text frame ends the connection. It tells heartbeats of
// the interval and of acknowledgements.
func checkTextFrame(payload []byte, heartbeats *ackTimer) error {
	if string(bytes.TrimSpace(payload)) == "null" {
		return errMalformed
	}
	if !bytes.Contains(payload, []byte(`"op"`)) {
		return nil
	}
	var m struct {
		Op int             `json:"op"`
		T  string          `json:"t"`
		D  json.RawMessage `json:"d"`
	}
	if json.Unmarshal(payload, &m) != nil {
		return nil
	}
	switch {
	case m.Op == opHello:
		heartbeats.hello(m.D)
	case m.Op == opHeartbeatAck:
		heartbeats.acknowledged()
	case m.Op == opReconnect:
		return errReconnect
	case m.Op == opInvalidSession && string(m.D) == "true":
		return errInvalidResume
	case m.Op == opInvalidSession:
		return errInvalidSession
	case (m.T == "GUILD_CREATE" || m.T == "GUILD_UPDATE") && (m.D == nil || string(m.D) == "null"):
		return errMalformed
	}
	return nil
}

func parseCloseError(payload []byte) *closeError {
	if len(payload) < 2 {
		return &closeError{code: 1005, text: "no status"}
	}
	return &closeError{code: int(binary.BigEndian.Uint16(payload)), text: string(payload[2:])}
}
