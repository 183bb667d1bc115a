package localdiscord_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// connectShard identifies one shard and returns its connection and READY.
func connectShard(t *testing.T, s *localdiscord.Server, shard any) (*gatewayConn, packet) {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial("ws"+s.URL()[4:]+"/gateway/?v=10&encoding=json", nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = ws.Close() })
	c := &gatewayConn{ws, t}
	require.Equal(t, 10, c.next().Op)
	c.send(2, M{"token": s.Token(), "intents": 1, "properties": M{}, "shard": shard})
	return c, c.next()
}

// guildOn returns the id of the nth guild of a shard.
func guildOn(shard, shards, n int) string {
	return strconv.FormatUint(uint64(275_000_000_000+shards*n+shard)<<22, 10)
}

func startSharded(t *testing.T, o localdiscord.Options) *localdiscord.Server {
	t.Helper()
	s, err := localdiscord.Start(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

func TestShardHearsOfItsGuildsOnly(t *testing.T) {
	t.Parallel()
	s := startSharded(t, localdiscord.Options{})
	const shards = 4
	var guilds []*localdiscord.Guild
	for shard := range shards {
		guilds = append(guilds, s.AddGuild("Guild", "en-US", guildOn(shard, shards, 1)))
	}
	conns := make([]*gatewayConn, shards)
	for shard := range shards {
		c, ready := connectShard(t, s, [2]int{shard, shards})
		require.Equal(t, "READY", ready.T)
		assert.Equal(t, []any{float64(shard), float64(shards)}, ready.D["shard"])
		assert.Equal(t, []any{map[string]any{"id": guilds[shard].ID, "unavailable": true}}, ready.D["guilds"])
		created := c.next()
		assert.Equal(t, "GUILD_CREATE", created.T)
		assert.Equal(t, guilds[shard].ID, created.D["id"])
		conns[shard] = c
	}
	for shard := range shards {
		guilds[shard].AddChannel("news")
		guilds[shard].RemoveBot()
	}
	for shard, c := range conns {
		channel, gone := c.next(), c.next()
		assert.Equal(t, "CHANNEL_CREATE", channel.T)
		assert.Equal(t, guilds[shard].ID, channel.D["guild_id"])
		assert.Equal(t, "GUILD_DELETE", gone.T)
		assert.Equal(t, guilds[shard].ID, gone.D["id"])
	}
	require.Empty(t, s.Violations())
}

func TestImpossibleAndTooFewShardsAreRefused(t *testing.T) {
	t.Parallel()
	s := startSharded(t, localdiscord.Options{GuildsPerShard: 2})
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
		ws, _, err := websocket.DefaultDialer.Dial("ws"+s.URL()[4:]+"/gateway/?v=10&encoding=json", nil)
		require.NoError(t, err)
		conn := &gatewayConn{ws, t}
		conn.send(2, M{"token": s.Token(), "intents": 1, "shard": c.shard})
		assert.Equal(t, c.code, conn.closeCode(), "%v", c.shard)
		_ = ws.Close()
	}
	_, ready := connectShard(t, s, [2]int{1, 2})
	assert.Equal(t, "READY", ready.T)
}

func TestEachBucketOfShardsIdentifiesOnceInFiveSeconds(t *testing.T) {
	t.Parallel()
	s := startSharded(t, localdiscord.Options{EnforceRate: true, MaxConcurrency: 2})
	for shard, want := range []int{0, 0, 9, 9} {
		_, answer := connectShard(t, s, [2]int{shard, 4})
		assert.Equal(t, want, answer.Op, "shard %d", shard)
	}
}

// gatewayBot asks for the gateway as the bot does.
func gatewayBot(t *testing.T, s *localdiscord.Server) (status int, answer map[string]any) {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, s.URL()+"/api/v10/gateway/bot", nil)
	require.NoError(t, err)
	req.Header.Set("Authorization", s.Token())
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	require.NoError(t, json.NewDecoder(resp.Body).Decode(&answer))
	return resp.StatusCode, answer
}

func TestGatewayBotTellsShardsAndRemainingSessions(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := startSharded(t, localdiscord.Options{GuildsPerShard: 2, SessionStarts: 2, MaxConcurrency: 16,
		Now: func() time.Time { return now }})
	for n := range 5 {
		s.AddGuild("Guild", "en-US", guildOn(0, 16, n))
	}
	_, answer := gatewayBot(t, s)
	assert.EqualValues(t, 3, answer["shards"])
	limit := answer["session_start_limit"].(map[string]any)
	assert.EqualValues(t, 2, limit["total"])
	assert.EqualValues(t, 2, limit["remaining"])
	assert.EqualValues(t, 16, limit["max_concurrency"])

	for range 2 {
		_, ready := connectShard(t, s, [2]int{7, 16})
		require.Equal(t, "READY", ready.T)
	}
	now = now.Add(time.Hour)
	_, answer = gatewayBot(t, s)
	limit = answer["session_start_limit"].(map[string]any)
	assert.EqualValues(t, 0, limit["remaining"])
	assert.EqualValues(t, 23*3600*1000, limit["reset_after"])
	now = now.Add(23 * time.Hour)
	_, answer = gatewayBot(t, s)
	assert.EqualValues(t, 2, answer["session_start_limit"].(map[string]any)["remaining"])
}

// Discord resets the token of a bot that identifies more often than it may.
func TestTooManyIdentifiesCostTheToken(t *testing.T) {
	t.Parallel()
	s := startSharded(t, localdiscord.Options{SessionStarts: 1})
	c, ready := connectShard(t, s, nil)
	require.Equal(t, "READY", ready.T)
	ws, _, err := websocket.DefaultDialer.Dial("ws"+s.URL()[4:]+"/gateway/?v=10&encoding=json", nil)
	require.NoError(t, err)
	second := &gatewayConn{ws, t}
	second.send(2, M{"token": s.Token(), "intents": 1})
	assert.Equal(t, 4004, second.closeCode())
	assert.Equal(t, 4004, c.closeCode(), "all sessions are ended")
	status, _ := gatewayBot(t, s)
	assert.Equal(t, http.StatusUnauthorized, status)
	require.Len(t, s.Violations(), 1)
}

// A client that follows the websocket protocol answers a close frame with the same code.
func TestSessionOutlivesACloseFrameOfDiscord(t *testing.T) {
	t.Parallel()
	s := startSharded(t, localdiscord.Options{})
	for _, code := range []int{1000, 1001} {
		c, ready := connectShard(t, s, nil)
		require.Equal(t, "READY", ready.T)
		s.Faults().CloseGateway(code)
		require.Equal(t, code, c.closeCode())
		require.Eventually(t, func() bool { return s.Sessions() == 0 }, patience, time.Millisecond)
		ws, _, err := websocket.DefaultDialer.Dial("ws"+s.URL()[4:]+"/gateway/?v=10&encoding=json", nil)
		require.NoError(t, err)
		again := &gatewayConn{ws, t}
		require.Equal(t, 10, again.next().Op)
		again.send(6, M{"token": s.Token(), "session_id": ready.D["session_id"], "seq": 1})
		assert.Equal(t, "RESUMED", again.next().T, "code %d", code)
		_ = ws.Close()
		require.Eventually(t, func() bool { return s.Sessions() == 0 }, patience, time.Millisecond)
	}
}
