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
	c := dial(t, s)
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
		conn := dial(t, s)
		conn.send(2, M{"token": s.Token(), "intents": 1, "shard": c.shard})
		assert.Equal(t, c.code, conn.closeCode(), "%v", c.shard)
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
	second := dial(t, s)
	second.send(2, M{"token": s.Token(), "intents": 1})
	assert.Equal(t, 4004, second.closeCode())
	assert.Equal(t, 4004, c.closeCode(), "all sessions are ended")
	status, _ := gatewayBot(t, s)
	assert.Equal(t, http.StatusUnauthorized, status)
	require.Len(t, s.Violations(), 1)
}

// TestResumedSessionGetsWhatItMissed after a close frame of Discord: a client that follows the
// websocket protocol answers that with the same code.
func TestResumedSessionGetsWhatItMissed(t *testing.T) {
	t.Parallel()
	s := startSharded(t, localdiscord.Options{})
	for _, code := range []int{1000, 1001} {
		c, ready := connectShard(t, s, nil)
		require.Equal(t, "READY", ready.T)
		s.Faults().CloseGateway(code)
		require.Equal(t, code, c.closeCode())
		require.Eventually(t, func() bool { return s.Sessions() == 0 }, patience, time.Millisecond)
		missed, heard := s.AddGuild("Guild", "en-US").ID, []any{}
		again := dial(t, s)
		p := again.resume(s, ready.D["session_id"])
		for ; p.T == "GUILD_CREATE"; p = again.next() {
			heard = append(heard, p.D["id"])
		}
		assert.Equal(t, "RESUMED", p.T, "code %d", code)
		assert.Contains(t, heard, missed)

		// One of the bot ends its session, unless it is from 4000 to 4999.
		for _, by := range []int{4900, code} {
			require.NoError(t, again.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(by, "")))
			require.Eventually(t, func() bool { return s.Sessions() == 0 }, patience, time.Millisecond)
			again = dial(t, s)
			over := again.resume(s, ready.D["session_id"]).Op == 9
			assert.Equal(t, by == code, over, "code %d", by)
		}
	}
}
