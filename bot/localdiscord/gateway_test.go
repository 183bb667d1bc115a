package localdiscord_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

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
	w.register()

	c := dial(t, w.Server)
	id := c.ready()
	w.Faults().Reconnect()
	assert.Equal(t, 7, c.next().Op)
	w.Faults().InvalidateSession(true)
	assert.Equal(t, 9, c.next().Op)
	w.Faults().CloseGateway(4000)
	assert.Equal(t, 4000, c.closeCode())

	c = dial(t, w.Server)
	c.ready()
	w.Faults().InvalidateSession(false)
	assert.Equal(t, 9, c.next().Op)
	c.send(2, M{"token": w.Token(), "intents": 1})
	assert.Equal(t, "READY", c.next().T, "a bot whose session was invalidated identifies again")
	assert.Equal(t, 9, dial(t, w.Server).resume(id).Op)

	w.Faults().ReconnectFirst(1)
	c = dial(t, w.Server)
	assert.Equal(t, 10, c.next().Op)
	assert.Equal(t, 7, c.next().Op)

	c = dial(t, w.Server)
	c.ready()
	w.Faults().Silent(true)
	c.send(1, nil)
	w.slash(w.Ana)
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
