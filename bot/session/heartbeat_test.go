package session

import (
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMissedHeartbeatAckResumesTheSession(t *testing.T) {
	t.Parallel()
	var closedBy error
	ended := make(chan struct{})
	f := newFake(t, func(w *wire) {
		w.hello()
		w.greeting()
		w.ready()
		for { // reads heartbeats and answers none, but sends events, so the line is not silent
			if _, _, err := w.conn.ReadMessage(); err != nil {
				closedBy = err
				close(ended)
				return
			}
			w.event("TYPING_START", "{}")
		}
	}, resumes)
	cfg := quick(f)
	cfg.AckTimeout = 300 * time.Millisecond
	_, stop := run(t, cfg, Handlers{})
	eventually(t, func() bool { return len(f.greetings()) >= 2 }, "the missing acknowledgement was not noticed")
	<-ended
	require.NoError(t, stop())
	assert.Equal(t, 6, f.greetings()[1].Op, "the second connection must resume")
	assert.False(t, websocket.IsCloseError(closedBy, 1000, 1001), "this close code ends the session: %v", closedBy)
}

// heartbeatFrame is a client's heartbeat as discordgo sends it.
var heartbeatFrame = mask([]byte(`{"op":1,"d":7}`))

// onQuietLine runs test on a fake clock, with a gateway connection whose other end is discord.
func onQuietLine(t *testing.T, test func(t *testing.T, c *gatewayConn, discord net.Conn)) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		cfg := Config{ReadTimeout: time.Hour}
		c := newGatewayConn(ours, cfg, func(b []byte) ([]byte, error) { return b, nil })
		go func() { // discordgo
			buf := make([]byte, 512)
			for {
				if _, err := c.Read(buf); err != nil {
					return
				}
			}
		}()
		go func() { // what Discord reads
			buf := make([]byte, 512)
			for {
				if _, err := theirs.Read(buf); err != nil {
					return
				}
			}
		}()
		_, err := theirs.Write([]byte("HTTP/1.1 101 Switching Protocols\r\n\r\n"))
		require.NoError(t, err)
		discordSays(t, theirs, `{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250}}`)
		synctest.Wait()
		test(t, c, theirs)
		_ = c.Close()
		_ = theirs.Close()
		synctest.Wait()
	})
}

// discordSays sends a text frame of a server.
func discordSays(t *testing.T, conn net.Conn, payload string) {
	t.Helper()
	_, err := conn.Write(append([]byte{finalFrame | frameText, byte(len(payload))}, payload...))
	require.NoError(t, err)
}

func isOver(c *gatewayConn) bool {
	synctest.Wait()
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}

func TestHeartbeatWithoutAckForAnIntervalEndsTheConnection(t *testing.T) {
	onQuietLine(t, func(t *testing.T, c *gatewayConn, discord net.Conn) {
		for range 3 {
			_, err := c.Write(heartbeatFrame)
			require.NoError(t, err)
			discordSays(t, discord, `{"op":11}`)
			time.Sleep(41250 * time.Millisecond)
			require.False(t, isOver(c), "every heartbeat was acknowledged")
		}
		_, err := c.Write(heartbeatFrame)
		require.NoError(t, err)
		time.Sleep(41 * time.Second)
		require.False(t, isOver(c), "the acknowledgement may still come")
		time.Sleep(time.Second)
		require.True(t, isOver(c))
		require.ErrorIs(t, c.cause, errNoAck)
	})
}

// Discord may ask for a heartbeat right after one. The two acknowledgements may then come late.
func TestHeartbeatsInQuickSuccessionDoNotEndTheConnection(t *testing.T) {
	onQuietLine(t, func(t *testing.T, c *gatewayConn, discord net.Conn) {
		for range 2 {
			_, err := c.Write(heartbeatFrame)
			require.NoError(t, err)
		}
		time.Sleep(time.Second)
		discordSays(t, discord, `{"op":11,"d":null}`)
		discordSays(t, discord, `{"op":11,"d":null}`)
		time.Sleep(10 * time.Minute)
		require.False(t, isOver(c))
	})
}
