package page_test

import (
	"io"
	"net"
	"os"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

func TestSlowRequestsAreCutOffAndTheFeedIsNot(t *testing.T) {
	t.Parallel()
	const soonOver = 150 * time.Millisecond
	w := newWorld(t, localdiscord.Options{})
	shown := serveAt(t, w, "127.0.0.1:0", soonOver)
	p := &playground{TB: t, world: w, page: shown}
	t.Cleanup(p.close)
	addr := shown.URL()[len("http://"):]
	feed, _, err := websocket.DefaultDialer.Dial("ws://"+addr+"/api/feed?as=ana", nil)
	require.NoError(t, err)
	defer feed.Close()

	var slow []net.Conn
	for _, sent := range []string{
		"",
		"POST / HTTP/1.1\r\nHo",
		"POST /api/say?as=ana HTTP/1.1\r\nHost: " + addr + "\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{",
		"GET / HTTP/1.1\r\nHost: " + addr + "\r\n\r\n", // and no other request
	} {
		conn, err := net.Dial("tcp", addr)
		require.NoError(t, err)
		defer conn.Close()
		_, err = io.WriteString(conn, sent)
		require.NoError(t, err)
		slow = append(slow, conn)
	}
	for _, conn := range slow {
		require.NoError(t, conn.SetReadDeadline(time.Now().Add(patience)))
		_, err = io.Copy(io.Discard, conn)
		require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "the connection stays open")
	}

	time.Sleep(4 * soonOver) // longer than an answer may take
	_, err = w.Bo.Say(w.Gardens, "News.")
	require.NoError(t, err)
	require.NoError(t, feed.SetReadDeadline(time.Now().Add(patience)))
	_, news, err := feed.ReadMessage()
	require.NoError(t, err)
	require.Contains(t, string(news), "News.")
}
