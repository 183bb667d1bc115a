package gateway

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest"
	"amytis/bot/discord/rest/resttest"
)

// onQuietLine resumes a session on a fake clock, against a script of Discord that runs after
// RESUMED. It returns when the connection ended, and why.
func onQuietLine(t *testing.T, script func(w *wire)) (ended time.Time, cause error) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
			if !assert.NoError(t, err) {
				return
			}
			defer conn.Close()
			at := &wire{conn: conn}
			at.send(opHello, `{"heartbeat_interval":41250}`)
			_, _, err = conn.ReadMessage()
			assert.NoError(t, err)
			at.event("RESUMED", "{}")
			script(at)
		})}
		line := &oneConn{conn: theirs, done: make(chan struct{})}
		go func() { _ = server.Serve(line) }()
		r, err := rest.New(rest.Config{
			Token: resttest.Token,
			Dial:  func(context.Context, string, string) (net.Conn, error) { return ours, nil },
		}, slog.New(slog.DiscardHandler))
		require.NoError(t, err)
		g := New(Config{}, r, slog.New(slog.DiscardHandler), func(string, []byte) func() { return nil })
		s := g.newShards(1)[0]
		s.state = &resumable{ID: "sid"}
		cause, ended = s.connect(t.Context(), "ws://discord", nil).cause, time.Now()
		_ = server.Close()
		_ = theirs.Close()
		synctest.Wait()
	})
	return ended, cause
}

// oneConn is a listener with one connection.
type oneConn struct {
	conn net.Conn
	done chan struct{}
}

func (l *oneConn) Accept() (conn net.Conn, err error) {
	if conn, l.conn = l.conn, nil; conn == nil {
		<-l.done
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (l *oneConn) Close() error   { close(l.done); return nil }
func (l *oneConn) Addr() net.Addr { return &net.TCPAddr{} }

func TestHeartbeatWithoutAckForAnIntervalEndsTheConnection(t *testing.T) {
	const interval = 41250 * time.Millisecond
	var beats []time.Time
	ended, cause := onQuietLine(t, func(w *wire) {
		beats = append(beats, time.Now())
		for range 4 {
			var beat frame
			if !assert.NoError(t, w.conn.ReadJSON(&beat), "every heartbeat was acknowledged") {
				return
			}
			beats = append(beats, time.Now())
			assert.Equal(t, 1, beat.Op)
			assert.Equal(t, "1", string(beat.D), "the number of the last event")
			if len(beats) < 5 {
				w.send(11, "null")
			}
		}
		_ = w.ended()
	})
	require.ErrorIs(t, cause, errNoAck)
	require.Len(t, beats, 5)
	assert.Less(t, beats[1].Sub(beats[0]), interval, "the first heartbeat comes after a part of the interval")
	for n := 2; n < 5; n++ {
		assert.Equal(t, interval, beats[n].Sub(beats[n-1]))
	}
	assert.Equal(t, interval, ended.Sub(beats[4]))
}

// Discord may ask for a heartbeat right after one. The two acknowledgements may then come late.
func TestHeartbeatsInQuickSuccessionDoNotEndTheConnection(t *testing.T) {
	_, cause := onQuietLine(t, func(w *wire) {
		for range 2 {
			w.send(1, "null")
			_, _, err := w.conn.ReadMessage()
			assert.NoError(t, err)
		}
		time.Sleep(time.Second)
		w.send(11, "null")
		w.send(11, "null")
		for began := time.Now(); time.Since(began) < 10*time.Minute; {
			if !assert.NoError(t, w.beat()) {
				return
			}
		}
		w.close(4000)
	})
	assert.True(t, websocket.IsCloseError(cause, 4000), cause)
}
