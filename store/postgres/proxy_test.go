package postgres

import (
	"io"
	"net"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/store/postgres/postgrestest"
)

// proxy is a TCP server in front of a test's PostgreSQL, whose connections a test can cut.
type proxy struct {
	socket string
	listen net.Listener

	mu    sync.Mutex
	away  bool
	conns map[net.Conn]bool
	// answers returns how many times the server may send before a new connection breaks. nil stands
	// for no limit.
	answers func() int
	all     sync.WaitGroup
}

// forward starts a proxy, which ends with the test.
func forward(t testing.TB, to *postgrestest.Server) *proxy {
	t.Helper()
	listen, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	p := &proxy{socket: filepath.Join(to.Folder, ".s.PGSQL.5432"), listen: listen, conns: map[net.Conn]bool{}}
	p.all.Go(p.accept)
	t.Cleanup(func() {
		_ = listen.Close()
		p.cut(true)
		p.all.Wait()
	})
	return p
}

func (p *proxy) address() string { return p.listen.Addr().String() }

func (p *proxy) accept() {
	for {
		conn, err := p.listen.Accept()
		if err != nil {
			return
		}
		p.all.Go(func() { p.serve(conn) })
	}
}

// serve copies both ways until one side ends.
func (p *proxy) serve(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("unix", p.socket)
	if err != nil {
		return
	}
	defer server.Close()
	p.mu.Lock()
	if p.away {
		p.mu.Unlock()
		return
	}
	p.conns[client] = true
	limit := -1
	if p.answers != nil {
		limit = p.answers()
	}
	p.mu.Unlock()
	p.all.Go(func() {
		_, _ = io.Copy(server, client)
		_ = server.Close()
	})
	copyAnswers(client, server, limit)
	p.mu.Lock()
	delete(p.conns, client)
	p.mu.Unlock()
}

// breakAfter has connections break that are made from now on.
func (p *proxy) breakAfter(answers func() int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answers = answers
}

// copyAnswers copies what the server sends, at most limit times unless that is negative. The answer
// after the last one is lost, so the server has done what the client asks for again.
func copyAnswers(client, server net.Conn, limit int) {
	if limit < 0 {
		_, _ = io.Copy(client, server)
		return
	}
	buffer := make([]byte, 64<<10)
	for range limit {
		n, err := server.Read(buffer)
		if err != nil {
			return
		}
		if _, err := client.Write(buffer[:n]); err != nil {
			return
		}
	}
	_, _ = server.Read(buffer)
}

// cut breaks all connections. If away is set, it also refuses new ones.
func (p *proxy) cut(away bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away = away
	for conn := range p.conns {
		_ = conn.Close()
	}
}
