package gateway

import (
	"slices"
	"sync"
)

// Faults are what goes wrong with the gateway, by the script of a test.
type Faults struct {
	gateway *Gateway

	mu sync.Mutex
	script
	rejectToken bool
}

// script is what ends with [Faults.Clear].
type script struct {
	silent, duplicate, refuseIntents bool
	reconnectFirst                   int
	drop                             string // the type of events to lose
	drops                            int    // how many more
	hold                             hold
}

// hold has events of a name, any if empty, come after the one that follows them.
type hold struct {
	name string
	left int  // how many more events to hold
	late bool // whether they come too late
	held []event
}

func (f *Faults) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

func (f *Faults) now() (s script) {
	f.set(func() { s = f.script })
	return s
}

// Clear ends all faults except a rejected token.
func (f *Faults) Clear() { f.set(func() { f.script = script{} }) }

func (f *Faults) Reconnect() {
	f.gateway.each(func(c *connection) { c.send(opReconnect, nil) })
}

// InvalidateSession sends opcode 9 to every connection, and forgets all sessions unless resumable.
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
	f.gateway.each(func(c *connection) { c.close(code, "as scripted") })
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
	f.set(func() { f.rejectToken = reject })
	if reject {
		f.CloseGateway(closeAuthFailed)
	}
}

func (f *Faults) RefuseIntents(refuse bool) { f.set(func() { f.refuseIntents = refuse }) }

// Silent has the gateway send nothing, not even answers to heartbeats. A resume delivers the rest.
func (f *Faults) Silent(silent bool) { f.set(func() { f.silent = silent }) }

// ReconnectFirst answers the next n connections with opcode 7 where READY should be.
func (f *Faults) ReconnectFirst(n int) { f.set(func() { f.reconnectFirst = n }) }

// DuplicateInteractions delivers every interaction twice, as Discord does now and then. One that is
// delivered by HTTP comes by the gateway as well.
func (f *Faults) DuplicateInteractions(duplicate bool) { f.set(func() { f.duplicate = duplicate }) }

// DropEvents loses the next n events of a type such as "INTERACTION_CREATE", and no others. The
// user of a lost interaction is told at once that nobody answered.
func (f *Faults) DropEvents(name string, n int) { f.set(func() { f.drop, f.drops = name, n }) }

// ReorderEvents holds the next n events and then delivers them in reverse order.
func (f *Faults) ReorderEvents(n int) { f.holdEvents(hold{left: n - 1}) }

// LateInteractions delivers the next n interactions too late. The user is told at once that nobody
// answered, and the bot receives them after the interaction that follows, or with ReleaseEvents.
func (f *Faults) LateInteractions(n int) {
	f.holdEvents(hold{name: interactionCreate, left: n, late: true})
}

// ReleaseEvents delivers now what ReorderEvents or LateInteractions holds, and ends it.
func (f *Faults) ReleaseEvents() { f.holdEvents(hold{}) }

func (f *Faults) holdEvents(next hold) {
	var out []event
	f.set(func() { out, f.hold = f.hold.held, next })
	for _, ev := range out {
		f.gateway.deliver(ev)
	}
}

// pass returns what to deliver when an event happens, and whether that is lost or too late.
func (f *Faults) pass(ev event) (out []event, missed bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	out, missed = f.passOnce(ev)
	if ev.name == interactionCreate && f.duplicate {
		again, lost := f.passOnce(ev)
		out, missed = append(out, again...), missed && lost
	}
	return out, missed
}

func (s *script) passOnce(ev event) (out []event, missed bool) {
	if s.drops > 0 && s.drop == ev.name {
		s.drops--
		return nil, true
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
