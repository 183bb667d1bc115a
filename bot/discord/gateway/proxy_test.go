package gateway

import (
	"crypto/tls"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// connectProxy is a proxy that knows CONNECT only, and asks for a password.
type connectProxy struct {
	*httptest.Server
	tunnels atomic.Int64
}

func newConnectProxy(t *testing.T, secure bool) *connectProxy {
	p := &connectProxy{}
	p.Server = httptest.NewUnstartedServer(http.HandlerFunc(p.connect))
	if secure {
		p.StartTLS()
	} else {
		p.Start()
	}
	t.Cleanup(p.Close)
	return p
}

func (p *connectProxy) connect(w http.ResponseWriter, r *http.Request) {
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte("ana:s3cret"))
	if r.Method != http.MethodConnect || r.Header.Get("Proxy-Authorization") != want {
		w.WriteHeader(http.StatusProxyAuthRequired)
		return
	}
	out, err := net.Dial("tcp", r.Host)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	in, _, _ := w.(http.Hijacker).Hijack()
	_, _ = io.WriteString(in, "HTTP/1.1 200 Connection established\r\n\r\n")
	p.tunnels.Add(1)
	go func() {
		_, _ = io.Copy(out, in)
		_ = out.Close()
	}()
	_, _ = io.Copy(in, out)
	_ = in.Close()
}

// The close code and op 7 are seen through the proxy and TLS, so the frames are plain.
func TestGatewayUsesTheProxy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		proxy  string
		secure bool // the gateway uses TLS
	}{{"", true}, {"http", true}, {"http", false}, {"https", true}, {"https", false}} {
		t.Run(fmt.Sprint(c.proxy, " ", c.secure), func(t *testing.T) {
			t.Parallel()
			f := startFake(t, c.secure,
				func(w *wire) { w.start(); w.send(7, "null"); w.hold() },
				func(w *wire) { w.greet(); w.close(4004) })
			p := newConnectProxy(t, c.proxy == "https")
			proxy, err := url.Parse(p.URL)
			require.NoError(t, err)
			proxy.User = url.UserPassword("ana", "s3cret")
			if c.proxy == "" {
				proxy = nil
			}
			g := connecting(t, f, quick(), nil, io.Discard)
			g.dialer.tls = trusting()
			g.dialer.proxy = func(*http.Request) (*url.URL, error) { return proxy, nil }
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

func TestUselessProxyIsNamedWithoutItsPassword(t *testing.T) {
	t.Parallel()
	p := newConnectProxy(t, false)
	hangingUp, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer hangingUp.Close()
	go func() {
		if conn, err := hangingUp.Accept(); err == nil {
			_ = conn.Close()
		}
	}()
	for proxy, want := range map[string]string{
		"ftp://127.0.0.1:9":                               "ftp",
		"http://ana:wr0ng@:x:":                            "the URL of the proxy is not valid",
		"http://ana:wr0ng@" + p.Listener.Addr().String():  "Proxy Authentication Required",
		"socks5://ana:wr0ng@" + hangingUp.Addr().String(): "SOCKS5",
	} {
		d := &dialer{proxy: func(*http.Request) (*url.URL, error) { return url.Parse(proxy) }}
		_, err := d.dial(t.Context(), "wss://127.0.0.1:1")
		require.ErrorContains(t, err, want)
		assert.NotContains(t, err.Error(), "wr0ng")
	}
}

// trusting trusts all servers of httptest, since they have one certificate.
func trusting() *tls.Config {
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	return &tls.Config{RootCAs: server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
}
