package interactions

import (
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// admission decides which interactions run at once, so that nobody waits long because of somebody
// else. A member may have few of them running or waiting, and is slowed down for a while after
// more. A server may have a part of the places. The member with the fewest waits least.
type admission struct {
	places, waiters      int // for all servers together
	perMember, perServer int
	patience             time.Duration

	mu       sync.Mutex
	running  int
	members  map[string]int // running or waiting, by user
	flooders map[string]*flooder
	servers  map[string]*serverLoad // by server, "" for none
	queue    []*waiter              // oldest first
	closed   bool
	idle     chan struct{} // closed once nothing runs after close
}

type flooder struct {
	until  time.Time // the end of being slowed down
	next   time.Time // when the next interaction may run
	told   time.Time // when the member was last asked to slow down
	hushed time.Time // when the member last got any answer to one that did not run
}

const (
	// floodTime is how long a member is slowed down after each interaction that was one too many.
	floodTime = time.Second
	// floodPace is the time between two interactions of such a member that run. They run one at a
	// time, since drawing pictures for one member would keep all processors busy.
	floodPace = 100 * time.Millisecond
	// crowdPace is floodPace for all such members together, who get turns.
	crowdPace = 25 * time.Millisecond
	// tellEvery is the shortest time between two answers that ask the same member to slow down.
	tellEvery = 10 * time.Second
	// hushEvery is the shortest time between two answers of any kind. People press no faster.
	hushEvery = 250 * time.Millisecond
)

type serverLoad struct{ running, waiting int }

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

type waiter struct {
	origin
	admitted chan struct{}
}

type verdict int

const (
	admitted verdict = iota
	// crowded is for everybody.
	crowded
	// flooding is for one member who has too many.
	flooding
	// hushed is for a member who was told not long ago.
	hushed
	// ignored is for a member who has just got an answer.
	ignored
)

func newAdmission(cfg Config) *admission {
	return &admission{
		places: cfg.MaxHandlers, waiters: cfg.MaxWaiting, patience: cfg.WaitTimeout,
		perMember: cfg.MaxPerMember, perServer: cfg.MaxPerServer,
		members: map[string]int{}, flooders: map[string]*flooder{}, servers: map[string]*serverLoad{},
		idle: make(chan struct{}),
	}
}

// wait waits for the place of a waiter. After admitted, call leave.
func (a *admission) wait(w *waiter, stopping <-chan struct{}) verdict {
	timer := time.NewTimer(a.patience)
	defer timer.Stop()
	select {
	case <-w.admitted:
		return admitted
	case <-timer.C:
	case <-stopping:
	}
	return a.withdraw(w)
}

// apply takes a place, or returns a waiter, or refuses. Call leave for a place.
func (a *admission) apply(o origin) (*waiter, verdict) {
	a.mu.Lock()
	defer a.mu.Unlock()
	server := a.server(o)
	defer a.forget(o)
	switch {
	case a.closed:
		return nil, crowded
	case !a.mayBegin(o.member, server, time.Now()):
		return nil, a.slowDown(o.member, time.Now())
	case a.hasRoom(server):
		a.members[o.member]++
		server.running++
		a.running++
		return nil, admitted
	case len(a.queue) >= a.waiters || server.waiting >= max(a.waiters/2, 1):
		return nil, crowded
	}
	a.members[o.member]++
	server.waiting++
	w := &waiter{o, make(chan struct{})}
	a.queue = append(a.queue, w)
	return w, admitted
}

func (a *admission) mayBegin(member string, server *serverLoad, now time.Time) bool {
	f := a.flooders[member]
	if f == nil || now.After(f.until) {
		n := a.members[member]
		return n < a.perMember && (server.waiting == 0 || n < max(a.perMember/2, 2))
	}
	if a.members[member] > 0 || now.Before(f.next) {
		return false
	}
	f.next = now.Add(max(floodPace, crowdPace*time.Duration(len(a.flooders))))
	return true
}

// slowDown returns flooding if the member must be told, else hushed or ignored.
func (a *admission) slowDown(member string, now time.Time) verdict {
	f := a.flooders[member]
	if f == nil {
		maps.DeleteFunc(a.flooders, func(_ string, f *flooder) bool { return now.Sub(f.until) > tellEvery })
		f = &flooder{}
		a.flooders[member] = f
	}
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

func (a *admission) hasRoom(s *serverLoad) bool {
	return a.running < a.places && s.running < a.perServer
}

// withdraw finds that the waiter may have been admitted meanwhile.
func (a *admission) withdraw(w *waiter) verdict {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := slices.Index(a.queue, w)
	if at < 0 {
		return admitted
	}
	a.queue = slices.Delete(a.queue, at, at+1)
	a.members[w.member]--
	a.server(w.origin).waiting--
	a.forget(w.origin)
	return crowded
}

// leave gives a place back, and admits those who waited for it.
func (a *admission) leave(o origin) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.members[o.member]--
	a.server(o).running--
	a.running--
	a.forget(o)
	if a.closed && a.running == 0 {
		close(a.idle)
	}
	for !a.closed {
		at := -1
		for i, w := range a.queue {
			if a.hasRoom(a.servers[w.server]) && (at < 0 || a.members[w.member] < a.members[a.queue[at].member]) {
				at = i
			}
		}
		if at < 0 {
			return
		}
		w := a.queue[at]
		s := a.servers[a.queue[at].server]
		a.queue = slices.Delete(a.queue, at, at+1)
		s.waiting--
		s.running++
		a.running++
		close(w.admitted)
	}
}

// close admits nothing further. Its channel is closed once nothing runs.
func (a *admission) close() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	if a.running == 0 {
		close(a.idle)
	}
	return a.idle
}

func (a *admission) inProgress() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.running
}

func (a *admission) server(o origin) *serverLoad {
	s := a.servers[o.server]
	if s == nil {
		s = &serverLoad{}
		a.servers[o.server] = s
	}
	return s
}

func (a *admission) forget(o origin) {
	if a.members[o.member] == 0 {
		delete(a.members, o.member)
	}
	if *a.servers[o.server] == (serverLoad{}) {
		delete(a.servers, o.server)
	}
}
