package interactions

import (
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// admission is a bounded queue of interactions: some run, some wait, others are refused. A member
// may have few in it, and a server a part of the places, so that nobody waits long for others.
type admission struct {
	limits
	places chan struct{} // one for each interaction that runs

	mu       sync.Mutex
	queued   map[string]int           // running or waiting: by member, by server and, under "", all
	servers  map[string]chan struct{} // the places of each server that has some queued
	flooders simplelru.LRUCache[string, *flooder]
}

type limits struct {
	places, waiting      int // for all servers together
	perMember, perServer int // of a member in the queue, and of a server's places
}

// usualLimits leave a member enough to play several games.
var usualLimits = limits{places: 64, waiting: 1024, perMember: 10, perServer: 16}

// flooder is a member who has sent too many.
type flooder struct {
	until  time.Time // the end of being slowed down
	told   time.Time // when the member was last asked to slow down
	hushed time.Time // when the member last got any answer to one that did not run
}

const (
	maxFlooders = 1024
	floodTime   = time.Second            // nothing of a member runs so long after one interaction too many
	tellEvery   = 10 * time.Second       // between two answers that ask the same member to slow down
	hushEvery   = 250 * time.Millisecond // between two answers of any kind: people press no faster
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
	ignored          // the member has just got an answer
)

func newAdmission(l limits) *admission {
	flooders, _ := lru.New[string, *flooder](maxFlooders) // the size is a valid one
	return &admission{
		limits: l, places: make(chan struct{}, l.places), queued: map[string]int{}, servers: map[string]chan struct{}{},
		flooders: flooders,
	}
}

// enqueue never waits. After admitted, call await.
func (a *admission) enqueue(o origin) verdict {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	f, _ := a.flooders.Get(o.member)
	switch {
	case f != nil && now.Before(f.until), a.queued["member "+o.member] >= a.perMember:
		if f == nil {
			f = &flooder{}
			a.flooders.Add(o.member, f)
		}
		return f.slowDown(now)
	case a.queued[""] >= a.limits.places+a.waiting, a.queued["server "+o.server] >= a.perServer+max(a.waiting/2, 1):
		return crowded
	}
	if a.servers[o.server] == nil {
		a.servers[o.server] = make(chan struct{}, a.perServer)
	}
	a.count(o, 1)
	return admitted
}

// slowDown returns flooding if the member must be told, else hushed or ignored.
func (f *flooder) slowDown(now time.Time) verdict {
	f.until = now.Add(floodTime)
	if now.Sub(f.hushed) < hushEvery {
		return ignored
	}
	f.hushed = now
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
	if a.queued["server "+o.server] == 0 {
		delete(a.servers, o.server)
	}
}

// await waits for a place, which the caller must give back if there is one.
func (a *admission) await(o origin, patience time.Duration, stopping <-chan struct{}) (leave func(), got bool) {
	a.mu.Lock()
	ofServer := a.servers[o.server]
	a.mu.Unlock()
	var taken []chan struct{}
	leave = func() {
		for _, places := range taken {
			<-places
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		a.count(o, -1)
	}
	over := time.After(patience)
	for _, places := range []chan struct{}{ofServer, a.places} {
		select {
		case places <- struct{}{}:
			taken = append(taken, places)
			continue
		case <-over:
		case <-stopping:
		}
		leave()
		return nil, false
	}
	return leave, true
}
