package harness

import (
	"context"
	"net"
	"sync"
)

// memory is a network inside the process, with one listener. Unlike TCP it works in a bubble of
// testing/synctest: the bubble's clock goes on while everything waits for data.
type memory struct {
	dialled chan net.Conn
	closing sync.Once
	closed  chan struct{}
}

func newMemory() *memory { return &memory{dialled: make(chan net.Conn), closed: make(chan struct{})} }

func (m *memory) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case m.dialled <- there:
		return here, nil
	case <-m.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (m *memory) Accept() (net.Conn, error) {
	select {
	case conn := <-m.dialled:
		return conn, nil
	case <-m.closed:
		return nil, net.ErrClosed
	}
}

func (m *memory) Close() error {
	m.closing.Do(func() { close(m.closed) })
	return nil
}

func (m *memory) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }
