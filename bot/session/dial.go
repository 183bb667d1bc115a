package session

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"
)

// proxyFunc returns the proxy for a request, nil for none.
type proxyFunc func(*http.Request) (*url.URL, error)

// dialer opens connections to the gateway.
type dialer struct {
	proxy proxyFunc
	// direct, if not nil, opens a connection in place of the proxy and the network.
	direct func(ctx context.Context, network, addr string) (net.Conn, error)
	tls    *tls.Config // nil for the default; set by tests with a test certificate
}

// dial opens the connection below the websocket, through a proxy if there is one. It does TLS too,
// so that gatewayConn sees the plain frames.
func (d *dialer) dial(ctx context.Context, network, addr string, secure bool) (net.Conn, error) {
	conn, err := d.dialPlain(ctx, network, addr, secure)
	if err != nil || !secure {
		return conn, err
	}
	return handshake(ctx, conn, d.tls, addr)
}

func (d *dialer) dialPlain(ctx context.Context, network, addr string, secure bool) (net.Conn, error) {
	if d.direct != nil {
		return d.direct(ctx, network, addr)
	}
	target := &url.URL{Scheme: "http", Host: addr}
	if secure {
		target.Scheme = "https"
	}
	proxy, err := d.proxy(&http.Request{URL: target})
	if err != nil {
		return nil, errors.New("the URL of the proxy is not valid") // err may quote its password
	}
	if proxy == nil {
		return (&net.Dialer{}).DialContext(ctx, network, addr)
	}
	conn, err := dialProxy(ctx, network, proxy)
	if err != nil {
		return nil, fmt.Errorf("proxy %s: %w", proxy.Host, err)
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	err = tunnel(conn, proxy, addr)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("proxy %s: %w", proxy.Host, err)
	}
	return conn, nil
}

// dialProxy connects to a proxy.
func dialProxy(ctx context.Context, network string, proxy *url.URL) (net.Conn, error) {
	port := proxy.Port()
	switch {
	case proxy.Scheme != "http" && proxy.Scheme != "https":
		return nil, fmt.Errorf("the gateway cannot use a proxy of the kind %q, only http and https", proxy.Scheme)
	case port == "" && proxy.Scheme == "https":
		port = "443"
	case port == "":
		port = "80"
	}
	addr := net.JoinHostPort(proxy.Hostname(), port)
	conn, err := (&net.Dialer{}).DialContext(ctx, network, addr)
	if err != nil || proxy.Scheme == "http" {
		return conn, err
	}
	return handshake(ctx, conn, nil, addr)
}

// tunnel asks a proxy to connect to addr (RFC 9110, section 9.3.6). From then on the connection is
// one to addr.
func tunnel(conn net.Conn, proxy *url.URL, addr string) error {
	ask := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: addr}, Host: addr, Header: http.Header{}}
	if user := proxy.User; user != nil {
		password, _ := user.Password()
		credentials := base64.StdEncoding.EncodeToString([]byte(user.Username() + ":" + password))
		ask.Header.Set("Proxy-Authorization", "Basic "+credentials)
	}
	if err := ask.Write(conn); err != nil {
		return err
	}
	answer := bufio.NewReader(conn)
	resp, err := http.ReadResponse(answer, ask)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("refused to connect: HTTP %d", resp.StatusCode)
	}
	if answer.Buffered() > 0 {
		return errors.New("sent data before it was asked")
	}
	return nil
}

// handshake does TLS over a connection to addr, which it closes if that fails.
func handshake(ctx context.Context, conn net.Conn, config *tls.Config, addr string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	if config = config.Clone(); config == nil {
		config = &tls.Config{}
	}
	if config.ServerName == "" {
		config.ServerName = host
	}
	secured := tls.Client(conn, config)
	if err := secured.HandshakeContext(ctx); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return secured, nil
}
