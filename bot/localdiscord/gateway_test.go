package localdiscord_test

import (
	"errors"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// gatewayConn is a plain websocket for cases that discordgo hides.
type gatewayConn struct {
	*websocket.Conn
	t testing.TB
}

type packet struct {
	Op int            `json:"op"`
	T  string         `json:"t"`
	S  int64          `json:"s"`
	D  map[string]any `json:"d"`
}

func dial(t testing.TB, s *localdiscord.Server) *gatewayConn {
	t.Helper()
	c, _, err := websocket.DefaultDialer.Dial("ws"+s.URL()[4:]+"/gateway/?v=10&encoding=json", nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return &gatewayConn{c, t}
}

func (c *gatewayConn) next() packet {
	c.t.Helper()
	var raw struct {
		packet
		D any `json:"d"`
	}
	require.NoError(c.t, c.SetReadDeadline(time.Now().Add(patience)))
	require.NoError(c.t, c.ReadJSON(&raw))
	p := raw.packet
	p.D, _ = raw.D.(map[string]any)
	return p
}

// closeCode reads until the connection is closed, and returns the code.
func (c *gatewayConn) closeCode() int {
	c.t.Helper()
	require.NoError(c.t, c.SetReadDeadline(time.Now().Add(patience)))
	for {
		_, _, err := c.ReadMessage()
		var e *websocket.CloseError
		if errors.As(err, &e) {
			return e.Code
		}
		require.NoError(c.t, err)
	}
}

func (c *gatewayConn) send(op int, d any) {
	c.t.Helper()
	require.NoError(c.t, c.WriteJSON(M{"op": op, "d": d}))
}

// resume returns the answer to a resume after the first event.
func (c *gatewayConn) resume(s *localdiscord.Server, session any) packet {
	c.t.Helper()
	require.Equal(c.t, 10, c.next().Op)
	c.send(6, M{"token": s.Token(), "session_id": session, "seq": 1})
	return c.next()
}

// ready identifies and returns READY.
func (c *gatewayConn) ready(w *testWorld) packet {
	c.t.Helper()
	require.Equal(c.t, 10, c.next().Op)
	c.send(2, M{"token": w.Token(), "intents": 1, "properties": M{}})
	p := c.next()
	require.Equal(c.t, "READY", p.T)
	require.Equal(c.t, "GUILD_CREATE", c.next().T)
	return p
}

func TestTheGatewayClosesMisbehavingConnections(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	good := M{"token": w.Token(), "intents": 1}
	for name, c := range map[string]struct {
		send func(*gatewayConn)
		code int
	}{
		"wrong token":        {func(c *gatewayConn) { c.send(2, M{"token": "x", "intents": 1}) }, 4004},
		"no intents":         {func(c *gatewayConn) { c.send(2, M{"token": w.Token()}) }, 4013},
		"privileged intents": {func(c *gatewayConn) { c.send(2, M{"token": w.Token(), "intents": 1 << 15}) }, 4014},
		"identify twice":     {func(c *gatewayConn) { c.send(2, good); c.send(2, good) }, 4005},
		"not identified":     {func(c *gatewayConn) { c.send(3, M{}) }, 4003},
		"unknown op":         {func(c *gatewayConn) { c.send(77, nil) }, 4001},
		"no JSON":            {func(c *gatewayConn) { _ = c.WriteMessage(1, []byte("hello")) }, 4002},
		"too long":           {func(c *gatewayConn) { c.send(3, long(2100)) }, 4002},
		"too often": {func(c *gatewayConn) {
			for range 121 {
				c.send(1, nil)
			}
		}, 4008},
	} {
		conn := dial(t, w.Server)
		c.send(conn)
		assert.Equal(t, c.code, conn.closeCode(), name)
	}
	impatient := world(t, localdiscord.Options{HeartbeatInterval: 10 * time.Millisecond})
	assert.Equal(t, 4009, dial(t, impatient.Server).closeCode(), "no heartbeat")
}

func TestGatewayFaultsWork(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	register(t, w, session(t, w))

	c := dial(t, w.Server)
	id := c.ready(w).D["session_id"]
	w.Faults().Reconnect()
	assert.Equal(t, 7, c.next().Op)
	w.Faults().InvalidateSession(true)
	assert.Equal(t, 9, c.next().Op)
	w.Faults().CloseGateway(4000)
	assert.Equal(t, 4000, c.closeCode())

	c = dial(t, w.Server)
	c.ready(w)
	w.Faults().InvalidateSession(false)
	assert.Equal(t, 9, c.next().Op)
	c.send(2, M{"token": w.Token(), "intents": 1})
	assert.Equal(t, "READY", c.next().T, "a bot whose session was invalidated identifies again")
	assert.Equal(t, 9, dial(t, w.Server).resume(w.Server, id).Op)

	w.Faults().ReconnectFirst(1)
	c = dial(t, w.Server)
	assert.Equal(t, 10, c.next().Op)
	assert.Equal(t, 7, c.next().Op)

	c = dial(t, w.Server)
	c.ready(w)
	w.Faults().Silent(true)
	c.send(1, nil)
	slash(t, w, w.Ana)
	require.NoError(t, c.SetReadDeadline(time.Now().Add(50*time.Millisecond)))
	_, _, err := c.ReadMessage()
	assert.Error(t, err, "silence")
	w.Faults().Clear()

	w.Faults().RejectToken(true)
	c = dial(t, w.Server)
	c.next()
	c.send(2, M{"token": w.Token(), "intents": 1})
	assert.Equal(t, 4004, c.closeCode())
}
