package gateway

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"amytis/bot/localdiscord/wire"
)

// session numbers a shard's events and keeps the newest. The gateway's lock guards it.
type session struct {
	id    string
	shard shard

	seq    int64 // of the newest frame
	frames [][]byte
	conn   *connection // nil while the bot is away
	lost   time.Time   // when the connection was lost
}

// How many events a session can be resumed with, and for how long.
const (
	maxFrames    = 2048
	resumeWindow = 2 * time.Minute
	// maxLostSessions is how many sessions may wait for bots that never come back.
	maxLostSessions = 16
)

func (s *session) dispatch(ev event) {
	s.seq++
	raw := fmt.Appendf(nil, `{"op":0,"t":%q,"s":%d,"d":%s}`, ev.name, s.seq, ev.data)
	wire.Push(&s.frames, raw, maxFrames)
	if s.conn != nil {
		s.conn.enqueue(raw)
	}
}

// detach keeps events for a resume from now on.
func (s *session) detach() {
	s.conn = nil
	s.lost = time.Now()
}

// resume sends what the bot has missed since seq. It returns false if that is not possible.
func (s *session) resume(c *connection, seq int64) bool {
	missed := s.seq - seq
	if s.conn == nil && time.Since(s.lost) > resumeWindow || missed < 0 || missed > int64(len(s.frames)) {
		return false
	}
	if s.conn != nil && s.conn != c {
		s.conn.cut()
	}
	s.conn = c
	for _, raw := range s.frames[len(s.frames)-int(missed):] {
		c.enqueue(raw)
	}
	s.dispatch(event{name: "RESUMED", data: []byte(`{"_trace":[]}`)})
	return true
}

func (g *Gateway) pruneLost() {
	lost := 0
	for id, s := range g.sessions {
		if s.conn != nil {
			continue
		}
		lost++
		if time.Since(s.lost) > resumeWindow || lost > maxLostSessions {
			delete(g.sessions, id)
		}
	}
}

// shard is the part of the guilds that a session hears of: the one with number id of count parts.
// https://discord.com/developers/docs/events/gateway#sharding
type shard struct{ id, count int }

// wholeBot is the shard of a session that names none.
var wholeBot = shard{0, 1}

// shardOf returns false for a shard that there cannot be.
func shardOf(named []int) (s shard, ok bool) {
	if named == nil {
		return wholeBot, true
	}
	if len(named) == 2 {
		s = shard{named[0], named[1]}
	}
	return s, s.id >= 0 && s.id < s.count
}

// has reports whether a guild belongs to the shard. The first shard has what belongs to no guild.
func (s shard) has(guild uint64) bool { return guild>>22%uint64(s.count) == uint64(s.id) }

func snowflake(id string) uint64 {
	n, _ := strconv.ParseUint(id, 10, 64) // 0 is no guild
	return n
}

// guild is 0 for an event of no guild.
func (ev event) guild() uint64 {
	var data struct {
		ID      string `json:"id"`
		GuildID string `json:"guild_id"`
	}
	_ = json.Unmarshal(ev.data, &data) // the world writes valid JSON
	if data.GuildID == "" && strings.HasPrefix(ev.name, "GUILD_") {
		return snowflake(data.ID)
	}
	return snowflake(data.GuildID)
}

// starts counts the identifies that Discord limits: by bucket, and of all in a day.
type starts struct {
	last  map[int]time.Time // the last identify of each bucket of shards
	since time.Time         // when the day began for which total counts
	total int
}

const (
	day = 24 * time.Hour
	// identifyPause is the shortest time between two identifies of a bucket.
	// https://discord.com/developers/docs/events/gateway#rate-limiting
	identifyPause = 5 * time.Second
)

// Info returns what the gateway tells a bot on so many guilds.
// https://discord.com/developers/docs/events/gateway#get-gateway-bot
func (g *Gateway) Info(guilds int) map[string]any {
	now := g.state.Now()
	most := g.state.SessionStarts
	needed := max((guilds+g.state.GuildsPerShard-1)/g.state.GuildsPerShard, 1)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.starts.renew(now)
	return map[string]any{"url": g.url, "shards": cmp.Or(g.state.Shards, needed),
		"session_start_limit": map[string]any{"total": most, "remaining": max(most-g.starts.total, 0),
			"reset_after": g.starts.since.Add(day).Sub(now).Milliseconds(), "max_concurrency": g.state.MaxConcurrency}}
}

func (s *starts) renew(now time.Time) {
	if now.Sub(s.since) >= day {
		s.since, s.total = now, 0
	}
}

// countIdentify returns tooFast, if rates are enforced, soon after another identify of the bucket,
// and usedUp after too many in a day.
func (g *Gateway) countIdentify(of shard) (tooFast, usedUp bool) {
	g.identifies.Add(1)
	now := g.state.Now()
	bucket := of.id % g.state.MaxConcurrency
	g.mu.Lock()
	defer g.mu.Unlock()
	g.starts.renew(now)
	g.starts.total++
	usedUp = g.starts.total > g.state.SessionStarts
	last, again := g.starts.last[bucket]
	tooFast = again && now.Sub(last) < identifyPause
	g.starts.last[bucket] = now
	return tooFast && g.state.EnforceRate, usedUp
}

// TokenReset reports whether the bot's token is refused. Too many identifies set that, too.
func (g *Gateway) TokenReset() (reset bool) {
	g.faults.set(func() { reset = g.faults.rejectToken })
	return reset
}
