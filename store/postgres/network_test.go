package postgres

import (
	"bytes"
	"io"
	"net"
	"path/filepath"
	"sync"
	"testing"

	"amytis/store/postgres/postgrestest"
	"amytis/store/storetest"
)

// proxy is a TCP server in front of PostgreSQL whose connections a test can cut.
type proxy struct {
	socket string
	listen net.Listener

	mu     sync.Mutex
	away   bool
	conns  map[net.Conn]bool
	frozen chan struct{} // while it is open, nothing passes; nil for none
	// refused breaks a connection that sends it, "" for nothing.
	refused string
	// answers returns after how many answers a new connection breaks; nil for never.
	answers func() int
	all     sync.WaitGroup
}

func startProxy(t testing.TB, to *postgrestest.Server) *proxy {
	t.Helper()
	listen := storetest.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	p := &proxy{socket: filepath.Join(to.Folder, ".s.PGSQL.5432"), listen: listen, conns: map[net.Conn]bool{}}
	p.all.Go(p.accept)
	t.Cleanup(func() {
		_ = listen.Close()
		p.restore()
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
		_, _ = io.Copy(server, slow{client, p})
		_ = server.Close()
	})
	copyAnswers(client, slow{server, p}, limit)
	p.mu.Lock()
	delete(p.conns, client)
	p.mu.Unlock()
}

func (p *proxy) breakAfter(answers func() int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answers = answers
}

// copyAnswers loses the answer after limit others, and none if limit is negative.
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

// slow is a connection that loses time while its proxy is frozen.
type slow struct {
	net.Conn
	proxy *proxy
}

func (s slow) Read(b []byte) (int, error) {
	n, err := s.Conn.Read(b)
	if r := s.proxy.refused; r != "" && bytes.Contains(b[:n], []byte(r)) {
		return 0, io.ErrUnexpectedEOF
	}
	s.proxy.mu.Lock()
	frozen := s.proxy.frozen
	s.proxy.mu.Unlock()
	if frozen != nil {
		<-frozen
	}
	return n, err
}

// freeze lets nothing pass, and breaks no connection, until restore.
func (p *proxy) freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frozen = make(chan struct{})
}

// restore undoes cut and freeze.
func (p *proxy) restore() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away = false
	if p.frozen != nil {
		close(p.frozen)
		p.frozen = nil
	}
}

// cut breaks all connections, and refuses new ones if away.
func (p *proxy) cut(away bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away = away
	for conn := range p.conns {
		_ = conn.Close()
	}
}
