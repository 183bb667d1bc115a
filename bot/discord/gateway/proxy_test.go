package gateway

import (
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest/resttest"
)

// connectProxy is a proxy that knows CONNECT only, and asks for a password.
type connectProxy struct {
	*httptest.Server
	tunnels atomic.Int64
	refuse  atomic.Bool
	mu      sync.Mutex // orders copies.Go before copies.Wait
	copies  sync.WaitGroup
}

func newConnectProxy(t *testing.T, secure bool) *connectProxy {
	p := &connectProxy{}
	p.Server = httptest.NewUnstartedServer(http.HandlerFunc(p.connect))
	if secure {
		p.StartTLS()
	} else {
		p.Start()
	}
	t.Cleanup(func() {
		p.CloseClientConnections()
		p.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		p.copies.Wait()
	})
	return p
}

func (p *connectProxy) connect(w http.ResponseWriter, r *http.Request) {
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte("ana:s3cret"))
	switch {
	case p.refuse.Load() || r.Method != http.MethodConnect:
		w.WriteHeader(http.StatusForbidden)
		return
	case r.Header.Get("Proxy-Authorization") != want:
		w.WriteHeader(http.StatusProxyAuthRequired)
		return
	}
	out, err := net.Dial("tcp", r.Host)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	in, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	_, _ = io.WriteString(in, "HTTP/1.1 200 Connection established\r\n\r\n")
	p.tunnel(in, out)
}

// tunnel copies in both directions until one side ends.
func (p *connectProxy) tunnel(in, out net.Conn) {
	p.tunnels.Add(1)
	p.mu.Lock()
	defer p.mu.Unlock()
	for from, to := range map[net.Conn]net.Conn{in: out, out: in} {
		p.copies.Go(func() {
			_, _ = io.Copy(to, from)
			_ = to.Close()
		})
	}
}

// socks has the proxy speak SOCKS5 on another address, which it returns.
// https://www.rfc-editor.org/rfc/rfc1928
func (p *connectProxy) socks(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			in, err := listener.Accept()
			if err != nil {
				return
			}
			go p.acceptSOCKS(in)
		}
	}()
	return listener.Addr().String()
}

func (p *connectProxy) acceptSOCKS(in net.Conn) {
	var hello [3]byte    // version, one method: no password
	var request [10]byte // version, CONNECT, 0, IPv4, address, port
	_, _ = io.ReadFull(in, hello[:])
	_, _ = in.Write([]byte{5, 0})
	_, _ = io.ReadFull(in, request[:])
	out, err := net.DialTCP("tcp", nil, &net.TCPAddr{IP: request[4:8], Port: int(request[8])<<8 | int(request[9])})
	if err != nil {
		_ = in.Close()
		return
	}
	_, _ = in.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	p.tunnel(in, out)
}

// throughProxy returns a gateway of a fake that connects through the proxy.
func throughProxy(t *testing.T, f *fake, proxy *url.URL, log io.Writer) *Gateway {
	g := connecting(t, f, quick(), nil, log)
	if strings.HasPrefix(f.url("/"), "wss") || proxy != nil && proxy.Scheme == "https" {
		g.dialer.tls = trusting()
	}
	g.dialer.proxy = func(*http.Request) (*url.URL, error) { return proxy, nil }
	return g
}

// The close code and op 7 are seen through the proxy and TLS, so the frames are plain.
func TestGatewayUsesTheProxy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		proxy  string
		secure bool // the gateway uses TLS
	}{{"", true}, {"http", true}, {"http", false}, {"https", true}, {"https", false}, {"socks5", true}, {"socks5", false}} {
		t.Run(fmt.Sprint(c.proxy, " ", c.secure), func(t *testing.T) {
			t.Parallel()
			f := startFake(t, c.secure,
				func(w *wire) { w.start(); w.send(7, "null"); w.hold() },
				func(w *wire) { w.greet(); w.close(4004) })
			p := newConnectProxy(t, c.proxy == "https")
			proxy, err := url.Parse(p.URL)
			require.NoError(t, err)
			proxy.User = url.UserPassword("ana", "s3cret")
			if c.proxy == "socks5" {
				proxy = &url.URL{Scheme: "socks5", Host: p.socks(t)}
			}
			if c.proxy == "" {
				proxy = nil
			}
			g := throughProxy(t, f, proxy, io.Discard)
			var final *FinalError
			require.ErrorAs(t, g.Run(t.Context()), &final)
			assert.Equal(t, 4004, final.Code)
			require.Len(t, f.greetings(), 2)
			assert.Equal(t, 6, f.greetings()[1].Op)
			if proxy != nil {
				assert.GreaterOrEqual(t, p.tunnels.Load(), int64(2), "the gateway must not bypass the proxy")
			}
		})
	}
}

func TestRefusalOfTheProxyIsLoggedWithoutItsPassword(t *testing.T) {
	t.Parallel()
	f := startFake(t, false, healthy)
	p := newConnectProxy(t, false)
	proxy, err := url.Parse(p.URL)
	require.NoError(t, err)
	proxy.User = url.UserPassword("ana", "wr0ng")
	log := new(resttest.LockedBuffer)
	stop := resttest.Run(t, throughProxy(t, f, proxy, log).Run)
	resttest.Eventually(t, func() bool { return strings.Contains(log.String(), "Proxy Authentication Required") },
		"no word of the proxy")
	require.NoError(t, stop())
	assert.NotContains(t, log.String(), "wr0ng")
	assert.Zero(t, f.connections())
}

func TestUnknownKindOfProxyIsRefusedWithAnExplanation(t *testing.T) {
	d := &dialer{proxy: func(*http.Request) (*url.URL, error) { return url.Parse("ftp://127.0.0.1:9") }}
	_, err := d.dial(t.Context(), "wss://127.0.0.1:1")
	require.ErrorContains(t, err, "ftp")
}

func TestInvalidProxyIsReportedWithoutItsPassword(t *testing.T) {
	d := &dialer{proxy: func(*http.Request) (*url.URL, error) { return nil, errors.New("http://ana:s3cret@:x: invalid port") }}
	_, err := d.dial(t.Context(), "wss://127.0.0.1:1")
	require.ErrorContains(t, err, "proxy")
	require.NotContains(t, err.Error(), "s3cret")
}

// trusting trusts all servers of httptest, since they have one certificate.
func trusting() *tls.Config {
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	return &tls.Config{RootCAs: server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
}
