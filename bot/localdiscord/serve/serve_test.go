package serve_test

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord/serve"
)

// patience bounds every wait of a test. It is more than a busy machine needs.
const patience = time.Minute

// start serves a handler that reads the body and answers. It returns the address.
func start(t *testing.T, limits serve.Limits) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := limits.Server(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			panic(http.ErrAbortHandler)
		}
		_, _ = w.Write([]byte("served"))
	}), slog.New(slog.DiscardHandler))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Serve(listener)
	}()
	t.Cleanup(func() {
		require.NoError(t, server.Close())
		<-ended
	})
	return listener.Addr().String()
}

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	require.NoError(t, conn.SetDeadline(time.Now().Add(patience)))
	return conn
}

// requireClosed waits until the server closes the connection.
func requireClosed(t *testing.T, conn net.Conn) {
	t.Helper()
	_, err := io.Copy(io.Discard, conn)
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "the connection stays open")
}

func TestSlowRequestsAreCutOff(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string]string{
		"nothing":          "",
		"half a header":    "POST / HTTP/1.1\r\nHo",
		"a part of a body": "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx",
		"only one request": "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			addr := start(t, serve.Limits{Request: 150 * time.Millisecond, Idle: 50 * time.Millisecond})
			conn := dial(t, addr)
			_, err := conn.Write([]byte(sent))
			require.NoError(t, err)
			requireClosed(t, conn)
		})
	}
}
