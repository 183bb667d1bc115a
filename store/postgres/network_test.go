package postgres

import (
	"bytes"
	"context"
	"io"
	"net"
	"path/filepath"
	"sync"
	"testing"

	"amytis/store/postgres/postgrestest"
)

// address is where a network has its server.
const address = "127.0.0.1:5432"

// network is the way to a server, which a test can break.
type network struct {
	server string

	mu    sync.Mutex
	away  bool // the server takes no connections
	lossy bool // what is sent gets lost
	conns []*conn
	// refused breaks a connection that sends it, "" for nothing.
	refused string
	// answers returns how many answers a new connection brings before it breaks; nil for all.
	answers func() int
}

// throughNetwork returns options for an empty schema of a server behind a network.
func throughNetwork(t testing.TB, server *postgrestest.Server) (Options, *network) {
	t.Helper()
	n := &network{server: filepath.Join(server.Folder, ".s.PGSQL.5432")}
	o := Options{URL: server.NewURL(t), dial: n.dial}
	o.URL = withParameter(t, withParameter(t, o.URL, "host", "127.0.0.1"), "sslmode", "disable")
	return o, n
}

func (n *network) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.away {
		return nil, &net.OpError{Op: "dial", Err: io.EOF}
	}
	inner, err := new(net.Dialer).DialContext(ctx, "unix", n.server)
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: inner, network: n, answers: -1}
	if n.answers != nil {
		c.answers = n.answers()
	}
	n.conns = append(n.conns, c)
	return c, nil
}

// set changes a network, and breaks its connections if cut.
func (n *network) set(cut bool, change func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change()
	for _, c := range n.conns {
		if cut {
			_ = c.Close()
		}
	}
}

// conn is a connection through a network.
type conn struct {
	net.Conn
	network *network
	answers int // before it breaks, negative for never
}

func (c *conn) Write(b []byte) (int, error) {
	c.network.mu.Lock()
	lost, refused := c.network.lossy, c.network.refused
	c.network.mu.Unlock()
	if lost {
		return len(b), nil
	}
	if refused != "" && bytes.Contains(b, []byte(refused)) {
		_ = c.Close()
	}
	return c.Conn.Write(b)
}

func (c *conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.answers == 0 {
		_ = c.Close()
		return 0, io.ErrUnexpectedEOF
	}
	c.answers--
	return n, err
}
