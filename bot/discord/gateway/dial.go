package gateway

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/gorilla/websocket"
)

const gatewayQuery = "/?v=10&encoding=json" // the version that the bot's requests use too

type dialer struct {
	proxy func(*http.Request) (*url.URL, error) // nil URL for none
	// direct, if not nil, opens a connection in place of the proxy and the network.
	direct func(ctx context.Context, network, addr string) (net.Conn, error)
	tls    *tls.Config // nil for the default; set by tests with a test certificate
}

// dial knows proxies by http, https and socks5.
func (d *dialer) dial(ctx context.Context, gateway string) (ws *websocket.Conn, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var proxy *url.URL
	over := websocket.Dialer{TLSClientConfig: d.tls, NetDialContext: d.direct}
	if d.direct == nil {
		over.NetDialContext = (&net.Dialer{}).DialContext
		over.Proxy = func(req *http.Request) (*url.URL, error) {
			if proxy, err = d.proxy(req); err != nil {
				return nil, errors.New("the URL of the proxy is not valid") // err may quote its password
			}
			return plainProxy(proxy), nil
		}
	}
	open := over.NetDialContext
	handover := func() bool { return true }
	over.NetDialContext = func(dialing context.Context, network, addr string) (net.Conn, error) {
		if proxy != nil && proxy.Scheme == "https" {
			open = (&tls.Dialer{Config: d.tls}).DialContext
		}
		conn, err := open(dialing, network, addr)
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetReadBuffer(1 << 20) // events that wait while the bot is busy; if full, TCP stops for 200 ms
		}
		if err == nil { // the library heeds the deadline of a context, but not its end
			handover = context.AfterFunc(ctx, func() { _ = conn.Close() })
		}
		return conn, err
	}
	ws, resp, err := over.DialContext(ctx, strings.TrimSuffix(gateway, "/")+gatewayQuery, nil)
	switch {
	case err == nil && !handover():
		return nil, ctx.Err()
	case err == nil:
		// The answer to a close frame would end a session that will be resumed.
		ws.SetCloseHandler(func(int, string) error { return nil })
		return ws, nil
	case resp != nil:
		return nil, fmt.Errorf("HTTP %d", resp.StatusCode)
	case proxy != nil:
		return nil, fmt.Errorf("proxy %s: %w", proxy.Host, err)
	}
	return nil, err
}

// plainProxy hides TLS from the library, which does none with proxies.
func plainProxy(proxy *url.URL) *url.URL {
	if proxy == nil || proxy.Scheme != "https" {
		return proxy
	}
	plain := *proxy
	plain.Scheme, plain.Host = "http", net.JoinHostPort(proxy.Hostname(), cmp.Or(proxy.Port(), "443"))
	return &plain
}
