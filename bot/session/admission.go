package session

import (
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// admission decides which interactions run at once, so that nobody waits long because of somebody
// else. A member may have few of them running or waiting, and a server at most a part of the
// places. All others wait for a place in the order of their arrival.
type admission struct {
	places, waiters      int // for all servers together
	perMember, perServer int
	patience             time.Duration

	mu      sync.Mutex
	running int
	members map[string]*memberLoad // by user
	servers map[string]*serverLoad // by server, "" for none
	queue   []*waiter              // oldest first
	closed  bool
	idle    chan struct{} // closed once nothing runs after close
}

// memberLoad is what one member has in progress.
type memberLoad struct {
	inFlight int       // running or waiting
	toldAt   time.Time // when the member was last asked to slow down
}

// serverLoad is what one server has in progress.
type serverLoad struct{ running, waiting int }

// origin says who made an interaction, and where.
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

// waiter is an interaction that waits for a place.
type waiter struct {
	origin
	admitted chan struct{}
}

// verdict says what becomes of an interaction.
type verdict int

const (
	admitted verdict = iota
	// crowded means that too many interactions are in progress.
	crowded
	// flooding means that this member has too many in progress.
	flooding
	// ignored means the same, for a member who was just told so.
	ignored
)

// tellEvery is the shortest time between two answers that ask the same member to slow down. More of
// them would make the flood worse.
const tellEvery = 250 * time.Millisecond

func newAdmission(cfg Config) *admission {
	return &admission{
		places: cfg.MaxHandlers, waiters: cfg.MaxWaiting, patience: cfg.WaitTimeout,
		perMember: cfg.MaxPerMember, perServer: cfg.MaxPerServer,
		members: map[string]*memberLoad{}, servers: map[string]*serverLoad{}, idle: make(chan struct{}),
	}
}

// enter takes a place for an interaction, or waits for one. After admitted, call leave.
func (a *admission) enter(o origin, stopping <-chan struct{}) verdict {
	w, v := a.apply(o)
	if w == nil {
		return v
	}
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

// apply takes a place, or returns a waiter, or refuses.
func (a *admission) apply(o origin) (*waiter, verdict) {
	a.mu.Lock()
	defer a.mu.Unlock()
	member, server := a.load(o)
	defer a.forget(o)
	switch {
	case a.closed:
		return nil, crowded
	case member.inFlight >= a.perMember:
		return nil, member.told(time.Now())
	case a.hasRoom(server):
		member.inFlight++
		server.running++
		a.running++
		return nil, admitted
	case len(a.queue) >= a.waiters || server.waiting >= max(a.waiters/2, 1):
		return nil, crowded
	}
	member.inFlight++
	server.waiting++
	w := &waiter{o, make(chan struct{})}
	a.queue = append(a.queue, w)
	return w, admitted
}

// told returns flooding if the member must be told to slow down, else ignored.
func (m *memberLoad) told(now time.Time) verdict {
	if now.Sub(m.toldAt) < tellEvery {
		return ignored
	}
	m.toldAt = now
	return flooding
}

func (a *admission) hasRoom(s *serverLoad) bool {
	return a.running < a.places && s.running < a.perServer
}

// withdraw ends a wait. The waiter may have been admitted in the meantime.
func (a *admission) withdraw(w *waiter) verdict {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := slices.Index(a.queue, w)
	if at < 0 {
		return admitted
	}
	a.queue = slices.Delete(a.queue, at, at+1)
	member, server := a.load(w.origin)
	member.inFlight--
	server.waiting--
	a.forget(w.origin)
	return crowded
}

// leave gives a place back, and admits those who waited for it.
func (a *admission) leave(o origin) {
	a.mu.Lock()
	defer a.mu.Unlock()
	member, server := a.load(o)
	member.inFlight--
	server.running--
	a.running--
	a.forget(o)
	if a.closed && a.running == 0 {
		close(a.idle)
	}
	for at := 0; at < len(a.queue) && a.running < a.places && !a.closed; {
		w := a.queue[at]
		s := a.servers[w.server]
		if !a.hasRoom(s) {
			at++
			continue
		}
		a.queue = slices.Delete(a.queue, at, at+1)
		s.waiting--
		s.running++
		a.running++
		close(w.admitted)
	}
}

// close admits nothing further, and returns a channel that is closed once nothing runs.
func (a *admission) close() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	if a.running == 0 {
		close(a.idle)
	}
	return a.idle
}

// inProgress returns how many interactions run.
func (a *admission) inProgress() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.running
}

func (a *admission) load(o origin) (*memberLoad, *serverLoad) {
	member, server := a.members[o.member], a.servers[o.server]
	if member == nil {
		member = &memberLoad{}
		a.members[o.member] = member
	}
	if server == nil {
		server = &serverLoad{}
		a.servers[o.server] = server
	}
	return member, server
}

// forget drops the loads that are empty.
func (a *admission) forget(o origin) {
	if a.members[o.member].inFlight == 0 {
		delete(a.members, o.member)
	}
	if *a.servers[o.server] == (serverLoad{}) {
		delete(a.servers, o.server)
	}
}
