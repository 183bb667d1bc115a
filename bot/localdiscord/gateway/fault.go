package gateway

import (
	"slices"
	"sync"
	"sync/atomic"
)

type Faults struct {
	gateway *Gateway

	silent         atomic.Bool // nothing is sent, heartbeats are not answered
	reconnectFirst atomic.Int32
	duplicate      atomic.Bool
	rejectToken    atomic.Bool
	refuseIntents  atomic.Bool

	mu     sync.Mutex
	script script
}

// script is what happens to events. It is reached through [Faults.withScript] only, so it has no lock.
type script struct {
	drops []*EventDrop
	hold  hold
}

// hold has events of a name, any if empty, come after the one that follows them.
type hold struct {
	name string
	left int  // how many more events to hold
	late bool // whether they come too late
	held []event
}

func (f *Faults) withScript(do func(*script)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	do(&f.script)
}

// Clear ends all faults except a rejected token.
func (f *Faults) Clear() {
	f.silent.Store(false)
	f.reconnectFirst.Store(0)
	f.duplicate.Store(false)
	f.refuseIntents.Store(false)
	f.withScript(func(s *script) { *s = script{} })
}

func (f *Faults) Reconnect() {
	for _, c := range f.gateway.connections() {
		c.send(opReconnect, nil)
	}
}

// InvalidateSession sends opcode 9 to every connection. Sessions are forgotten unless they are
// resumable.
func (f *Faults) InvalidateSession(resumable bool) {
	g := f.gateway
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range g.sessions {
		if !resumable {
			s.detach()
			delete(g.sessions, s.id)
		}
	}
	for _, c := range g.conns {
		c.invalid.Store(!resumable)
		c.send(opInvalidSession, resumable)
	}
}

// CloseGateway closes every connection with a code, such as 4004 (authentication failed).
func (f *Faults) CloseGateway(code int) {
	for _, c := range f.gateway.connections() {
		c.close(code, "as scripted")
	}
}

func (f *Faults) CutGateway() { f.gateway.cut() }

// CutShard breaks the connections of one shard without a word, and returns how many there were.
func (f *Faults) CutShard(id int) (cut int) {
	f.gateway.mu.Lock()
	defer f.gateway.mu.Unlock()
	for _, s := range f.gateway.sessions {
		if s.shard.id == id && s.conn != nil {
			s.conn.cut()
			cut++
		}
	}
	return cut
}

// RejectToken makes the gateway refuse the bot's token with 4004 from now on, and the API with 401.
// It closes the bot's connections, as if the token had been reset. false ends that.
func (f *Faults) RejectToken(reject bool) {
	f.rejectToken.Store(reject)
	if reject {
		f.CloseGateway(closeAuthFailed)
	}
}

func (f *Faults) RefuseIntents(refuse bool) { f.refuseIntents.Store(refuse) }

// Silent makes the gateway send nothing, not even answers to heartbeats. A resume delivers the
// events.
func (f *Faults) Silent(silent bool) { f.silent.Store(silent) }

// ReconnectFirst answers the next n connections with opcode 7 where READY should be.
func (f *Faults) ReconnectFirst(n int) { f.reconnectFirst.Store(int32(n)) }

// DuplicateInteractions delivers every interaction twice, as Discord does now and then. One that is
// delivered by HTTP comes by the gateway as well.
func (f *Faults) DuplicateInteractions(duplicate bool) { f.duplicate.Store(duplicate) }

type EventDrop struct {
	name string
	left int
	from *Faults
}

// DropEvents loses the next n events of a type such as "INTERACTION_CREATE", or of all types if
// name is empty. The user of a lost interaction is told at once that nobody answered.
func (f *Faults) DropEvents(name string, n int) *EventDrop {
	d := &EventDrop{name: name, left: n, from: f}
	f.withScript(func(s *script) { s.drops = append(s.drops, d) })
	return d
}

func (d *EventDrop) Remove() { d.from.withScript(func(*script) { d.left = 0 }) }

// ReorderEvents holds the next n events and then delivers them in reverse order.
func (f *Faults) ReorderEvents(n int) { f.hold(hold{left: n - 1}) }

// LateInteractions delivers the next n interactions too late. The user is told at once that nobody
// answered, and the bot receives them after the interaction that follows, or with ReleaseEvents.
func (f *Faults) LateInteractions(n int) { f.hold(hold{name: interactionCreate, left: n, late: true}) }

// ReleaseEvents delivers now what ReorderEvents or LateInteractions holds, and ends it.
func (f *Faults) ReleaseEvents() { f.hold(hold{}) }

func (f *Faults) hold(next hold) {
	var out []event
	f.withScript(func(s *script) { out, s.hold = s.hold.held, next })
	for _, ev := range out {
		f.gateway.deliver(ev)
	}
}

// pass returns what to deliver now that an event happens, and whether the event is lost or too
// late.
func (f *Faults) pass(ev event) (out []event, missed bool) {
	times := 1
	if ev.name == interactionCreate && f.duplicate.Load() {
		times = 2
	}
	missed = true
	for range times {
		f.withScript(func(s *script) {
			passed, lost := s.pass(ev)
			out = append(out, passed...)
			missed = missed && lost
		})
	}
	return out, missed
}

func (s *script) pass(ev event) (out []event, missed bool) {
	for _, d := range s.drops {
		if d.left > 0 && (d.name == "" || d.name == ev.name) {
			d.left--
			return nil, true
		}
	}
	h := &s.hold
	if h.name != "" && h.name != ev.name {
		return []event{ev}, false
	}
	h.held = append(h.held, ev)
	if h.left > 0 {
		h.left--
		return nil, h.late
	}
	out, h.held = h.held, nil
	slices.Reverse(out)
	return out, false
}
