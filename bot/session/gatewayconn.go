package session

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// Why a gateway connection ended, where that is not just an error of the network.
var (
	errReconnect     = errors.New("asked by Discord to reconnect (op 7)")
	errInvalid       = errors.New("session unknown to Discord (op 9)")
	errInvalidResume = errors.New("asked by Discord to resume again (op 9)")
	errMalformed     = errors.New("a packet that would make discordgo panic")
)

// closeError is a close frame of Discord.
type closeError struct {
	code int
	text string
}

func (e *closeError) Error() string { return fmt.Sprintf("closed by Discord: %d %s", e.code, e.text) }

const (
	opReconnect      = 7
	opInvalidSession = 9

	frameText  = 0x1
	frameClose = 0x8

	// smallFrame bounds the frames that are looked into. What Discord says about the connection itself fits in there;
	// nearly every event does not.
	smallFrame = 256

	writeTimeout = 10 * time.Second
)

// gatewayConn is the connection below discordgo's websocket, where plain bytes pass. It is the one place that sees what
// discordgo keeps to itself or cannot bear:
//
//   - silence: each read has a deadline, so that a dead connection ends;
//   - the close code, which discordgo only logs, and answers after a second;
//   - op 7 and op 9, at which discordgo deadlocks in Open, closes in a way that forbids to resume, or identifies at
//     once and without bound.
//
// All of these end the connection here; discordgo sees nothing but a broken connection.
type gatewayConn struct {
	net.Conn
	readTimeout time.Duration
	frames      frameScanner // used by the reading goroutine only
	stop        error        // what the next Read returns, likewise

	resume *resumable // what to ask for in place of a new session; nil: nothing

	once  sync.Once
	ended chan struct{}
	cause error // set before ended is closed
}

func newGatewayConn(c net.Conn, readTimeout time.Duration, resume *resumable) *gatewayConn {
	return &gatewayConn{Conn: c, readTimeout: readTimeout, resume: resume, ended: make(chan struct{})}
}

func (c *gatewayConn) Read(p []byte) (int, error) {
	if c.stop != nil {
		return 0, c.end(c.stop)
	}
	if err := c.Conn.SetReadDeadline(time.Now().Add(c.readTimeout)); err != nil {
		return 0, c.end(err)
	}
	n, err := c.Conn.Read(p)
	pass, verdict := c.frames.scan(p[:n])
	switch {
	case verdict != nil && pass > 0:
		// The end waits for the next Read: discordgo has then handled what came before. It throws away what it has read
		// as soon as it cannot write.
		c.stop = verdict
		return pass, nil
	case verdict != nil:
		return 0, c.end(verdict)
	case err != nil:
		return n, c.end(err)
	}
	return n, nil
}

// Write does not end the connection when it fails: the close code may still wait to be read.
func (c *gatewayConn) Write(p []byte) (int, error) {
	if err := c.Conn.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return 0, err
	}
	out := p
	if c.resume != nil {
		if frame, ok := c.resume.instead(p); ok {
			out, c.resume = frame, nil
		}
	}
	if _, err := c.Conn.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// end notes why the connection ended and closes it without a close frame, which keeps the session resumable. The first
// cause counts: what follows are echoes of it.
func (c *gatewayConn) end(cause error) error {
	c.once.Do(func() {
		c.cause = cause
		c.Conn.Close()
		close(c.ended)
	})
	return c.cause
}

// Close is how discordgo, and the supervisor at a timeout, end the connection.
func (c *gatewayConn) Close() error {
	c.end(net.ErrClosed)
	return nil
}

// verdictOf tells whether a small text frame ends the connection.
func verdictOf(payload []byte) error {
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
	case m.Op == opReconnect:
		return errReconnect
	case m.Op == opInvalidSession && string(m.D) == "true":
		return errInvalidResume
	case m.Op == opInvalidSession:
		return errInvalid
	case (m.T == "GUILD_CREATE" || m.T == "GUILD_UPDATE") && (m.D == nil || string(m.D) == "null"):
		return errMalformed
	}
	return nil
}

func closeErrorOf(payload []byte) *closeError {
	if len(payload) < 2 {
		return &closeError{code: 1005, text: "no status"}
	}
	return &closeError{code: int(binary.BigEndian.Uint16(payload)), text: string(payload[2:])}
}
