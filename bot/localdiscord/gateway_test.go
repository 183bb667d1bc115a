package localdiscord_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

func TestTheGatewayClosesMisbehavingConnections(t *testing.T) {
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
		conn := w.dial()
		c.send(conn)
		assert.Equal(t, c.code, conn.closeCode(), name)
	}
	impatient := world(t, localdiscord.Options{HeartbeatInterval: 10 * time.Millisecond})
	assert.Equal(t, 4009, impatient.dial().closeCode(), "no heartbeat")
}

func TestGatewayFaultsWork(t *testing.T) {
	w := world(t, localdiscord.Options{})
	w.register()

	c := w.dial()
	id := c.ready()
	w.Faults().Reconnect()
	assert.Equal(t, 7, c.next().Op)
	w.Faults().InvalidateSession(true)
	assert.Equal(t, 9, c.next().Op)
	w.Faults().CloseGateway(4000)
	assert.Equal(t, 4000, c.closeCode())

	c = w.dial()
	c.ready()
	w.Faults().InvalidateSession(false)
	assert.Equal(t, 9, c.next().Op)
	c.send(2, M{"token": w.Token(), "intents": 1})
	assert.Equal(t, "READY", c.next().T, "a bot whose session was invalidated identifies again")
	assert.Equal(t, 9, w.dial().resume(id).Op)

	w.Faults().ReconnectFirst(1)
	c = w.dial()
	assert.Equal(t, 10, c.next().Op)
	assert.Equal(t, 7, c.next().Op)

	c = w.dial()
	c.ready()
	w.Faults().Silent(true)
	c.send(1, nil)
	w.slash(w.Ana)
	require.NoError(t, c.SetReadDeadline(time.Now().Add(50*time.Millisecond)))
	_, _, err := c.ReadMessage()
	assert.Error(t, err, "silence")
	w.Faults().Clear()

	w.Faults().RejectToken(true)
	c = w.dial()
	c.next()
	c.send(2, M{"token": w.Token(), "intents": 1})
	assert.Equal(t, 4004, c.closeCode())
}

// guildOn returns the id of the nth guild of a shard.
func guildOn(shard, shards, n int) string {
	return strconv.FormatUint(uint64(275_000_000_000+shards*n+shard)<<22, 10)
}

// empty starts a Discord without guilds and people.
func empty(t *testing.T, o localdiscord.Options) *testWorld {
	runBeside(t)
	s, err := localdiscord.Start(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return &testWorld{World: &localdiscord.World{Server: s}, t: t}
}

func TestImpossibleAndTooFewShardsAreRefused(t *testing.T) {
	s := empty(t, localdiscord.Options{GuildsPerShard: 2})
	for n := range 3 {
		s.AddGuild("Guild", "en-US", guildOn(0, 2, n))
	}
	s.AddGuild("Guild", "en-US", guildOn(1, 2, 0))
	for _, c := range []struct {
		shard any
		code  int
	}{
		{[]int{2, 2}, 4010}, {[]int{-1, 2}, 4010}, {[]int{0, 0}, 4010}, {[]int{0}, 4010}, {[]int{}, 4010},
		{nil, 4011}, {[]int{0, 1}, 4011}, {[]int{0, 2}, 4011},
	} {
		conn := s.dial()
		conn.send(2, M{"token": s.Token(), "intents": 1, "shard": c.shard})
		assert.Equal(t, c.code, conn.closeCode(), "%v", c.shard)
	}
	assert.Equal(t, "READY", s.dial().identify([2]int{1, 2}).T)
}

func TestEachBucketOfShardsIdentifiesOnceInFiveSeconds(t *testing.T) {
	s := empty(t, localdiscord.Options{EnforceRate: true, MaxConcurrency: 2})
	for shard, want := range []int{0, 0, 9, 9} {
		assert.Equal(t, want, s.dial().identify([2]int{shard, 4}).Op, "shard %d", shard)
	}
}

func TestGatewayBotTellsShardsAndRemainingSessions(t *testing.T) {
	now := time.Now()
	s := empty(t, localdiscord.Options{GuildsPerShard: 2, SessionStarts: 2, MaxConcurrency: 16,
		Now: func() time.Time { return now }})
	for n := range 5 {
		s.AddGuild("Guild", "en-US", guildOn(0, 16, n))
	}
	tells := func(remaining, hours int) {
		want := fmt.Sprintf(`"session_start_limit":{"max_concurrency":16,"remaining":%d,"reset_after":%d,"total":2},"shards":3`,
			remaining, hours*3600*1000)
		assert.Contains(t, s.must("GET", "/gateway/bot", nil).Raw, want)
	}
	tells(2, 24)
	for range 2 {
		require.Equal(t, "READY", s.dial().identify([2]int{7, 16}).T)
	}
	now = now.Add(time.Hour)
	tells(0, 23)
	now = now.Add(23 * time.Hour)
	tells(2, 24)
}

// Discord resets the token of a bot that identifies more often than it may.
func TestTooManyIdentifiesCostTheToken(t *testing.T) {
	w := world(t, localdiscord.Options{SessionStarts: 1})
	c := w.connected()
	second := w.dial()
	second.send(2, M{"token": w.Token(), "intents": 1})
	assert.Equal(t, 4004, second.closeCode())
	assert.Equal(t, 4004, c.closeCode(), "all sessions are ended")
	assert.Equal(t, 401, w.send("GET", "/gateway/bot", nil).Status)
	require.Len(t, w.Violations(), 1)
}

// TestResumedSessionGetsWhatItMissed after a close frame of Discord: a client that follows the
// websocket protocol answers that with the same code.
func TestResumedSessionGetsWhatItMissed(t *testing.T) {
	s := empty(t, localdiscord.Options{})
	for _, code := range []int{1000, 1001} {
		c := s.dial()
		ready := c.identify(nil).object()
		s.Faults().CloseGateway(code)
		require.Equal(t, code, c.closeCode())
		require.Eventually(t, func() bool { return s.Sessions() == 0 }, patience, time.Millisecond)
		missed, heard := s.AddGuild("Guild", "en-US").ID, []any{}
		again := s.dial()
		p := again.resume(ready["session_id"])
		for ; p.T == "GUILD_CREATE"; p = again.next() {
			heard = append(heard, p.object()["id"])
		}
		assert.Equal(t, "RESUMED", p.T, "code %d", code)
		assert.Contains(t, heard, missed)

		// One of the bot ends its session, unless it is from 4000 to 4999.
		for _, by := range []int{4900, code} {
			require.NoError(t, again.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(by, "")))
			require.Eventually(t, func() bool { return s.Sessions() == 0 }, patience, time.Millisecond)
			again = s.dial()
			assert.Equal(t, by == code, again.resume(ready["session_id"]).Op == 9, "code %d", by)
		}
	}
}
