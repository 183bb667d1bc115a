package interactions

import (
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// admission is a bounded queue of interactions: some run, some wait, others are refused. A member
// may have few in it, and a server half of all, so that nobody waits long for others.
type admission struct {
	limits
	places chan struct{} // one for each interaction that runs

	mu       sync.Mutex
	queued   map[string]int // running or waiting: by member, by server and, under "", all
	flooders simplelru.LRUCache[string, *flooder]
}

type limits struct {
	places, waiting int // for all servers together
	perMember       int // running or waiting
}

// usualLimits leave a member enough to play several games.
var usualLimits = limits{places: 64, waiting: 1024, perMember: 10}

// flooder is a member who has sent too many.
type flooder struct {
	until time.Time // the end of being slowed down
	told  time.Time // when the member was last asked to slow down
}

const (
	maxFlooders = 1024
	floodTime   = time.Second      // nothing of a member runs so long after one interaction too many
	tellEvery   = 10 * time.Second // between two answers that ask the same member to slow down
)

type origin struct{ member, server string }

func originOf(i *discordgo.InteractionCreate) origin {
	o := origin{server: i.GuildID}
	switch {
	case i.Member != nil && i.Member.User != nil:
		o.member = i.Member.User.ID
	case i.User != nil:
		o.member = i.User.ID
	}
	return o
}

type verdict int

const (
	admitted verdict = iota
	crowded          // for everybody
	flooding         // one member has too many
	hushed           // the member was told not long ago
)

func newAdmission(l limits) *admission {
	flooders, _ := lru.New[string, *flooder](maxFlooders) // the size is a valid one
	return &admission{limits: l, places: make(chan struct{}, l.places), queued: map[string]int{}, flooders: flooders}
}

// enqueue never waits. After admitted, call await.
func (a *admission) enqueue(o origin) verdict {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	most := a.limits.places + a.waiting
	f, _ := a.flooders.Get(o.member)
	switch {
	case f != nil && now.Before(f.until), a.queued["member "+o.member] >= a.perMember:
		if f == nil {
			f = &flooder{}
			a.flooders.Add(o.member, f)
		}
		return f.slowDown(now)
	case a.queued[""] >= most, a.queued["server "+o.server] >= most/2:
		return crowded
	}
	a.count(o, 1)
	return admitted
}

// slowDown returns flooding if the member must be told, else hushed.
func (f *flooder) slowDown(now time.Time) verdict {
	f.until = now.Add(floodTime)
	if now.Sub(f.told) < tellEvery {
		return hushed
	}
	f.told = now
	return flooding
}

func (a *admission) count(o origin, by int) {
	for _, key := range []string{"", "member " + o.member, "server " + o.server} {
		if a.queued[key] += by; a.queued[key] == 0 {
			delete(a.queued, key)
		}
	}
}

// await waits for a place, which the caller must give back if there is one.
func (a *admission) await(o origin, patience time.Duration, stopping <-chan struct{}) (leave func(), got bool) {
	uncount := func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.count(o, -1)
	}
	select {
	case a.places <- struct{}{}:
		return func() { <-a.places; uncount() }, true
	case <-time.After(patience):
	case <-stopping:
	}
	uncount()
	return nil, false
}
