package serve

import (
	"net"
	"sync"
)

// listener accepts as many connections as it has slots, and perHost from one address.
type listener struct {
	net.Listener
	slots   chan struct{}
	perHost int

	closing sync.Once
	closed  chan struct{}

	mu    sync.Mutex
	hosts map[string]int // connections by address
}

// Accept waits for a free slot and a connection. It closes connections of addresses that have too
// many.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case l.slots <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			<-l.slots
			return nil, err
		}
		host, _, _ := net.SplitHostPort(conn.RemoteAddr().String()) // "" counts like an address
		if l.enter(host) {
			return &connection{Conn: conn, leave: sync.OnceFunc(func() { l.leave(host) })}, nil
		}
		_ = conn.Close() // it is not wanted anyway
	}
}

func (l *listener) enter(host string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.hosts[host] >= l.perHost {
		return false
	}
	l.hosts[host]++
	return true
}

func (l *listener) leave(host string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.hosts[host]--; l.hosts[host] == 0 {
		delete(l.hosts, host)
	}
	<-l.slots
}

func (l *listener) Close() error {
	l.closing.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// connection frees its slot when it is closed.
type connection struct {
	net.Conn
	leave func()
}

func (c *connection) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
