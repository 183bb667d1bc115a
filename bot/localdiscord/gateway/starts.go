package gateway

import (
	"cmp"
	"time"
)

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

// countIdentify returns whether an identify came too soon after another one, and whether the bot
// has now identified more often than allowed. Only an enforced rate makes tooFast true.
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
