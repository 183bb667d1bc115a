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
	"amytis/bot/localdiscord/serve"
)

func TestSlowRequestIsCutOffAndTheFeedIsNot(t *testing.T) {
	t.Parallel()
	const soonOver = 300 * time.Millisecond
	w := newWorld(t, localdiscord.Options{})
	shown := serveAt(t, w, "127.0.0.1:0", serve.Limits{Request: soonOver, Answer: soonOver, Idle: soonOver})
	p := &playground{TB: t, world: w, page: shown}
	t.Cleanup(p.close)
	addr := shown.URL()[len("http://"):]
	feed, _, err := websocket.DefaultDialer.Dial("ws://"+addr+"/api/feed?as=ana", nil)
	require.NoError(t, err)
	defer feed.Close()

	slow, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	defer slow.Close()
	_, err = io.WriteString(slow, "POST /api/say?as=ana HTTP/1.1\r\nHost: "+addr+"\r\n"+
		"Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{")
	require.NoError(t, err)
	require.NoError(t, slow.SetReadDeadline(time.Now().Add(patience)))
	_, err = io.Copy(io.Discard, slow)
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "the connection stays open")

	time.Sleep(soonOver)
	_, err = w.Bo.Say(w.Gardens, "News.")
	require.NoError(t, err)
	require.NoError(t, feed.SetReadDeadline(time.Now().Add(patience)))
	_, news, err := feed.ReadMessage()
	require.NoError(t, err)
	require.Contains(t, string(news), "News.")
}
