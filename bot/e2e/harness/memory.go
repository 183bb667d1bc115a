package harness

import (
	"bytes"
	"context"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// memory is a network inside the process, with one listener. Unlike TCP it works in a bubble of
// testing/synctest: the bubble's clock goes on while everything waits for data.
type memory struct {
	dialled chan net.Conn
	closing sync.Once
	closed  chan struct{}
}

func newMemory() *memory { return &memory{dialled: make(chan net.Conn), closed: make(chan struct{})} }

// dial connects to the listener, at whatever address.
func (m *memory) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case m.dialled <- there:
		return &client{Conn: here}, nil
	case <-m.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept implements net.Listener.
func (m *memory) Accept() (net.Conn, error) {
	select {
	case conn := <-m.dialled:
		return conn, nil
	case <-m.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (m *memory) Close() error {
	m.closing.Do(func() { close(m.closed) })
	return nil
}

// Addr implements net.Listener.
func (m *memory) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// client is the bot's end of a connection. discordgo holds a lock for a second after it has closed
// a websocket, and a bubble's clock stands still while somebody waits for the lock. So the
// answer arrives after that second.
type client struct {
	net.Conn
	written, websocket bool // used by writers, one at a time
	leaving            atomic.Bool
}

// closeFrame is the first byte of the frame that closes a websocket.
const closeFrame = 0x88

// Write implements net.Conn.
func (c *client) Write(b []byte) (int, error) {
	switch {
	case !c.written:
		c.written = true
		c.websocket = bytes.HasPrefix(b, []byte("GET /gateway"))
	case c.websocket && len(b) > 0 && b[0] == closeFrame:
		c.leaving.Store(true)
	}
	return c.Conn.Write(b)
}

// Read implements net.Conn.
func (c *client) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.leaving.Load() {
		time.Sleep(2 * time.Second)
	}
	return n, err
}
